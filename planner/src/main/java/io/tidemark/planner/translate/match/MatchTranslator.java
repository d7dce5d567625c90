package io.tidemark.planner.translate.match;

import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.incremental.IncrementalMatch;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalScan;
import io.tidemark.planner.incremental.match.MatchExpression;
import io.tidemark.planner.incremental.match.MatchPattern;
import io.tidemark.planner.incremental.match.MatchSpec;
import io.tidemark.planner.incremental.match.MatchValue;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Emission;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.planner.incremental.trait.WatermarkTransform;
import io.tidemark.planner.logical.LogicalMatchRecognize;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.SourcePosition;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlMatchRecognize;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** MATCH_RECOGNIZE. */
public final class MatchTranslator {
    private static final long MICROS_PER_MILLI = 1_000;

    private final boolean snapshot;
    private final boolean onlyFinal;
    private final String sql;
    private final LogicalMatchRecognize match;
    private final SourcePosition position;

    /**
     * Makes one.
     *
     * @param snapshot whether it is for one epoch over what is there
     * @param onlyFinal whether rows may be given out only once they are final
     */
    public MatchTranslator(
            boolean snapshot, boolean onlyFinal, String sql, LogicalMatchRecognize match, SourcePosition statement) {
        this.snapshot = snapshot;
        this.onlyFinal = onlyFinal;
        this.sql = sql;
        this.match = match;
        this.position = match.position().orElse(statement);
    }

    /**
     * The node over its input. <b>Errors</b>: MATCH-01 for a stream without a watermark to order by; MODE-02 for rows that never become final;
     * UNSUPPORTED.
     */
    public IncrementalMatch translate(IncrementalNode node) {
        List<RelFieldCollation> order = match.getOrderKeys().getFieldCollations();
        if (order.isEmpty()) {
            throw CodedException.validation(
                            "MATCH_RECOGNIZE needs an ORDER BY, since a pattern is one of rows in an order")
                    .at(position, sql);
        }
        MatchSpec spec = spec(order);
        Optional<WatermarkTransform> closing = order.get(0).getDirection().isDescending()
                ? Optional.empty()
                : node.traits().watermark(order.get(0).getFieldIndex()).map(ColumnWatermark::transform);
        if (closing.isEmpty()) {
            refuseUnbounded(node, order.get(0));
        }
        boolean appends = closing.isPresent() || snapshot;
        List<ColumnWatermark> watermarks =
                closing.map(transform -> watermarks(spec, transform)).orElse(List.of());
        Traits traits = new Traits(
                appends ? Changelog.APPEND : Changelog.RETRACT,
                closing.isPresent() ? Emission.FINAL : Emission.EARLY,
                watermarks,
                watermarks.isEmpty() ? loss(node, closing) : Optional.empty(),
                List.of());
        return new IncrementalMatch(node, spec, closing, match.getRowType(), traits, position);
    }

    private static Optional<String> loss(IncrementalNode node, Optional<WatermarkTransform> closing) {
        return closing.isEmpty()
                ? node.traits().watermarkLoss()
                : Optional.of("MATCH_RECOGNIZE gives out no time of its rows, or has no WITHIN");
    }

    /** Rows without a watermark can be looked at again and again, but not for ever. */
    private void refuseUnbounded(IncrementalNode node, RelFieldCollation time) {
        if (snapshot) {
            return;
        }
        String column = node.rowType().getFieldNames().get(time.getFieldIndex());
        if (readsStream(node)) {
            String lost = node.traits()
                    .watermarkLoss()
                    .map(loss -> " (it was lost: " + loss + ")")
                    .orElse("");
            throw CodedException.of(
                            ErrorCode.MATCH_01,
                            "MATCH_RECOGNIZE over a stream waits for rows in the order of time, and \"" + column
                                    + "\", by which it orders first, has no watermark"
                                    + (time.getDirection().isDescending() ? " that rises" : "") + lost)
                    .at(position, sql)
                    .hint("order by a column with a WATERMARK, ascending, before all others");
        }
        if (onlyFinal) {
            throw CodedException.of(
                            ErrorCode.MODE_02,
                            "EMIT APPEND is not possible: MATCH_RECOGNIZE over rows without a watermark may replace"
                                    + " matches already written")
                    .at(position, sql)
                    .hint("order by a column with a WATERMARK, or use EMIT UPDATE");
        }
    }

    private MatchSpec spec(List<RelFieldCollation> order) {
        MatchPatterns patterns = new MatchPatterns(sql, position);
        MatchPattern pattern = patterns.pattern(match.getPattern());
        List<String> names = patterns.variables();
        match.getPatternDefinitions().keySet().stream()
                .filter(defined -> !names.contains(defined))
                .findFirst()
                .ifPresent(defined -> {
                    throw CodedException.of(
                                    ErrorCode.VALIDATION,
                                    "DEFINE has a variable \"" + defined + "\" that PATTERN does not have")
                            .at(position)
                            .hint("use it in PATTERN, or leave its condition out");
                });
        Map<String, List<Integer>> variables = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            variables.put(names.get(i), List.of(i));
        }
        match.getSubsets()
                .forEach((name, members) -> variables.put(
                        name,
                        members.stream()
                                .filter(names::contains)
                                .map(names::indexOf)
                                .sorted()
                                .toList()));
        MatchExpressions expressions =
                new MatchExpressions(match.getCluster().getRexBuilder(), variables, names.size(), sql, position);
        List<Optional<MatchExpression>> conditions = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            int variable = i;
            conditions.add(Optional.ofNullable(match.getPatternDefinitions().get(names.get(i)))
                    .filter(condition -> !condition.isAlwaysTrue())
                    .map(condition -> expressions.condition(condition, variable)));
        }
        List<MatchExpression> measures = new ArrayList<>();
        match.getMeasures().values().forEach(measure -> measures.add(expressions.measure(measure)));
        MatchSpec.Search search = new MatchSpec.Search(
                pattern, names, conditions, match.isStrictStart(), match.isStrictEnd(), within(order));
        return new MatchSpec(
                match.getPartitionKeys().asList(),
                order,
                search,
                skip(variables),
                new MatchSpec.Output(columns(measures.size()), measures, match.isAllRows()));
    }

    /** The columns of the input that come before the measures, by their names. */
    private List<Integer> columns(int measures) {
        List<String> input = match.getInput().getRowType().getFieldNames();
        List<String> output = match.getRowType().getFieldNames();
        return IntStream.range(0, output.size() - measures)
                .map(i -> input.indexOf(output.get(i)))
                .boxed()
                .toList();
    }

    private OptionalLong within(List<RelFieldCollation> order) {
        if (!(match.getInterval() instanceof RexLiteral interval)) {
            return OptionalLong.empty();
        }
        RelDataType time = match.getInput()
                .getRowType()
                .getFieldList()
                .get(order.get(0).getFieldIndex())
                .getType();
        boolean ofTime = time.getSqlTypeName() == SqlTypeName.TIMESTAMP
                || time.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
        boolean ofDays = SqlTypeUtil.isInterval(interval.getType())
                && interval.getType().getIntervalQualifier() != null
                && !interval.getType().getIntervalQualifier().isYearMonth();
        if (!ofTime || !ofDays || order.get(0).getDirection().isDescending()) {
            throw CodedException.unsupported("WITHIN other than days to seconds over an ascending TIMESTAMP")
                    .at(position, sql);
        }
        BigDecimal millis = interval.getValueAs(BigDecimal.class);
        long micros = millis == null ? 0 : millis.longValueExact() * MICROS_PER_MILLI;
        if (micros <= 0) {
            throw CodedException.validation("WITHIN needs an interval above zero")
                    .at(position, sql);
        }
        return OptionalLong.of(micros);
    }

    private MatchSpec.Skip skip(Map<String, List<Integer>> variables) {
        if (match.getAfter() instanceof RexCall to) {
            String name = RexLiteral.stringValue(to.getOperands().get(0));
            List<Integer> of = variables.get(name);
            if (name == null || of == null) {
                throw CodedException.validation("AFTER MATCH SKIP TO \"" + name + "\", which PATTERN does not have")
                        .at(position, sql);
            }
            boolean first = to.getOperator().equals(SqlMatchRecognize.SKIP_TO_FIRST);
            return new MatchSpec.Skip(first ? MatchSpec.SkipKind.TO_FIRST : MatchSpec.SkipKind.TO_LAST, of, name);
        }
        boolean next = ((RexLiteral) match.getAfter()).getValue() == SqlMatchRecognize.AfterOption.SKIP_TO_NEXT_ROW;
        return new MatchSpec.Skip(
                next ? MatchSpec.SkipKind.TO_NEXT_ROW : MatchSpec.SkipKind.PAST_LAST_ROW, List.of(), "");
    }

    /**
     * The columns that tell the time of a row of the match. With WITHIN, a match that is still open when the watermark is W has begun less than
     * that before W, and so have all that come after it.
     */
    private static List<ColumnWatermark> watermarks(MatchSpec spec, WatermarkTransform closing) {
        OptionalLong within = spec.search().withinMicros();
        boolean plain = closing.unitMicros() == 1;
        if (within.isEmpty() || spec.search().rowsAfter() > 0 || !plain) {
            return List.of();
        }
        int time = spec.order().get(0).getFieldIndex();
        WatermarkTransform transform = new WatermarkTransform(
                closing.bucketMicros(),
                closing.bucketOffsetMicros(),
                Math.subtractExact(closing.plusMicros(), within.getAsLong()),
                closing.unitMicros(),
                closing.calendar());
        List<ColumnWatermark> watermarks = new ArrayList<>();
        List<Integer> columns = spec.output().columns();
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i) == time) {
                watermarks.add(new ColumnWatermark(i, transform));
            }
        }
        for (int i = 0; i < spec.output().measures().size(); i++) {
            if (isTime(spec.output().measures().get(i), time)) {
                watermarks.add(new ColumnWatermark(columns.size() + i, transform));
            }
        }
        return watermarks;
    }

    private static boolean isTime(MatchExpression measure, int time) {
        RexNode expression = measure.expression();
        return expression instanceof RexInputRef ref
                && measure.values().get(ref.getIndex()) instanceof MatchValue.Navigation navigation
                && navigation.column() == time
                && navigation.place().shift() == 0;
    }

    private static boolean readsStream(IncrementalNode node) {
        return node instanceof IncrementalScan scan
                ? scan.relation().kind() == RelationKind.STREAM
                : node.inputs().stream().anyMatch(MatchTranslator::readsStream);
    }
}
