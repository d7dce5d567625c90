package io.tidemark.sql.ast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.sql.ast.command.SqlAdvanceWatermark;
import io.tidemark.sql.ast.command.SqlAlterQuery;
import io.tidemark.sql.ast.command.SqlDescribeObject;
import io.tidemark.sql.ast.command.SqlDropObject;
import io.tidemark.sql.ast.command.SqlExplainStatement;
import io.tidemark.sql.ast.command.SqlFlush;
import io.tidemark.sql.ast.command.SqlQueryControl;
import io.tidemark.sql.ast.command.SqlSetProperty;
import io.tidemark.sql.ast.command.SqlShow;
import io.tidemark.sql.ast.command.SqlShowCreate;
import io.tidemark.sql.parser.StatementParser;
import java.util.Optional;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.util.Litmus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the accessors of the nodes say about statements. */
class StatementTreeTest {
    private final StatementParser parser = new StatementParser();

    private <T extends SqlNode> T parse(String sql, Class<T> type) {
        return type.cast(parser.parse(sql));
    }

    @Test
    void a_stream_has_columns_of_three_kinds_a_watermark_and_options() {
        SqlCreateRelation stream = parse("""
                CREATE STREAM IF NOT EXISTS a.orders (
                  id BIGINT NOT NULL COMMENT 'the key',
                  part INT METADATA FROM 'partition' VIRTUAL,
                  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND,
                  "offset" BIGINT METADATA,
                  day_ AS CAST(ts AS DATE)
                ) WITH ('connector' = 'kafka', 'n' = 5, 'b' = TRUE)""", SqlCreateRelation.class);
        assertThat(stream.kind()).isEqualTo(SqlCreateRelation.Kind.STREAM);
        assertThat(stream.name()).hasToString("a.orders");
        assertThat(stream.ifNotExists()).isTrue();
        assertThat(stream.replace()).isFalse();
        assertThat(stream.primaryKey()).isEmpty();
        assertThat(stream.columns())
                .extracting(c -> c.name().getSimple())
                .containsExactly("id", "part", "offset", "day_");

        SqlPhysicalColumn id = (SqlPhysicalColumn) stream.columns().get(0);
        assertThat(id.nullable()).isFalse();
        assertThat(id.comment()).hasValue("the key");
        SqlMetadataColumn part = (SqlMetadataColumn) stream.columns().get(1);
        assertThat(part.metadataKey()).isEqualTo("partition");
        assertThat(part.virtual()).isTrue();
        assertThat(Positions.of(part)).hasToString("Optional[line 3, column 3]");
        SqlMetadataColumn offset = (SqlMetadataColumn) stream.columns().get(2);
        assertThat(offset.metadataKey()).isEqualTo("offset");
        assertThat(offset.virtual()).isFalse();
        assertThat(((SqlComputedColumn) stream.columns().get(3)).expression()).hasToString("CAST(`ts` AS DATE)");

        assertThat(stream.watermark()).hasValueSatisfying(watermark -> {
            assertThat(watermark.column()).hasToString("ts");
            assertThat(watermark.expression()).hasToString("`ts` - INTERVAL '5' SECOND");
        });
        assertThat(stream.options())
                .extracting(SqlOption::key, SqlOption::value)
                .containsExactly(tuple("connector", "kafka"), tuple("n", "5"), tuple("b", "true"));
        assertThat(stream.options().get(1).valuePosition().toString()).isEqualTo("line 7, column 38");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a INT PRIMARY KEY, b INT                     | a    | true
            a INT, b INT, PRIMARY KEY (b, a)             | b, a | true
            a INT, PRIMARY KEY (a) NOT ENFORCED          | a    | false
            a INT PRIMARY KEY NOT ENFORCED               | a    | false
            a INT NOT NULL PRIMARY KEY ENFORCED          | a    | true
            """)
    void a_key_is_the_same_wherever_it_is_declared(String columns, String key, boolean enforced) {
        SqlCreateRelation table = parse("CREATE TABLE t (" + columns + ")", SqlCreateRelation.class);
        assertThat(table.primaryKey()).hasValueSatisfying(declared -> {
            assertThat(String.join(
                            ", ",
                            declared.columns().stream().map(Object::toString).toList()))
                    .isEqualTo(key);
            assertThat(declared.enforced()).isEqualTo(enforced);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            APPEND                                     | APPEND   |                      | false
            FINAL                                      | APPEND   |                      | false
            AFTER WATERMARK                            | APPEND   |                      | false
            ON WINDOW CLOSE                            | APPEND   |                      | false
            STREAM AFTER WATERMARK                     | APPEND   |                      | false
            UPDATE                                     | UPDATE   |                      | false
            CHANGES                                    | UPDATE   |                      | false
            STREAM                                     | UPDATE   |                      | false
            STREAM AFTER DELAY INTERVAL '5' MINUTE     | UPDATE   | INTERVAL '5' MINUTE  | false
            COMPLETE ONCE                              | COMPLETE |                      | true
            UPDATE EVERY INTERVAL '10' SECOND          | UPDATE   | INTERVAL '10' SECOND | false
            EVERY INTERVAL '1' DAY                     |          | INTERVAL '1' DAY     | false
            ONCE                                       |          |                      | true
            """)
    void emit_has_a_mode_and_a_trigger_whatever_the_words(String text, String mode, String every, boolean once) {
        SqlEmit emit = parse("SELECT * FROM s EMIT " + text, SqlEmitQuery.class).emit();
        assertThat(emit.mode().map(Enum::name)).isEqualTo(Optional.ofNullable(mode));
        assertThat(emit.every().map(Object::toString)).isEqualTo(Optional.ofNullable(every));
        assertThat(emit.once()).isEqualTo(once);
    }

    @Test
    void emit_is_kept_apart_from_the_query_or_insert_before_it() {
        SqlEmitInsert insert = parse("INSERT INTO t SELECT * FROM s EMIT APPEND", SqlEmitInsert.class);
        assertThat(insert.insert().getTargetTable()).hasToString("t");
        assertThat(Positions.of(insert.emit()))
                .hasValueSatisfying(p -> assertThat(p.column()).isEqualTo(31));
        SqlCreateMaterializedView view = parse(
                "CREATE MATERIALIZED VIEW mv (k) WITH ('a' = 'b') AS SELECT k FROM s EMIT COMPLETE",
                SqlCreateMaterializedView.class);
        assertThat(view.emit()).isPresent();
        assertThat(view.columns()).hasSize(1);
        assertThat(view.options()).hasSize(1);
        SqlCreateQuery query = parse("CREATE QUERY q AS INSERT INTO t SELECT 1", SqlCreateQuery.class);
        assertThat(query.body()).isInstanceOf(SqlInsert.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            EXPLAIN q               | DEFAULT | q
            EXPLAIN WHY q           | WHY     | q
            EXPLAIN ANALYZE FOR q   | ANALYZE | q
            EXPLAIN STATE QUERY a.q | STATE   | a.q
            EXPLAIN SELECT 1        | DEFAULT |
            EXPLAIN PLAN FOR SELECT * FROM t EMIT ONCE | PLAN |
            EXPLAIN LOGICAL INSERT INTO t SELECT 1     | LOGICAL |
            EXPLAIN CODE FOR WITH c AS (SELECT 1) SELECT * FROM c | CODE |
            """)
    void explain_names_a_level_and_either_a_statement_or_a_query(String sql, String level, String query) {
        SqlExplainStatement explain = parse(sql, SqlExplainStatement.class);
        assertThat(explain.level()).hasToString(level);
        assertThat(explain.query().map(Object::toString)).isEqualTo(Optional.ofNullable(query));
        assertThat(explain.statement().isPresent()).isEqualTo(query == null);
    }

    @Test
    void commands_say_what_they_act_on() {
        SqlDropObject drop = parse("DROP MATERIALIZED VIEW IF EXISTS a.v CASCADE", SqlDropObject.class);
        assertThat(drop.kind()).isEqualTo(ObjectKind.MATERIALIZED_VIEW);
        assertThat(drop.name()).hasToString("a.v");
        assertThat(drop.ifExists() && drop.cascade()).isTrue();

        assertThat(parse("SHOW TABLES LIKE 'a%'", SqlShow.class).like()).hasValue("a%");
        assertThat(parse("SHOW CREATE VIEW v", SqlShowCreate.class).kind()).hasValue(ObjectKind.VIEW);
        assertThat(parse("SHOW CREATE view", SqlShowCreate.class).kind()).isEmpty();
        assertThat(parse("DESC FUNCTION f", SqlDescribeObject.class).kind()).hasValue(ObjectKind.FUNCTION);

        SqlSetProperty set = parse("SET 'a.b' = 5", SqlSetProperty.class);
        assertThat(set.action()).isEqualTo(SqlSetProperty.Action.SET);
        assertThat(set.key()).hasValue("a.b");
        assertThat(set.value()).hasValue("5");
        assertThat(parse("SET a.b", SqlSetProperty.class).action()).isEqualTo(SqlSetProperty.Action.SHOW);
        assertThat(parse("RESET", SqlSetProperty.class).key()).isEmpty();

        SqlQueryControl stop = parse("STOP QUERY q WITH DRAIN", SqlQueryControl.class);
        assertThat(stop.action()).isEqualTo(SqlQueryControl.Action.STOP);
        assertThat(stop.drain()).isTrue();
        assertThat(parse("ALTER QUERY q SET ('a' = 'b')", SqlAlterQuery.class).options())
                .hasSize(1);
        assertThat(parse("FLUSH", SqlFlush.class).name()).isEmpty();
        assertThat(parse("FLUSH v", SqlFlush.class).name()).hasToString("Optional[v]");
        assertThat(parse("ADVANCE WATERMARK FOR s TO TIMESTAMP '2024-01-01 10:00:00'", SqlAdvanceWatermark.class)
                        .timestamp()
                        .toFormattedString())
                .isEqualTo("2024-01-01 10:00:00");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            CREATE STREAM s (a INT)          | CREATE TABLE s (a INT)
            CREATE STREAM s (a INT)          | CREATE STREAM IF NOT EXISTS s (a INT)
            CREATE STREAM s (a INT)          | CREATE STREAM s (a INT NOT NULL)
            CREATE TABLE s (a ARRAY<INT>)    | CREATE TABLE s (a ARRAY<INT NOT NULL>)
            CREATE TABLE s (a ROW<b INT>)    | CREATE TABLE s (a ROW<b INT NOT NULL>)
            CREATE TABLE s (a MAP<INT, INT>) | CREATE TABLE s (a MAP<INT, INT NOT NULL>)
            SELECT * FROM s EMIT UPDATE      | SELECT * FROM s EMIT UPDATE ONCE
            SELECT * FROM s EMIT UPDATE      | SELECT * FROM s EMIT COMPLETE
            STOP QUERY q                     | STOP QUERY q WITH DRAIN
            PAUSE QUERY q                    | RESUME QUERY q
            KILL SESSION '1'                 | KILL STATEMENT '1'
            SELECT * FROM s SINCE EPOCH 1    | SELECT * FROM s SINCE EPOCH 2
            SELECT * FROM s SINCE EPOCH 1    | SELECT * FROM s SINCE EPOCH 1 EMIT CHANGES
            KILL SESSION '1'                 | KILL SESSION '2'
            DROP TABLE t                     | DROP TABLE t CASCADE
            DROP TABLE t                     | DROP STREAM t
            SET 'a'                          | RESET 'a'
            SHOW TABLES                      | SHOW VIEWS
            EXPLAIN PLAN SELECT 1            | EXPLAIN CODE SELECT 1
            """)
    void statements_that_differ_have_trees_that_differ(String one, String other) {
        assertThat(parser.parse(one).equalsDeep(parser.parse(other), Litmus.IGNORE))
                .isFalse();
    }
}
