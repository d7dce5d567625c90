package io.tidemark.planner.translate;

import io.tidemark.planner.catalog.FunctionDefinition;
import io.tidemark.planner.function.JsonAggregate;
import io.tidemark.planner.function.UserAggregateFunction;
import io.tidemark.planner.incremental.AggregateCall;
import io.tidemark.planner.incremental.AggregateCall.Function;
import io.tidemark.planner.incremental.IncrementalCalc;
import io.tidemark.planner.incremental.IncrementalExpand;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.SourcePosition;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeFamily;

/** The aggregate functions of a GROUP BY, from Calcite's calls to the engine's. */
final class AggregateCalls {

    /** Functions by Calcite's names of them, where that is not the engine's. EVERY is the least of BOOLEANs, and any value may be the least. */
    private static final Map<String, Function> OTHER_NAMES = Map.ofEntries(
            Map.entry("$SUM0", Function.SUM0),
            Map.entry("EVERY", Function.MIN),
            Map.entry("BOOL_AND", Function.MIN),
            Map.entry("SOME", Function.MAX),
            Map.entry("BOOL_OR", Function.MAX),
            Map.entry("ANY_VALUE", Function.MIN),
            Map.entry("VARIANCE", Function.VAR_SAMP),
            Map.entry("STDDEV", Function.STDDEV_SAMP),
            Map.entry("MIN_BY", Function.ARG_MIN),
            Map.entry("MAX_BY", Function.ARG_MAX));

    /** Functions for which equal arguments may as well count several times. */
    private static final Set<Function> INSENSITIVE = EnumSet.of(
            Function.MIN,
            Function.MAX,
            Function.BIT_AND,
            Function.BIT_OR,
            Function.ARG_MIN,
            Function.ARG_MAX,
            Function.FIRST_VALUE,
            Function.LAST_VALUE);

    private final String sql;
    private final IncrementalNode input;
    private final SourcePosition aggregate;

    AggregateCalls(String sql, IncrementalNode input, SourcePosition aggregate) {
        this.sql = sql;
        this.input = input;
        this.aggregate = aggregate;
    }

    /** Translates one. <b>Errors</b>: UNSUPPORTED for functions, and forms of them, that the engine lacks. */
    AggregateCall call(org.apache.calcite.rel.core.AggregateCall call) {
        if (call.getAggregation() instanceof UserAggregateFunction user) {
            return user(user.definition(), call);
        }
        Function function = function(call);
        List<RelFieldCollation> order = call.getCollation().getFieldCollations();
        List<Integer> arguments = call.getArgList();
        Optional<String> constant = Optional.empty();
        switch (function) {
            case BIT_AND, BIT_OR, BIT_XOR -> requireIntegers(call);
            case LISTAGG -> {
                constant = Optional.of(arguments.size() < 2 ? "," : literal(arguments.get(1), call));
                arguments = arguments.subList(0, 1);
            }
            case PERCENTILE_CONT, PERCENTILE_DISC -> {
                constant = Optional.of(literal(arguments.get(0), call));
                arguments = List.of(order.get(0).getFieldIndex());
                requireNumber(function, arguments.get(0), call);
            }
            default -> {
                // Columns are all they have.
            }
        }
        boolean distinct = call.isDistinct() && !INSENSITIVE.contains(function);
        if (distinct
                && !arguments.containsAll(
                        order.stream().map(RelFieldCollation::getFieldIndex).toList())) {
            throw refused(function + " of DISTINCT arguments in the order of others", call);
        }
        return new AggregateCall(
                function, arguments, order, constant, filter(call), distinct, call.getType(), Optional.empty());
    }

    private AggregateCall user(FunctionDefinition function, org.apache.calcite.rel.core.AggregateCall call) {
        String name = "aggregate function \"" + function.name() + "\"";
        if (call.isDistinct()) {
            throw refused(name + " of DISTINCT arguments", call).hint("aggregate over a subquery with DISTINCT");
        }
        if (input.traits().changelog() == Changelog.RETRACT && !function.retracts()) {
            throw refused(name + ", which has no method \"retract\", over rows that may change or go away", call)
                    .hint("add the method to its class, or aggregate rows that only come");
        }
        return new AggregateCall(
                Function.USER,
                call.getArgList(),
                List.of(),
                Optional.empty(),
                filter(call),
                false,
                call.getType(),
                Optional.of(function));
    }

    private static OptionalInt filter(org.apache.calcite.rel.core.AggregateCall call) {
        return call.filterArg < 0 ? OptionalInt.empty() : OptionalInt.of(call.filterArg);
    }

    private Function function(org.apache.calcite.rel.core.AggregateCall call) {
        String name = call.getAggregation().getName().toUpperCase(Locale.ROOT);
        if (call.getAggregation() instanceof JsonAggregate json) {
            return Function.valueOf(json.keepsNulls() ? name + "_NULLS" : name);
        }
        Function other = OTHER_NAMES.get(name);
        if (other != null) {
            return other;
        }
        for (Function function : Function.values()) {
            if (function.name().equals(name)) {
                return function;
            }
        }
        throw refused("aggregate " + call.getAggregation().getName(), call);
    }

    private void requireIntegers(org.apache.calcite.rel.core.AggregateCall call) {
        RelDataType type = type(call.getArgList().get(0));
        if (SqlTypeFamily.BINARY.contains(type)) {
            throw refused(call.getAggregation().getName() + " of " + type.getSqlTypeName(), call);
        }
    }

    private void requireNumber(Function function, int column, org.apache.calcite.rel.core.AggregateCall call) {
        if (function == Function.PERCENTILE_CONT && !SqlTypeFamily.NUMERIC.contains(type(column))) {
            throw refused("PERCENTILE_CONT of " + type(column).getSqlTypeName(), call)
                    .hint("PERCENTILE_DISC takes times too, and gives one of the values");
        }
    }

    private RelDataType type(int column) {
        return input.rowType().getFieldList().get(column).getType();
    }

    /** The text of a column that is a literal. */
    private String literal(int column, org.apache.calcite.rel.core.AggregateCall call) {
        IncrementalNode node = input;
        int at = column;
        if (node instanceof IncrementalExpand expand) {
            at = expand.passed().get(at - expand.setColumn() - 1);
            node = expand.input();
        }
        while (node instanceof IncrementalCalc calc) {
            RexNode expression = calc.projections().get(at);
            if (expression instanceof RexLiteral literal && !literal.isNull()) {
                return SqlTypeFamily.CHARACTER.contains(literal.getType())
                        ? RexLiteral.stringValue(literal)
                        : String.valueOf(RexLiteral.bigDecimalValue(literal));
            }
            if (!(expression instanceof RexInputRef reference)) {
                break;
            }
            at = reference.getIndex();
            node = calc.input();
        }
        throw refused("a second argument of " + call.getAggregation().getName() + " that is not a literal", call);
    }

    private CodedException refused(String construct, org.apache.calcite.rel.core.AggregateCall call) {
        SourcePosition place = Positions.of(call.getParserPosition()).orElse(aggregate);
        return CodedException.unsupported(construct).at(place, sql);
    }
}
