package io.tidemark.planner.syntax;

import io.tidemark.planner.function.DialectOperators;
import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.CodedException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlMatchRecognize;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Writes MATCH_RECOGNIZE so that Calcite takes it for what the standard says.
 *
 * <p>Names of variables get the spelling of PATTERN, as Calcite compares letters and cases. A column without a variable in DEFINE is one of the row
 * that the condition is about: before, {@code DEFINE a AS PREV(x) < x}, after, {@code PREV(a.x) < a.x}; in FIRST, LAST and aggregates it is left
 * alone, where all rows of the match are meant. Each column can be NULL, since a match may have no row of its variable. Without AFTER MATCH
 * the search goes on past the last row.
 */
public final class MatchRewrite extends SqlBasicVisitor<Void> {

    private MatchRewrite() {}

    /** Rewrites in place; the tree must be a copy. <b>Errors</b>: UNSUPPORTED for what Calcite would take for something else. */
    public static SqlNode rewrite(SqlNode tree) {
        tree.accept(new MatchRewrite());
        return tree;
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
        super.visit(call);
        if (call instanceof SqlMatchRecognize match) {
            rewrite(match);
        }
        return null;
    }

    private static void rewrite(SqlMatchRecognize match) {
        Map<String, String> spellings = new LinkedHashMap<>();
        match.getPattern().accept(new Spellings(spellings));
        Set<String> subsets = new HashSet<>();
        for (SqlNode subset : match.getSubsetList()) {
            String name = ((SqlIdentifier) ((SqlCall) subset).operand(0)).getSimple();
            subsets.add(key(name));
            spellings.putIfAbsent(key(name), name);
        }
        refuseName(match.getTableRef(), spellings);
        Spelling spelling = new Spelling(spellings);
        match.setOperand(SqlMatchRecognize.OPERAND_PATTERN, match.getPattern().accept(spelling));
        match.setOperand(SqlMatchRecognize.OPERAND_SUBSET, match.getSubsetList().accept(spelling));
        match.setOperand(
                SqlMatchRecognize.OPERAND_AFTER,
                match.getAfter() == null
                        ? SqlMatchRecognize.AfterOption.SKIP_PAST_LAST_ROW.symbol(match.getParserPosition())
                        : match.getAfter().accept(spelling));
        SqlNodeList defines = new SqlNodeList(match.getPatternDefList().getParserPosition());
        for (SqlNode define : match.getPatternDefList()) {
            SqlCall call = (SqlCall) define;
            SqlIdentifier variable = (SqlIdentifier) call.operand(1).accept(spelling);
            SqlNode condition = call.operand(0).accept(new Columns(spellings, subsets, variable));
            defines.add(call.getOperator().createCall(call.getParserPosition(), condition, variable));
        }
        match.setOperand(SqlMatchRecognize.OPERAND_PATTERN_DEFINES, defines);
        SqlNodeList measures = new SqlNodeList(match.getMeasureList().getParserPosition());
        for (SqlNode measure : match.getMeasureList()) {
            SqlCall call = (SqlCall) measure;
            SqlNode expression = call.operand(0).accept(new Columns(spellings, subsets, null));
            measures.add(call.getOperator().createCall(call.getParserPosition(), expression, call.operand(1)));
        }
        match.setOperand(SqlMatchRecognize.OPERAND_MEASURES, measures);
    }

    private static String key(String name) {
        return name.toUpperCase(Locale.ROOT);
    }

    /** Calcite tells the name of the relation and that of a variable apart by nothing. */
    private static void refuseName(SqlNode input, Map<String, String> variables) {
        SqlNode named = input.getKind() == SqlKind.AS ? ((SqlCall) input).operand(1) : input;
        if (named instanceof SqlIdentifier id && variables.containsKey(key(id.names.get(id.names.size() - 1)))) {
            throw at(
                    CodedException.unsupported("a pattern variable with the name of what MATCH_RECOGNIZE reads")
                            .hint("give the relation another name by AS, or the variable"),
                    named);
        }
    }

    private static CodedException at(CodedException error, SqlNode node) {
        return Positions.of(node).map(error::at).orElse(error);
    }

    /** Collects the variables of a pattern as they are first spelled. */
    private static final class Spellings extends SqlBasicVisitor<Void> {
        private final Map<String, String> spellings;

        Spellings(Map<String, String> spellings) {
            this.spellings = spellings;
        }

        @Override
        public @Nullable Void visit(SqlIdentifier id) {
            spellings.putIfAbsent(key(id.getSimple()), id.getSimple());
            return null;
        }
    }

    /** Spells variables as the pattern does. */
    private static class Spelling extends SqlShuttle {
        private final Map<String, String> spellings;

        Spelling(Map<String, String> spellings) {
            this.spellings = spellings;
        }

        @Override
        public @Nullable SqlNode visit(SqlIdentifier id) {
            return spelled(id);
        }

        final SqlIdentifier spelled(SqlIdentifier id) {
            String spelling = spellings.get(key(id.names.get(0)));
            return spelling == null ? id : id.setName(0, spelling);
        }
    }

    /** Says of which variable each column is, and that it can be NULL. */
    private static final class Columns extends Spelling {
        private static final Set<String> AGGREGATES = Set.of("COUNT", "SUM", "AVG", "MIN", "MAX");
        private static final Set<SqlKind> QUALIFIED =
                Set.of(SqlKind.WITHIN_GROUP, SqlKind.FILTER, SqlKind.WITHIN_DISTINCT, SqlKind.OVER);
        private static final Set<SqlKind> LINEAR = Set.of(
                SqlKind.PLUS,
                SqlKind.MINUS,
                SqlKind.TIMES,
                SqlKind.DIVIDE,
                SqlKind.PLUS_PREFIX,
                SqlKind.MINUS_PREFIX,
                SqlKind.CAST,
                SqlKind.FIRST,
                SqlKind.LAST);

        private final Set<String> subsets;
        private final @Nullable SqlIdentifier defined;
        private int collected;

        Columns(Map<String, String> spellings, Set<String> subsets, @Nullable SqlIdentifier defined) {
            super(spellings);
            this.subsets = subsets;
            this.defined = defined;
        }

        @Override
        public @Nullable SqlNode visit(SqlIdentifier id) {
            SqlIdentifier column = id;
            if (id.names.size() == 1 && defined != null && collected == 0 && !id.isStar()) {
                column = new SqlIdentifier(List.of(defined.getSimple(), id.getSimple()), id.getParserPosition());
            } else if (id.names.size() > 1) {
                column = spelled(id);
                if (defined != null && subsets.contains(key(id.names.get(0)))) {
                    throw at(CodedException.unsupported("a variable of SUBSET in DEFINE"), id);
                }
            }
            return id.isStar() ? id : nullable(column);
        }

        private static SqlNode nullable(SqlNode node) {
            return DialectOperators.NULLABLE.createCall(node.getParserPosition(), node);
        }

        @Override
        public @Nullable SqlNode visit(SqlCall call) {
            if (call.getKind().belongsTo(SqlKind.QUERY)) {
                throw at(CodedException.unsupported("a subquery in MATCH_RECOGNIZE"), call);
            }
            String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
            if (QUALIFIED.contains(call.getKind())) {
                throw at(CodedException.unsupported(name + " in MATCH_RECOGNIZE"), call);
            }
            boolean collects =
                    AGGREGATES.contains(name) || call.getKind() == SqlKind.FIRST || call.getKind() == SqlKind.LAST;
            if (call.getKind() == SqlKind.FIRST
                    || call.getKind() == SqlKind.LAST
                    || call.getKind() == SqlKind.PREV
                    || call.getKind() == SqlKind.NEXT) {
                requireStrict(call.operand(0), name);
            }
            collected += collects ? 1 : 0;
            try {
                SqlNode visited = super.visit(call);
                return name.equals("CLASSIFIER") && visited != null ? nullable(visited) : visited;
            } finally {
                collected -= collects ? 1 : 0;
            }
        }

        /** What a navigation is applied to is worked out column by column, which is the same only where NULL stays NULL. */
        private static void requireStrict(SqlNode operand, String name) {
            if (operand instanceof SqlCall call) {
                if (!LINEAR.contains(call.getKind())) {
                    throw at(
                            CodedException.unsupported(
                                    name + " of " + call.getOperator().getName()),
                            operand);
                }
                call.getOperandList().forEach(inner -> requireStrict(inner, name));
            }
        }
    }
}
