package io.tidemark.sql.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person reads who wrote something wrong: message, place and hint, exactly. */
class SyntaxErrorTest {
    private final StatementParser parser = new StatementParser();

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '~', quoteCharacter = '\0', textBlock = """
            SELECT~unexpected end of the statement at line 1, column 7. expected an expression
            SELECT a FROM~unexpected end of the statement at line 1, column 14. expected a name, TABLE, LATERAL or UNNEST
            SELECT a FORM t~unexpected "FORM" at line 1, column 10. did you mean FROM?
            SELCT * FROM t~no statement begins with "SELCT" at line 1, column 1. did you mean SELECT?
            SELECT * FROM t WHER a = 1~unexpected "WHER" at line 1, column 17. did you mean WHERE?
            SELECT * FROM t WHERE a = AND b~unexpected "AND" at line 1, column 27. expected an expression
            SELECT * FROM t WHERE a + = 3~unexpected "=" at line 1, column 27. expected an expression
            SELECT * FROM t WHERE a b~unexpected "b" at line 1, column 25. expected GROUP, HAVING, ORDER, LIMIT, EMIT, UNION, an operator or the end
            SELECT * FROM t GROUP a~unexpected "a" at line 1, column 23. expected BY
            SELECT a, FROM t~unexpected "FROM" at line 1, column 11. expected an expression
            SELECT a b c FROM t~unexpected "c" at line 1, column 12. expected FROM, ORDER, LIMIT, EMIT, UNION, OFFSET, a comma or the end
            SELECT rows FROM t~unexpected "rows" at line 1, column 8. rows is a keyword here; to use it as a name, write "rows"
            SELECT date FROM t~unexpected "date" at line 1, column 8. date is a keyword here; to use it as a name, write "date"
            SELECT stream FROM t~unexpected "stream" at line 1, column 8. stream is a keyword here; to use it as a name, write "stream"
            SELECT * FROM order~unexpected "order" at line 1, column 15. order is a keyword here; to use it as a name, write "order"
            SELECT * FROM (SELECT * FROM t EMIT CHANGES)~unexpected "EMIT" at line 1, column 32. EMIT stands once, last in a SELECT, an INSERT or a CREATE MATERIALIZED VIEW
            CREATE VIEW v AS SELECT 1 EMIT CHANGES~unexpected "EMIT" at line 1, column 27. EMIT stands once, last in a SELECT, an INSERT or a CREATE MATERIALIZED VIEW
            SELECT * FROM t EMIT~unexpected end of the statement at line 1, column 21. expected APPEND, UPDATE or COMPLETE, then EVERY an interval or ONCE, or one of the two
            SELECT * FROM t EMIT FOO~unexpected "FOO" at line 1, column 22. expected APPEND, UPDATE or COMPLETE, then EVERY an interval or ONCE, or one of the two
            SELECT * FROM t EMIT APEND~unexpected "APEND" at line 1, column 22. did you mean APPEND?
            SELECT * FROM t EMIT EVERY 10~unexpected "10" at line 1, column 28. expected INTERVAL
            SELECT * FROM t EMIT EVERY INTERVAL '1' MONTH~an interval of months has no fixed length at line 1, column 28: INTERVAL '1' MONTH. use DAY, HOUR, MINUTE or SECOND
            SELECT * FROM t EMIT EVERY INTERVAL '0' SECOND~the interval between epochs must be longer than nothing at line 1, column 28: INTERVAL '0' SECOND. leave EVERY out to run an epoch whenever there is input
            SELECT * FROM t EMIT EVERY INTERVAL -'1' DAY~the interval between epochs must be longer than nothing at line 1, column 28: INTERVAL -'1' DAY. leave EVERY out to run an epoch whenever there is input
            SELECT * FROM t EMIT APPEND COMPLETE~unexpected "COMPLETE" at line 1, column 29. expected EVERY, ONCE or the end
            CREATE STRAEM s (a INT)~unexpected "STRAEM" at line 1, column 8. did you mean STREAM?
            CREATE OR REPLACE SCHEMA s~OR REPLACE is not possible here at line 1, column 1: CREATE OR REPLACE SCHEMA. drop the object first, or use IF NOT EXISTS
            CREATE OR REPLACE TABLE IF NOT EXISTS s~OR REPLACE and IF NOT EXISTS exclude each other at line 1, column 1: CREATE OR REPLACE TABLE IF NOT EXISTS. leave one of them out
            CREATE STREAM s (a INT~unexpected end of the statement at line 1, column 23. expected PRIMARY, METADATA, COMMENT, NULL, NOT, a comma or ")"
            CREATE STREAM s ()~unexpected ")" at line 1, column 18. expected a name or PRIMARY
            CREATE STREAM s (a INT, WATERMARK FOR a AS a, WATERMARK FOR a AS a)~a second watermark at line 1, column 47: WATERMARK FOR a AS a. a stream has at most one
            CREATE TABLE t (a INT PRIMARY KEY, PRIMARY KEY (a))~a second primary key at line 1, column 36: PRIMARY KEY (a). declare a key of several columns as PRIMARY KEY (a, b)
            CREATE STREAM s (rows INT)~unexpected "rows" at line 1, column 18. rows is a keyword here; to use it as a name, write "rows"
            CREATE STREAM s (a INT) WITH (connector)~unexpected ")" at line 1, column 40. expected "="
            CREATE STREAM s (a INT) WITH ('a' = b)~unexpected "b" at line 1, column 37. expected a string or a number
            CREATE STREAM s (a INT) WITH ('a' = X'00')~expected a string, found X'00' at line 1, column 37: X'00'
            CREATE STREAM s (a INT) WIHT ('a' = 'b')~unexpected "WIHT" at line 1, column 25. did you mean WITH?
            CREATE MATERIALIZED VIEW v SELECT 1~unexpected "SELECT" at line 1, column 28. expected AS or WITH
            CREATE QUERY q AS SELECT 1~unexpected "SELECT" at line 1, column 19. expected INSERT
            DROP s~unexpected "s" at line 1, column 6. expected STREAM, TABLE, VIEW, MATERIALIZED, QUERY or INDEX
            DROP STREAM~unexpected end of the statement at line 1, column 12. expected a name
            SHOW TABELS~unexpected "TABELS" at line 1, column 6. did you mean TABLES?
            EXPLAIN~EXPLAIN lacks what to explain at line 1, column 8. it takes a query, INSERT, UPDATE, DELETE, CREATE, or the name of a running query
            EXPLAIN WHY~EXPLAIN WHY lacks what to explain at line 1, column 9: WHY. add a statement or the name of a running query
            EXPLAIN SHOW TABLES~EXPLAIN does not take "SHOW" at line 1, column 9: SHOW. it takes a query, INSERT, UPDATE, DELETE, CREATE, or the name of a running query
            ALTER TABLE t ADD x INT~unexpected "TABLE" at line 1, column 7. expected QUERY or SECRET
            PAUSE q~unexpected "q" at line 1, column 7. expected QUERY
            ADVANCE WATERMARK FOR s TO DATE '2024-01-01'~expected a timestamp, found DATE '2024-01-01' at line 1, column 28: DATE '2024-01-01'. write TIMESTAMP 'yyyy-mm-dd hh:mm:ss'
            ADVANCE WATERMARK FOR s TO TIMESTAMP 'x'~illegal TIMESTAMP literal 'x': not in format 'yyyy-MM-dd HH:mm:ss' at line 1, column 28: TIMESTAMP 'x'
            SELECT 'abc~unterminated string at line 1, column 8: 'abc. close it with ', and write a quote inside a string as ''
            SELECT E'ab\\'c~unterminated string at line 1, column 8: E'ab\\'c. close it with ', and write a quote inside a string as ''
            SELECT "abc~unterminated quoted name at line 1, column 8: "abc. close it with " on the same line
            SELECT 1 /* never closed~unterminated comment at line 1, column 10: /* never closed. close it with */
            SELECT `a` FROM t~unexpected character "`" at line 1, column 8. names are quoted with ", as in "name"
            SELECT # FROM t~unexpected character "#" at line 1, column 8. put it in a string, or quote the name it belongs to
            SELECT 1; SELECT 2~more than one statement at line 1, column 11: SELECT 2. run them one after the other, or as a script
            INSERT t VALUES (1)~unexpected "t" at line 1, column 8. expected INTO
            INSERT INTO t~unexpected end of the statement at line 1, column 14. expected a query
            EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1;~unexpected end of the statement at line 1, column 52. expected END or INSERT
            SELECT CAST(a AS) FROM t~unexpected ")" at line 1, column 17. expected a type
            SELECT CAST(a AS INT FROM t~unexpected "FROM" at line 1, column 22. expected ")"
            SELECT CASE WHEN a THEN b FROM t~unexpected "FROM" at line 1, column 27. expected WHEN, ELSE, END or an operator
            SELECT INTERVAL '1' FORTNIGHT FROM t~unexpected "FORTNIGHT" at line 1, column 21. expected SECOND, MINUTE, HOUR, DAY, MONTH or YEAR
            hello world~no statement begins with "hello" at line 1, column 1. begin with SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, SHOW, EXPLAIN or another verb
            SELECT 1)~unexpected ")" at line 1, column 9. expected a name, FROM, ORDER, LIMIT, EMIT, AS, a comma or an operator
            -- nothing~there is no statement in the text at line 1, column 1
            """)
    void wrong_text_is_refused_with_place_and_hint(String sql, String message) {
        CodedException error = refusal(sql);
        assertThat(error.render()).isEqualTo(message);
        assertThat(error.code()).isEqualTo(ErrorCode.SYNTAX);
    }

    @Test
    void an_error_on_a_later_line_counts_lines_of_any_kind() {
        assertThat(refusal("SELECT 1\r\nFROM t\rWHERE\n  a ==\n 2").render())
                .isEqualTo("unexpected \"=\" at line 4, column 6. expected an expression");
    }

    @Test
    void comments_and_wide_characters_before_an_error_do_not_move_it() {
        assertThat(refusal("/* 名\n */ SELECT '😀', -- x\n\ta FORM t").position())
                .hasToString("Optional[line 3, column 4]");
    }

    @Test
    void a_table_from_a_query_is_unsupported_rather_than_wrong() {
        CodedException error = refusal("CREATE TABLE t AS SELECT 1");
        assertThat(error.code()).isEqualTo(ErrorCode.UNSUPPORTED);
        assertThat(error.render())
                .isEqualTo("CREATE TABLE … AS query is not supported at line 1, column 16: AS. use CREATE"
                        + " MATERIALIZED VIEW … AS, or create it and fill it with INSERT INTO … SELECT");
    }

    @Test
    void what_column_definitions_do_not_do_yet_is_unsupported_rather_than_wrong() {
        CodedException error = refusal("CREATE TABLE t (a INT NOT NULL DEFAULT 3 PRIMARY KEY)");
        assertThat(error.code()).isEqualTo(ErrorCode.UNSUPPORTED);
        assertThat(error.render()).startsWith("DEFAULT in a column's definition is not supported at line 1, column 32");
        error = refusal("CREATE STREAM s (a INT, b INTERVAL DAY TO SECOND(3))");
        assertThat(error.code()).isEqualTo(ErrorCode.UNSUPPORTED);
        assertThat(error.render()).startsWith("a column of type INTERVAL is not supported at line 1, column 27");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '\0', textBlock = """
            a BLOB~no type "BLOB" at line 1, column 20: BLOB. write BYTES
            a CLOB~no type "CLOB" at line 1, column 20: CLOB. write STRING
            a NCHAR(10)~no type "NCHAR" at line 1, column 20: NCHAR. write CHAR
            a NATIONAL CHAR(10)~no type "NATIONAL" at line 1, column 20: NATIONAL. write VARCHAR
            a BIT(3) NOT NULL~no type "BIT" at line 1, column 20: BIT. write BOOLEAN
            a DATETIME~no type "DATETIME" at line 1, column 20: DATETIME. write TIMESTAMP
            a my.money PRIMARY KEY~no type "my.money" at line 1, column 20: my.money
            a ARRAY<INT>, b ARRAY<BLOB>~no type "BLOB" at line 1, column 40: BLOB. write BYTES
            a MAP<INT, CLOB>~no type "CLOB" at line 1, column 29: CLOB. write STRING
            a ROW(b INT, c BIT)~no type "BIT" at line 1, column 33: BIT. write BOOLEAN
            a TEXT METADATA~no type "TEXT" at line 1, column 20: TEXT. write STRING
            """)
    void a_type_that_the_dialect_lacks_is_unknown_rather_than_a_name(String columns, String message) {
        CodedException error = refusal("CREATE STREAM s (" + columns + ")");
        assertThat(error.code()).isEqualTo(ErrorCode.UNKNOWN_OBJECT);
        assertThat(error.render()).isEqualTo(message);
    }

    @Test
    void text_nested_too_deeply_is_refused_and_leaves_the_parser_usable() {
        String deep = "SELECT " + "(".repeat(20_000) + "1" + ")".repeat(20_000);
        assertThat(refusal(deep).code()).isEqualTo(ErrorCode.RESOURCE_LIMIT);
        assertThat(parser.parse("SELECT 1")).isNotNull();
    }

    @Test
    void with_back_ticks_a_double_quoted_name_is_explained() {
        StatementParser java = new StatementParser(IdentifierQuoting.BACK_TICK);
        CodedException error = catchThrowableOfType(CodedException.class, () -> java.parse("SELECT \"a\" FROM t"));
        assertThat(error.render())
                .isEqualTo("unexpected \"\"\" at line 1, column 8. names are quoted with `, strings with '");
        error = catchThrowableOfType(CodedException.class, () -> java.parse("SELECT rows FROM t"));
        assertThat(error.hint()).hasValue("rows is a keyword here; to use it as a name, write `rows`");
    }

    @Test
    void a_wrong_expression_is_refused_likewise() {
        CodedException error = catchThrowableOfType(CodedException.class, () -> parser.parseExpression("a + "));
        assertThat(error.render())
                .isEqualTo("unexpected end of the statement at line 1, column 4. expected an expression");
        error = catchThrowableOfType(CodedException.class, () -> parser.parseExpression("  "));
        assertThat(error.render()).isEqualTo("there is no expression in the text at line 1, column 1");
    }

    private CodedException refusal(String sql) {
        return catchThrowableOfType(CodedException.class, () -> parser.parse(sql));
    }
}
