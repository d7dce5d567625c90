package io.tidemark.shell.script;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** The words of the dialect that are highlighted and completed. */
public final class SqlKeywords {

    /** All, in upper case. */
    public static final Set<String> ALL = new TreeSet<>(Set.of(
            ("ADVANCE ALL ALTER ANALYZE AND APPEND ARRAY AS ASC ASOF AVG BEGIN BETWEEN BIGINT BOOLEAN BY BYTES CASCADE CASE"
                            + " CAST CHANGES CHAR COALESCE CODE COMPLETE CONNECTORS COUNT CREATE CROSS CUBE CUMULATE"
                            + " CURRENT_TIMESTAMP DATE DAY DECIMAL DELETE DESC DESCRIBE DESCRIPTOR DISTINCT DOUBLE DRAIN"
                            + " DROP ELSE EMIT END ENFORCED EVERY EXCEPT EXECUTE EXISTS EXPLAIN FALSE FETCH FILTER FIRST"
                            + " FLUSH FOR FROM FULL FUNCTIONS GROUP GROUPING HAVING HOP HOUR IF IN INDEX INNER INSERT INT"
                            + " INTERSECT INTERVAL INTO IS JOIN KEY LAST LATERAL LEFT LIKE LIMIT LOGICAL MAP"
                            + " MATCH_RECOGNIZE MATERIALIZED MAX METADATA MIN MINUTE MONTH NATURAL NOT NULL NULLS OFFSET ON"
                            + " ONCE OR ORDER OUTER OVER PARTITION PAUSE PLAN PRIMARY QUALIFY QUERIES QUERY REAL REPLACE"
                            + " RESUME RIGHT ROLLUP ROW ROWS ROW_KIND SCHEMA SECOND SELECT SESSION SET SETS SHOW SMALLINT"
                            + " STATE STATEMENT STOP STREAM STREAMS STRING SUM TABLE TABLES THEN TIME TIMESTAMP"
                            + " TIMESTAMP_LTZ TINYINT TO TRUE TUMBLE UNION UNNEST UPDATE USING VALUES VARBINARY VARCHAR"
                            + " VARIANT VIEW VIEWS VIRTUAL WATERMARK WHEN WHERE WHY WINDOW WITH WITHIN YEAR")
                    .split(" ")));

    private SqlKeywords() {}

    /** Whether a word, in any case, is one. */
    public static boolean contains(String word) {
        return ALL.contains(word.toUpperCase(Locale.ROOT));
    }
}
