package io.tidemark.planner.validate;

import io.tidemark.planner.catalog.FunctionDefinition;
import io.tidemark.planner.catalog.RelationName;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;

/**
 * A validated query as Calcite's core logical operators over the relations of the catalog: neutral of any engine.
 *
 * @param rel the operators; scans give all columns of a relation, and no two columns of an operator have one name
 * @param labels the columns' names as the statement gives them, of which several may be the same
 * @param expansions for each relation scanned, how its columns come about
 * @param relations the names of all relations that the statement reads, views included, in the order in which they were met
 * @param functions all functions of users that the statement calls, those of the views that it reads included
 * @param parameterTypes the types of the dynamic parameters, in the order of their question marks
 * @param sql the text that positions refer to
 */
public record LogicalPlan(
        RelNode rel,
        List<String> labels,
        Map<RelationName, RelationExpansion> expansions,
        List<RelationName> relations,
        List<FunctionDefinition> functions,
        List<RelDataType> parameterTypes,
        String sql) {

    public LogicalPlan {
        labels = List.copyOf(labels);
        expansions = Map.copyOf(expansions);
        relations = List.copyOf(relations);
        functions = List.copyOf(functions);
        parameterTypes = List.copyOf(parameterTypes);
    }

    /** Returns the same plan with other operators. */
    public LogicalPlan withRel(RelNode other) {
        return new LogicalPlan(other, labels, expansions, relations, functions, parameterTypes, sql);
    }
}
