package io.tidemark.benchmarks;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.translate.TranslationSettings;
import io.tidemark.runtime.translate.type.TypeMapper;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.calcite.DataContext;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.linq4j.function.Function1;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexExecutorImpl;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/** The expressions of Nexmark query 14 without its string count, and bids like the generator's. */
final class BidQuery {

    private static final RelDataTypeFactory TYPES =
            TranslationSettings.of(ZoneOffset.UTC).types();
    private static final RexBuilder REX = new RexBuilder(TYPES);
    private static final RelDataType BID = TYPES.builder()
            .add("auction", SqlTypeName.BIGINT)
            .add("bidder", SqlTypeName.BIGINT)
            .add("price", SqlTypeName.BIGINT)
            .add("dateTime", SqlTypeName.TIMESTAMP, 3)
            .add("extra", SqlTypeName.VARCHAR)
            .build();
    static final Schema SCHEMA = TypeMapper.schema(BID);

    private static final long MICROS_PER_MILLI = 1000;
    private static final long FIRST_MICROS = 1_436_918_400_000_000L;

    private BidQuery() {}

    private static RexNode column(int index) {
        return REX.makeInputRef(BID.getFieldList().get(index).getType(), index);
    }

    private static RexNode call(SqlOperator operator, RexNode... operands) {
        return REX.makeCall(operator, operands);
    }

    private static RexNode number(String text) {
        return REX.makeExactLiteral(new BigDecimal(text));
    }

    private static RexNode converted() {
        return call(SqlStdOperatorTable.MULTIPLY, number("0.908"), column(2));
    }

    /** The converted price lies between one and fifty million. */
    static RexNode condition() {
        return call(
                SqlStdOperatorTable.AND,
                call(SqlStdOperatorTable.GREATER_THAN, converted(), number("1000000")),
                call(SqlStdOperatorTable.LESS_THAN, converted(), number("50000000")));
    }

    /** The select list. */
    static List<RexNode> projections() {
        RexNode hour = call(SqlStdOperatorTable.EXTRACT, REX.makeFlag(TimeUnitRange.HOUR), column(3));
        RexNode name = call(
                SqlStdOperatorTable.CASE,
                call(
                        SqlStdOperatorTable.AND,
                        call(SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, hour, number("8")),
                        call(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, hour, number("18"))),
                text("dayTime"),
                call(
                        SqlStdOperatorTable.OR,
                        call(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, hour, number("6")),
                        call(SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, hour, number("20"))),
                text("nightTime"),
                text("otherTime"));
        return List.of(column(0), column(1), converted(), name, column(3), column(4));
    }

    private static RexNode text(String value) {
        return REX.makeLiteral(value, TYPES.createSqlType(SqlTypeName.VARCHAR, 9), true);
    }

    /** The columns of the select list. */
    static Schema output() {
        List<Field> fields = new ArrayList<>();
        for (RexNode projection : projections()) {
            fields.add(new Field("column" + fields.size(), TypeMapper.dataType(projection.getType())));
        }
        return new Schema(fields);
    }

    /** Calcite's compiled form of expressions. */
    static Function1<DataContext, Object[]> perRow(List<RexNode> expressions) {
        return RexExecutorImpl.getExecutable(REX, expressions, BID).getFunction();
    }

    /** A full batch of bids: prices are spread evenly over their magnitudes, times over days. */
    static Batch bids(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        BatchBuilder builder = new BatchBuilder(SCHEMA);
        while (!builder.isFull()) {
            builder.column(0).setLong(random.nextLong(1000, 100_000));
            builder.column(1).setLong(random.nextLong(1000, 100_000));
            builder.column(2).setLong((long) (Math.pow(10, random.nextDouble() * 6) * 100));
            builder.column(3).setLong(FIRST_MICROS + random.nextLong(1_000_000_000L) * MICROS_PER_MILLI);
            builder.column(4).setString("extra of about forty bytes: " + random.nextInt());
            builder.endRow();
        }
        return builder.build();
    }

    /** The same bids as rows of boxed values. */
    static void addRows(Batch batch, List<Object[]> rows) {
        for (int row = 0; row < batch.rowCount(); row++) {
            rows.add(new Object[] {
                number(batch, 0, row),
                number(batch, 1, row),
                number(batch, 2, row),
                number(batch, 3, row) / MICROS_PER_MILLI,
                ((BytesColumn) batch.column(4)).string(row)
            });
        }
    }

    private static long number(Batch batch, int column, int row) {
        return ((LongColumn) batch.column(column)).values[row];
    }
}
