package io.tidemark.planner.rule.subquery;

import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/** Puts what they give in place of the subqueries of an expression. */
final class SubqueryValues extends RexShuttle {
    private final SubqueryJoins joins;

    SubqueryValues(SubqueryJoins joins) {
        this.joins = joins;
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery query) {
        return joins.value(query);
    }
}
