package io.tidemark.planner.function;

import io.tidemark.planner.type.TypeNames;
import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlWindowTableFunction;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandMetadata;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * A table function that puts rows into windows of event time.
 *
 * <p><b>Shape</b>: the input's columns, then {@code window_start}, {@code window_end} and {@code window_time} of the time column's type, not
 * null; a name that the input has already gets a number behind it.
 */
public final class WindowTableFunction extends SqlWindowTableFunction {
    /** The columns added. */
    public static final List<String> WINDOW_COLUMNS = List.of("window_start", "window_end", "window_time");

    private static final String KEYS = "KEYS";

    static final List<String> TUMBLE_PARAMETERS = List.of("DATA", "TIMECOL", "SIZE", "OFFSET");
    static final List<String> HOP_PARAMETERS = List.of("DATA", "TIMECOL", "SLIDE", "SIZE", "OFFSET");
    static final List<String> CUMULATE_PARAMETERS = List.of("DATA", "TIMECOL", "STEP", "SIZE", "OFFSET");

    /** The partition comes last, as {@code DESCRIPTOR(k)}: so the text's PARTITION BY is rewritten. */
    static final List<String> SESSION_PARAMETERS = List.of("DATA", "TIMECOL", "GAP", KEYS);

    private static final Set<String> IN_MONTHS = Set.of("SIZE", "SLIDE", "STEP");

    /** How many arguments a window function takes, an offset among them; nothing for the name of another function. */
    public static Optional<String> argumentCount(String name) {
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "TUMBLE" -> Optional.of("3 or 4");
            case "HOP", "CUMULATE" -> Optional.of("4 or 5");
            case "SESSION" -> Optional.of("3");
            default -> Optional.empty();
        };
    }

    WindowTableFunction(String name, List<String> parameters) {
        super(name, new Operands(parameters));
    }

    @Override
    public SqlReturnTypeInference getRowTypeInference() {
        return WindowTableFunction::rowType;
    }

    private static RelDataType rowType(SqlOperatorBinding binding) {
        RelDataTypeFactory factory = binding.getTypeFactory();
        RelDataType input = binding.getOperandType(0);
        RelDataType time = binding instanceof SqlCallBinding call
                ? timeColumn(call).getType()
                : factory.createSqlType(SqlTypeName.TIMESTAMP);
        RelDataType edge = factory.createTypeWithNullability(time, false);
        RelDataTypeFactory.Builder builder = factory.builder();
        builder.addAll(input.getFieldList());
        WINDOW_COLUMNS.forEach(name -> builder.add(name, edge));
        return builder.uniquify().build();
    }

    private static RelDataTypeField timeColumn(SqlCallBinding binding) {
        SqlNode operand = binding.operand(1);
        if (!(operand instanceof SqlCall descriptor)
                || descriptor.getKind() != SqlKind.DESCRIPTOR
                || descriptor.operandCount() != 1
                || !(descriptor.operand(0) instanceof SqlIdentifier column)) {
            throw at(
                    operand,
                    CodedException.typeMismatch("the time column", "\"" + operand + "\"", "DESCRIPTOR(column)"));
        }
        RelDataTypeField field = column(binding, column);
        SqlTypeName type = field.getType().getSqlTypeName();
        if (type != SqlTypeName.TIMESTAMP && type != SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE) {
            throw at(
                            column,
                            CodedException.typeMismatch(
                                    "column \"" + field.getName() + "\"",
                                    TypeNames.of(field.getType()),
                                    "TIMESTAMP or TIMESTAMP_LTZ"))
                    .hint("a computed column such as ts AS TO_TIMESTAMP(millis, 3) makes an event time of a number");
        }
        return field;
    }

    private static RelDataTypeField column(SqlCallBinding binding, SqlIdentifier column) {
        RelDataType input = binding.getOperandType(0);
        String name = column.names.get(column.names.size() - 1);
        RelDataTypeField field =
                binding.getValidator().getCatalogReader().nameMatcher().field(input, name);
        if (field == null) {
            throw at(column, CodedException.unknownColumn(name, "the input of the window", input.getFieldNames()));
        }
        return field;
    }

    private static CodedException at(SqlNode node, CodedException error) {
        return Positions.of(node).map(error::at).orElse(error);
    }

    private record Operands(List<String> parameters) implements SqlOperandMetadata {

        @Override
        public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
            timeColumn(binding);
            for (int i = 2; i < binding.getOperandCount(); i++) {
                if (parameters.get(i).equals(KEYS)) {
                    checkColumns(binding, i);
                } else {
                    checkInterval(binding, i);
                }
            }
            return true;
        }

        private static void checkColumns(SqlCallBinding binding, int ordinal) {
            SqlNode operand = binding.operand(ordinal);
            if (!(operand instanceof SqlCall descriptor) || descriptor.getKind() != SqlKind.DESCRIPTOR) {
                throw at(operand, CodedException.typeMismatch("the partition", "\"" + operand + "\"", "DESCRIPTOR"));
            }
            descriptor.getOperandList().forEach(column -> column(binding, (SqlIdentifier) column));
        }

        private void checkInterval(SqlCallBinding binding, int ordinal) {
            SqlNode operand = binding.operand(ordinal);
            RelDataType type = binding.getOperandType(ordinal);
            String what = "the " + parameters.get(ordinal).toLowerCase(Locale.ROOT) + " of the window";
            boolean months = SqlTypeName.YEAR_INTERVAL_TYPES.contains(type.getSqlTypeName());
            boolean takesMonths = IN_MONTHS.contains(parameters.get(ordinal));
            if (!SqlTypeName.DAY_INTERVAL_TYPES.contains(type.getSqlTypeName()) && !(months && takesMonths)) {
                throw at(
                                operand,
                                CodedException.typeMismatch(
                                        what, TypeNames.of(type), takesMonths ? "an interval" : "a day-time interval"))
                        .hint("write it as in INTERVAL '10' MINUTE");
            }
            if (!binding.isOperandLiteral(ordinal, false)) {
                throw at(operand, CodedException.of(ErrorCode.VALIDATION, what + " has to be a literal"));
            }
        }

        @Override
        public SqlOperandCountRange getOperandCountRange() {
            return SqlOperandCountRanges.between(parameters.size() - 1, parameters.size());
        }

        @Override
        public List<RelDataType> paramTypes(RelDataTypeFactory factory) {
            RelDataType any = factory.createSqlType(SqlTypeName.ANY);
            return parameters.stream().map(p -> any).toList();
        }

        @Override
        public List<String> paramNames() {
            return parameters;
        }

        @Override
        public boolean isOptional(int i) {
            return i == parameters.size() - 1;
        }

        @Override
        public String getAllowedSignatures(SqlOperator op, String name) {
            return name + "(TABLE input, DESCRIPTOR(time column), "
                    + String.join(", ", parameters.subList(2, parameters.size() - 1))
                            .toLowerCase(Locale.ROOT)
                    + "[, offset])";
        }
    }
}
