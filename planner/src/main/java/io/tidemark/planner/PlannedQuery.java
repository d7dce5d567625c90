package io.tidemark.planner;

import io.tidemark.planner.catalog.FunctionDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.incremental.EmitMode;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.TriggerSpec;
import io.tidemark.planner.lookup.LookupBinding;
import io.tidemark.planner.parameter.ParameterBinding;
import io.tidemark.planner.validate.LogicalPlan;
import io.tidemark.sql.ast.SqlEmit;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;

/**
 * A query that can run.
 *
 * <p><b>Shape</b>: the root's columns are the target's writable columns in their order (INSERT), the view's columns (VIEW), or the select
 * list (SNAPSHOT, PUSH).
 *
 * @param kind what the query is for
 * @param target where the rows go: of INSERT the relation written, of VIEW the definition of the view; else empty
 * @param root the incremental plan; with unbound parameters only good for its row type and for EXPLAIN
 * @param mode what is given out at each epoch; of no meaning for SNAPSHOT
 * @param trigger when epochs begin; ONCE for SNAPSHOT
 * @param key indexes of output columns that identify a row: the target's primary key where it has one, else one derived from the query; an
 *     empty list says that there is at most one row; nothing where no key is known
 * @param deletesPossible whether a row may go away without another of its key in its place
 * @param changeColumns of PUSH, the output columns that are to be filled with what is known of the change
 * @param warnings what is worth telling whoever submits the query
 * @param request what was asked for: the logical plan, and the clauses that the rest was decided from
 */
public record PlannedQuery(
        Kind kind,
        Optional<RelationDefinition> target,
        IncrementalNode root,
        EmitMode mode,
        TriggerSpec trigger,
        Optional<List<Integer>> key,
        boolean deletesPossible,
        ChangeColumns changeColumns,
        List<PlanWarning> warnings,
        PlanRequest request) {

    /** What a query is for. */
    public enum Kind {
        /** INSERT INTO … SELECT that runs until it is stopped, or with ONCE to the end of what is there. */
        INSERT,
        /** CREATE MATERIALIZED VIEW. */
        VIEW,
        /** SELECT, or the SELECT of an INSERT that runs once. */
        SNAPSHOT,
        /** SELECT STREAM, or a SELECT with EMIT. */
        PUSH
    }

    public PlannedQuery {
        warnings = List.copyOf(warnings);
    }

    /** The logical plan, for EXPLAIN and for other engines. */
    public RelNode logicalPlan() {
        return request.logical().rel();
    }

    /** The statement's text, which positions refer to. */
    public String sql() {
        return request.logical().sql();
    }

    /** The names of all relations read, views and what they read included. */
    public List<RelationName> relations() {
        return request.logical().relations();
    }

    /** The names of all functions of users that are called, in the views that are read, too. */
    public List<String> functions() {
        return request.logical().functions().stream()
                .map(FunctionDefinition::name)
                .toList();
    }

    /** The names of the result's columns. Those of a SELECT are as the statement gives them, so that several may be the same. */
    public List<String> labels() {
        return kind == Kind.SNAPSHOT || kind == Kind.PUSH
                ? request.logical().labels()
                : root.rowType().getFieldNames();
    }

    /** Of PUSH, the epoch or version after which the changes begin; without it the rows that are there come first. */
    public OptionalLong sinceEpoch() {
        return request.emit()
                .flatMap(SqlEmit::sinceEpoch)
                .map(epoch -> OptionalLong.of(epoch.longValue(false)))
                .orElseGet(OptionalLong::empty);
    }

    /** The types of the parameters, in the order of their question marks. */
    public List<RelDataType> parameterTypes() {
        return request.logical().parameterTypes();
    }

    /**
     * Returns the query with values in place of its parameters. A value is null, a Boolean, Number, String, byte[], or an object of java.time or
     * java.sql; text that reads as a value of the parameter's type is one. <b>Errors</b>: PARAMETERS if their number is wrong,
     * ROW_ERROR_BAD_CAST, ROW_ERROR_OVERFLOW, ROW_ERROR_TIME_RANGE and ROW_ERROR_TOO_LONG if a value is none of its type, each with the
     * parameter's number. <b>Cost</b>: the incremental stage; no parsing or validation.
     */
    public PlannedQuery bind(List<?> values) {
        LogicalPlan bound = ParameterBinding.bind(request.logical(), values);
        return QueryAssembly.assemble(request.withLogical(bound));
    }

    /**
     * Refuses the query if it keeps state that nothing bounds, for who has set {@code 'state.unbounded'} to {@code 'reject'}.
     *
     * @throws CodedException STATE_UNBOUNDED at the first operator that keeps such state
     */
    public void requireBoundedState() {
        warnings.stream()
                .filter(warning -> warning.code() == ErrorCode.STATE_W1)
                .findFirst()
                .ifPresent(warning -> {
                    CodedException error = CodedException.of(
                                    ErrorCode.STATE_UNBOUNDED,
                                    warning.text() + ", and '" + StateBounds.SETTING + "' is 'reject'")
                            .hint(warning.hint() + "; or set '" + StateBounds.SETTING + "' to 'warn'");
                    throw warning.position()
                            .map(place -> error.at(place, sql()))
                            .orElse(error);
                });
    }

    /**
     * Whether parameters stand only among the keys of lookups: then the operators are the same for all values, and {@link #bindKeys} will do
     * instead of {@link #bind}.
     */
    public boolean bindsKeysOnly() {
        return LookupBinding.isPossible(root, parameterTypes().size());
    }

    /**
     * Returns the query with values in place of the parameters among the keys of its lookups; nothing if a value needs computing first, so that
     * {@link #bind} is needed. <b>Errors</b>: as {@link #bind}. <b>Cost</b>: that of copying the plan's nodes.
     */
    public Optional<PlannedQuery> bindKeys(List<?> values) {
        ParameterBinding.checkCount(parameterTypes().size(), values);
        return LookupBinding.bind(root, values).map(this::withRoot);
    }

    /** The same query, with rows in place of the computing of one that is constant: they need not be compiled. */
    PlannedQuery withConstantRows() {
        return ConstantRow.of(root).map(this::withRoot).orElse(this);
    }

    private PlannedQuery withRoot(IncrementalNode other) {
        return new PlannedQuery(
                kind, target, other, mode, trigger, key, deletesPossible, changeColumns, warnings, request);
    }
}
