package io.tidemark.planner.translate;

import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.incremental.IncrementalLimit;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalSort;
import io.tidemark.planner.incremental.IncrementalValues;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.incremental.trait.Emission;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.planner.logical.LogicalMatchRecognize;
import io.tidemark.planner.logical.LogicalSetOperation;
import io.tidemark.planner.translate.match.MatchTranslator;
import io.tidemark.planner.translate.order.OrderedInput;
import io.tidemark.planner.translate.order.RankFilter;
import io.tidemark.planner.translate.order.TopNodes;
import io.tidemark.planner.translate.order.WindowCalls;
import io.tidemark.planner.validate.LogicalPlan;
import io.tidemark.planner.validate.NodePosition;
import io.tidemark.planner.validate.RelationExpansion;
import io.tidemark.planner.validate.RelationTable;
import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.SourcePosition;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableFunctionScan;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Turns a logical plan into incremental nodes: the one place where operators change hands.
 *
 * <p><b>Errors</b>: UNSUPPORTED for what has no incremental form yet; for {@link Purpose#FINAL} the MODE and WM codes for rows that never
 * become final.
 */
public final class IncrementalTranslator {
    private final LogicalPlan plan;
    private final Purpose purpose;
    private final ZoneId zone;
    private final SourcePosition statement;
    private final CalcBuilder calcs;

    private final boolean arrival;

    private IncrementalTranslator(LogicalPlan plan, Purpose purpose, ZoneId zone, boolean arrival) {
        this.plan = plan;
        this.purpose = purpose;
        this.zone = zone;
        this.arrival = arrival;
        this.statement = SourcePosition.at(1, 1);
        this.calcs = new CalcBuilder(zone, statement);
    }

    /** Translates a plan; the root has the logical plan's column names. */
    public static IncrementalNode translate(LogicalPlan plan, Purpose purpose, ZoneId zone) {
        return translate(plan, purpose, zone, true);
    }

    /**
     * Translates a plan; the root has the logical plan's column names.
     *
     * @param arrival whether a LIMIT of the whole query without ORDER BY takes the rows that come first, where rows only come
     */
    public static IncrementalNode translate(LogicalPlan plan, Purpose purpose, ZoneId zone, boolean arrival) {
        IncrementalTranslator translator = new IncrementalTranslator(plan, purpose, zone, arrival);
        Part part = translator.visit(plan.rel());
        return RowTypes.renamed(part.node(), plan.rel().getRowType());
    }

    private Part visit(RelNode rel) {
        Optional<RankFilter> ranks = RankFilter.of(rel);
        if (ranks.isPresent()) {
            Part input = visit(ranks.get().input());
            if (!isFinalInTime(input, ranks.get())) {
                return ranked(input, ranks.get(), rel.getRowType());
            }
        }
        if (rel instanceof Project project) {
            return project(project);
        }
        if (rel instanceof Filter filter) {
            Part input = visit(filter.getInput());
            return calcs.filter(input, filter.getCondition());
        }
        if (rel instanceof TableScan scan) {
            return read(scan, ImmutableBitSet.range(scan.getRowType().getFieldCount()));
        }
        if (rel instanceof TableFunctionScan function) {
            return tableFunction(function);
        }
        if (rel instanceof Aggregate aggregate && GroupingSets.areIn(aggregate)) {
            return new GroupingSets(plan, purpose, calcs, aggregate, position(aggregate))
                    .translate(visit(aggregate.getInput()));
        }
        if (rel instanceof Aggregate aggregate) {
            return new AggregateTranslator(plan, purpose, aggregate, position(aggregate))
                    .translate(aggregated(aggregate));
        }
        if (rel instanceof Union union) {
            return union(union);
        }
        if (rel instanceof Join join && LookupTranslator.isOne(join)) {
            RelationDefinition table = definition(join.getRight());
            LookupTranslator translator = new LookupTranslator(calcs, purpose, plan.sql(), join, position(join));
            return table.isServed()
                    ? translator.temporal(visit(join.getLeft()), visit(join.getRight()), table)
                    : translator.lookup(visit(join.getLeft()), table);
        }
        if (rel instanceof Join join) {
            return new JoinTranslator(calcs, purpose, plan.sql(), join, position(join))
                    .translate(visit(join.getLeft()), visit(join.getRight()));
        }
        if (rel instanceof LogicalMatchRecognize match) {
            MatchTranslator translator = new MatchTranslator(
                    purpose == Purpose.SNAPSHOT, purpose == Purpose.FINAL, plan.sql(), match, statement);
            return new Part(translator.translate(visit(match.getInput()).node()));
        }
        if (rel instanceof LogicalSetOperation operation) {
            return new SetOperationTranslator(calcs, purpose, plan.sql(), operation, statement)
                    .translate(operation.getInputs().stream().map(this::visit).toList());
        }
        if (rel instanceof Values values) {
            return values(values);
        }
        if (rel instanceof Sort sort) {
            return sort(sort);
        }
        throw CodedException.unsupported(rel.getRelTypeName().replaceFirst("^Logical", ""));
    }

    private Part tableFunction(TableFunctionScan function) {
        if (function.getInputs().size() != 1) {
            throw CodedException.internal(
                            "a table function with " + function.getInputs().size() + " inputs")
                    .at(position(function), plan.sql());
        }
        Part input = visit(function.getInput(0));
        return UnnestTranslator.isUnnest(function)
                ? UnnestTranslator.translate(input, function, position(function))
                : new WindowTranslator(purpose, zone, plan.sql()).translate(input, function, position(function));
    }

    private SourcePosition position(RelNode rel) {
        return NodePosition.of(rel).orElse(statement);
    }

    /** Whether ranks are better taken from OVER: they are final as soon as time has passed, which a top-n can't know. */
    private boolean isFinalInTime(Part input, RankFilter filter) {
        Traits below = input.node().traits();
        return purpose == Purpose.FINAL
                && filter.partitionColumns().stream()
                        .noneMatch(column -> below.watermark(column).isPresent())
                && OverTranslator.time(input.node(), filter.order()).isPresent();
    }

    private Part ranked(Part input, RankFilter filter, RelDataType rowType) {
        SourcePosition position =
                Positions.of(filter.over().getParserPosition()).orElse(position(filter.input()));
        IncrementalNode top = topNodes()
                .ranked(input.node(), filter, filter.input().getCluster().getTypeFactory(), position);
        Part kept = new Part(top, input.windows());
        for (RexNode condition : filter.conditions()) {
            kept = calcs.filter(kept, condition);
        }
        return calcs.project(kept, filter.projections(), rowType);
    }

    private TopNodes topNodes() {
        return new TopNodes(
                purpose == Purpose.SNAPSHOT || purpose == Purpose.FINAL, purpose == Purpose.FINAL, plan.sql());
    }

    private Part over(Project project, Set<RexOver> overs) {
        OrderedInput ordered = OrderedInput.of(project.getInput(), project.getProjects(), overs);
        Part input = visit(ordered.rel());
        OverTranslator.Results results = new OverTranslator(
                        purpose, plan.sql(), project.getCluster().getRexBuilder(), position(project))
                .translate(input.node(), ordered, overs);
        List<RexNode> projections = ordered.moved(
                        call -> Objects.requireNonNull(results.columns().get(call)))
                .apply(project.getProjects());
        return calcs.project(new Part(results.node(), input.windows()), projections, project.getRowType());
    }

    private Part project(Project project) {
        Set<RexOver> overs = WindowCalls.in(project.getProjects());
        if (!overs.isEmpty()) {
            return over(project, overs);
        }
        if (project.getInput() instanceof TableScan scan) {
            ImmutableBitSet used = RelOptUtil.InputFinder.bits(project.getProjects(), null);
            RelationReader.Reading reading = reading(scan, used);
            List<RexNode> projections = new ArrayList<>();
            for (RexNode expression : project.getProjects()) {
                projections.add(Expressions.moved(expression, reading.positions()));
            }
            return calcs.project(new Part(reading.node()), projections, project.getRowType());
        }
        return calcs.project(visit(project.getInput()), project.getProjects(), project.getRowType());
    }

    /** Rows that are only counted are read without their columns. */
    private Part aggregated(Aggregate aggregate) {
        boolean usesColumns = !aggregate.getGroupSet().isEmpty()
                || aggregate.getAggCallList().stream()
                        .anyMatch(c -> !c.getArgList().isEmpty() || c.filterArg >= 0);
        return aggregate.getInput() instanceof TableScan scan && !usesColumns
                ? new Part(reading(scan, ImmutableBitSet.of()).node())
                : visit(aggregate.getInput());
    }

    private Part read(TableScan scan, ImmutableBitSet used) {
        RelationReader.Reading reading = reading(scan, used);
        List<RexNode> all = new ArrayList<>();
        List<Integer> positions = reading.positions();
        for (int column : used) {
            all.add(RexInputRef.of(positions.get(column), reading.node().rowType()));
        }
        return calcs.project(new Part(reading.node()), all, scan.getRowType());
    }

    private static RelationDefinition definition(RelNode rel) {
        if (rel instanceof TableScan scan) {
            return scan.getTable().unwrapOrThrow(RelationTable.class).definition();
        }
        throw CodedException.internal("what is looked up is a " + rel.getRelTypeName());
    }

    private RelationReader.Reading reading(TableScan scan, ImmutableBitSet used) {
        RelationDefinition relation =
                scan.getTable().unwrapOrThrow(RelationTable.class).definition();
        if (relation.kind() == RelationKind.SYSTEM_TABLE && purpose != Purpose.SNAPSHOT) {
            throw CodedException.unsupported("a system table in a continuous query")
                    .at(position(scan), plan.sql());
        }
        RelationExpansion expansion = Objects.requireNonNull(plan.expansions().get(relation.name()));
        return new RelationReader(relation, expansion, scan.getCluster().getTypeFactory(), purpose, position(scan))
                .read(used, zone);
    }

    private Part union(Union union) {
        List<Part> inputs = new ArrayList<>();
        for (RelNode input : union.getInputs()) {
            inputs.add(calcs.cast(
                    visit(input), union.getRowType(), union.getCluster().getRexBuilder()));
        }
        Part all = UnionTranslator.union(inputs, union.getRowType(), statement, "UNION");
        return union.all ? all : AggregateTranslator.distinct(plan, purpose, all, statement);
    }

    private Part values(Values values) {
        List<List<RexLiteral>> rows = new ArrayList<>();
        values.getTuples().forEach(tuple -> rows.add(List.copyOf(tuple)));
        List<List<Integer>> keys = rows.size() <= 1 ? List.of(List.of()) : List.of();
        Traits traits = new Traits(Changelog.APPEND, Emission.EARLY, List.of(), Optional.empty(), keys);
        return new Part(new IncrementalValues(rows, values.getRowType(), traits, statement));
    }

    private Part sort(Sort sort) {
        Part input = visit(sort.getInput());
        long offset = rows(sort.offset, 0);
        long fetch = rows(sort.fetch, -1);
        Traits below = input.node().traits();
        if (purpose == Purpose.SNAPSHOT) {
            Traits traits = new Traits(
                    Changelog.APPEND,
                    Emission.EARLY,
                    List.of(),
                    Optional.empty(),
                    fetch == 1 ? List.of(List.of()) : below.keys());
            return new Part(
                    new IncrementalSort(
                            input.node(), sort.getCollation().getFieldCollations(), offset, fetch, traits, statement),
                    input.windows());
        }
        boolean byArrival = arrival
                && isOutermost(sort)
                && sort.getCollation().getFieldCollations().isEmpty()
                && below.changelog() == Changelog.APPEND;
        if (!byArrival) {
            List<RelFieldCollation> order = sort.getCollation().getFieldCollations();
            return new Part(topNodes().limited(input.node(), order, offset, fetch, position(sort)), input.windows());
        }
        Traits traits = new Traits(
                below.changelog(), below.emission(), List.of(), Optional.of("LIMIT keeps no watermark"), below.keys());
        return new Part(
                new IncrementalLimit(input.node(), offset, fetch < 0 ? Long.MAX_VALUE : fetch, traits, statement),
                input.windows());
    }

    private boolean isOutermost(Sort sort) {
        RelNode rel = plan.rel();
        while (rel instanceof Project project) {
            rel = project.getInput();
        }
        return rel.equals(sort);
    }

    /** The rows that OFFSET or LIMIT says; a parameter that is not bound yet counts as absent. */
    private static long rows(@Nullable RexNode node, long absent) {
        if (node == null || node instanceof RexDynamicParam) {
            return absent;
        }
        return Optional.ofNullable(RexLiteral.bigDecimalValue(node))
                .map(number -> number.longValue())
                .orElse(absent);
    }
}
