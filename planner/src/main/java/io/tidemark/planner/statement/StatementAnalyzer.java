package io.tidemark.planner.statement;

import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.statement.Statement.IfExists;
import io.tidemark.planner.statement.Statement.ObjectType;
import io.tidemark.sql.ast.ObjectKind;
import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.ast.SqlCreateFunction;
import io.tidemark.sql.ast.SqlCreateIndex;
import io.tidemark.sql.ast.SqlCreateMaterializedView;
import io.tidemark.sql.ast.SqlCreateQuery;
import io.tidemark.sql.ast.SqlCreateRelation;
import io.tidemark.sql.ast.SqlCreateSchema;
import io.tidemark.sql.ast.SqlCreateView;
import io.tidemark.sql.ast.SqlEmitInsert;
import io.tidemark.sql.ast.SqlEmitQuery;
import io.tidemark.sql.ast.SqlOption;
import io.tidemark.sql.ast.SqlStatementSet;
import io.tidemark.sql.ast.command.SqlAdvanceWatermark;
import io.tidemark.sql.ast.command.SqlAlterQuery;
import io.tidemark.sql.ast.command.SqlDescribeObject;
import io.tidemark.sql.ast.command.SqlDropObject;
import io.tidemark.sql.ast.command.SqlExplainStatement;
import io.tidemark.sql.ast.command.SqlFlush;
import io.tidemark.sql.ast.command.SqlKill;
import io.tidemark.sql.ast.command.SqlQueryControl;
import io.tidemark.sql.ast.command.SqlSetProperty;
import io.tidemark.sql.ast.command.SqlShow;
import io.tidemark.sql.ast.command.SqlShowCreate;
import io.tidemark.sql.ast.command.SqlTransactionControl;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.SourcePosition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.SqlWith;

/**
 * Turns a parse tree into a {@link Statement}: resolves names against the session's schema and collects options.
 *
 * <p><b>Errors</b>: UNKNOWN_SCHEMA for a catalog other than {@code tidemark}; INVALID_OPTION for a key given twice.
 */
public final class StatementAnalyzer {

    private static final String CATALOG = "tidemark";

    private final String defaultSchema;

    /** An analyzer for a session whose unqualified names are in {@code defaultSchema}. */
    public StatementAnalyzer(String defaultSchema) {
        this.defaultSchema = defaultSchema;
    }

    /** The statement that a parse tree stands for; {@code sql} is its text. */
    public Statement analyze(SqlNode node, String sql) {
        return new AccessAnalyzer(this::name)
                .analyze(node)
                .orElseGet(() -> analyze(node, new ParsedStatement(node, sql)));
    }

    private Statement analyze(SqlNode node, ParsedStatement source) {
        if (node instanceof SqlSetProperty set) {
            return new Statement.SetProperty(set.key(), set.value(), set.action() == SqlSetProperty.Action.RESET);
        }
        if (node instanceof SqlAlterQuery alter) {
            return new Statement.AlterQuery(simpleName(alter.name()), options(alter.options()));
        }
        if (node.getKind().belongsTo(SqlKind.DDL) || node instanceof SqlCreateQuery) {
            return analyzeCreateOrDrop(node, source);
        }
        if (node instanceof SqlEmitInsert emit) {
            return insert(Optional.empty(), emit.insert(), source);
        }
        if (node instanceof SqlInsert insert) {
            return insert(Optional.empty(), insert, source);
        }
        if (node instanceof SqlUpdate update) {
            return new Statement.Modify(relation(update.getTargetTable()), false, source);
        }
        if (node instanceof SqlDelete delete) {
            return new Statement.Modify(relation(delete.getTargetTable()), true, source);
        }
        if (node instanceof SqlEmitQuery || node.isA(SqlKind.QUERY)) {
            return new Statement.Select(isEndless(node), source);
        }
        if (node instanceof SqlStatementSet) {
            return unsupported("a statement set", node);
        }
        return analyzeCommand(node, source);
    }

    private Statement analyzeCreateOrDrop(SqlNode node, ParsedStatement source) {
        if (node instanceof SqlCreateRelation create) {
            IfExists ifExists = ifExists(create.replace(), create.ifNotExists());
            return new Statement.CreateRelation(name(create.name()), ifExists, source);
        }
        if (node instanceof SqlCreateView create) {
            IfExists ifExists = ifExists(create.replace(), create.ifNotExists());
            return new Statement.CreateView(name(create.name()), ifExists, source);
        }
        if (node instanceof SqlCreateMaterializedView create) {
            IfExists ifExists = ifExists(create.replace(), create.ifNotExists());
            return new Statement.CreateMaterializedView(
                    name(create.name()), ifExists, options(create.options()), source);
        }
        if (node instanceof SqlCreateQuery create) {
            return createQuery(create, source);
        }
        if (node instanceof SqlCreateSchema create) {
            return new Statement.CreateSchema(simpleName(create.name()), create.ifNotExists());
        }
        if (node instanceof SqlCreateIndex create) {
            return createIndex(create);
        }
        if (node instanceof SqlCreateFunction create) {
            IfExists ifExists = ifExists(create.replace(), create.ifNotExists());
            return new Statement.CreateFunction(
                    simpleName(create.name()), ifExists, create.className(), jar(create), source);
        }
        if (node instanceof SqlDropObject drop) {
            return drop(drop);
        }
        return unsupported(node.getKind().sql, node);
    }

    private static Optional<Statement.JarPath> jar(SqlCreateFunction create) {
        return create.jar().map(jar -> new Statement.JarPath(jar.getValueAs(String.class), position(jar)));
    }

    private Statement createIndex(SqlCreateIndex create) {
        RelationName relation = name(create.relation());
        RelationName name = create.name().isSimple()
                ? new RelationName(relation.schema(), create.name().getSimple())
                : name(create.name());
        List<Statement.IndexColumn> columns = create.columns().stream()
                .map(column -> new Statement.IndexColumn(column.getSimple(), position(column)))
                .toList();
        return new Statement.CreateIndex(name, create.ifNotExists(), relation, columns);
    }

    private Statement createQuery(SqlCreateQuery create, ParsedStatement source) {
        Statement.QueryHead head = new Statement.QueryHead(
                simpleName(create.name()), ifExists(create.replace(), create.ifNotExists()), options(create.options()));
        SqlNode body = create.body();
        if (body instanceof SqlEmitInsert emit) {
            return insert(Optional.of(head), emit.insert(), new ParsedStatement(body, source.sql()));
        }
        if (body instanceof SqlInsert insert) {
            return insert(Optional.of(head), insert, new ParsedStatement(body, source.sql()));
        }
        return unsupported("a statement set", body);
    }

    private Statement insert(Optional<Statement.QueryHead> head, SqlInsert insert, ParsedStatement source) {
        return new Statement.Insert(head, relation(insert.getTargetTable()), source);
    }

    private Statement drop(SqlDropObject drop) {
        ObjectType type = type(drop.kind());
        String last = drop.name().names.get(drop.name().names.size() - 1);
        RelationName relation = type.isRelation() || type == ObjectType.INDEX
                ? name(drop.name())
                : new RelationName(defaultSchema, last);
        return new Statement.Drop(type, relation, last, drop.ifExists(), drop.cascade());
    }

    private Statement analyzeCommand(SqlNode node, ParsedStatement source) {
        if (node instanceof SqlExplainStatement explain) {
            return new Statement.Explain(
                    Statement.ExplainLevel.valueOf(explain.level().name()),
                    explain.statement().map(inner -> analyze(inner, source.sql())),
                    explain.query().map(StatementAnalyzer::simpleName));
        }
        if (node instanceof SqlShow show
                && show.kind() == SqlShow.Kind.SETTINGS
                && show.like().isEmpty()) {
            return new Statement.SetProperty(Optional.empty(), Optional.empty(), false);
        }
        if (node instanceof SqlShow show) {
            return new Statement.Show(show.kind().name(), show.like());
        }
        if (node instanceof SqlShowCreate show) {
            return new Statement.Describe(
                    true, show.kind().map(StatementAnalyzer::type), name(show.name()), position(node));
        }
        if (node instanceof SqlDescribeObject describe) {
            return new Statement.Describe(
                    false, describe.kind().map(StatementAnalyzer::type), name(describe.name()), position(node));
        }
        if (node instanceof SqlQueryControl control) {
            return new Statement.ControlQuery(
                    Statement.ControlQuery.Action.valueOf(control.action().name()),
                    simpleName(control.name()),
                    control.drain());
        }
        if (node instanceof SqlTransactionControl control) {
            return control.action() == SqlTransactionControl.Action.SAVEPOINT
                    ? unsupported("a savepoint", node)
                    : new Statement.ControlTransaction(Statement.ControlTransaction.Command.valueOf(
                            control.action().name()));
        }
        if (node instanceof SqlKill kill) {
            return new Statement.Kill(
                    Statement.Kill.Target.valueOf(kill.target().name()),
                    kill.id().getValueAs(String.class),
                    position(kill.id()));
        }
        if (node instanceof SqlFlush flush) {
            return new Statement.Flush(flush.name().map(this::name));
        }
        if (node instanceof SqlAdvanceWatermark advance) {
            return new Statement.AdvanceWatermark(name(advance.name()), TimestampLiterals.micros(advance.timestamp()));
        }
        return unsupported(node.getKind().sql, node);
    }

    private static boolean isEndless(SqlNode node) {
        if (node instanceof SqlEmitQuery) {
            return true;
        }
        if (node instanceof SqlOrderBy order) {
            return isEndless(order.query);
        }
        if (node instanceof SqlWith with) {
            return isEndless(with.body);
        }
        return node instanceof SqlSelect select && select.getModifierNode(SqlSelectKeyword.STREAM) != null;
    }

    private static ObjectType type(ObjectKind kind) {
        return ObjectType.valueOf(kind.name());
    }

    private static IfExists ifExists(boolean replace, boolean ifNotExists) {
        if (replace) {
            return IfExists.REPLACE;
        }
        return ifNotExists ? IfExists.KEEP : IfExists.FAIL;
    }

    private RelationName relation(SqlNode target) {
        if (target instanceof SqlIdentifier identifier) {
            return name(identifier);
        }
        throw CodedException.unsupported("a target that is not a plain name").at(position(target));
    }

    private RelationName name(SqlIdentifier identifier) {
        List<String> names = identifier.names;
        return switch (names.size()) {
            case 1 -> new RelationName(defaultSchema, names.get(0));
            case 2 -> new RelationName(names.get(0), names.get(1));
            case 3 -> {
                if (!names.get(0).equalsIgnoreCase(CATALOG)) {
                    throw CodedException.of(ErrorCode.UNKNOWN_SCHEMA, "no catalog \"" + names.get(0) + "\"")
                            .at(position(identifier))
                            .hint("the only catalog is \"" + CATALOG + "\"");
                }
                yield new RelationName(names.get(1), names.get(2));
            }
            default ->
                throw CodedException.syntax("a name of " + names.size() + " parts")
                        .at(position(identifier))
                        .hint("write name, schema.name or " + CATALOG + ".schema.name");
        };
    }

    private static String simpleName(SqlIdentifier identifier) {
        if (identifier.names.size() != 1) {
            throw CodedException.syntax("\"" + identifier + "\" is not a simple name")
                    .at(position(identifier))
                    .hint("queries, functions and schemas have names without a schema");
        }
        return identifier.getSimple();
    }

    private static Map<String, String> options(List<SqlOption> options) {
        Map<String, String> collected = new LinkedHashMap<>();
        for (SqlOption option : options) {
            if (collected.put(option.key().toLowerCase(Locale.ROOT), option.value()) != null) {
                throw CodedException.of(ErrorCode.INVALID_OPTION, "option \"" + option.key() + "\" is given twice")
                        .at(position(option));
            }
        }
        return collected;
    }

    private static Statement unsupported(String construct, SqlNode node) {
        return new Statement.Unsupported(construct, position(node));
    }

    private static SourcePosition position(SqlNode node) {
        return Positions.of(node).orElse(new SourcePosition(1, 1, 1, 1));
    }
}
