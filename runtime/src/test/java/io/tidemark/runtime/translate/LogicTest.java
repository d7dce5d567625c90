package io.tidemark.runtime.translate;

import org.junit.jupiter.api.Test;

class LogicTest {

    private final ExpressionTable table = ExpressionTable.of(
            "a BOOLEAN, b BOOLEAN, i INT, j INT, k BIGINT NOT NULL, s VARCHAR, t VARCHAR, p DECIMAL(10, 2), d DOUBLE, ts TIMESTAMP(3)");

    @Test
    void andOrAndNotHaveThreeValues() {
        table.check("""
                a AND b | a=true, b=true | true
                a AND b | a=true, b=false | false
                a AND b | a=true | .
                a AND b | a=false | false
                a AND b | b=false | false
                a AND b | | .
                a OR b | a=true | true
                a OR b | b=true | true
                a OR b | a=false | .
                a OR b | a=false, b=false | false
                a OR b | | .
                NOT a | a=true | false
                NOT a | | .
                NOT (a AND b) | b=false | true
                (a OR b) AND (i > 1 OR i IS NULL) | a=true | true
                i > 1 AND j > 1 | i=2, j=2 | true
                i > 1 AND j > 1 | i=2, j=1 | false
                i > 1 AND j > 1 | i=2 | .
                i > 1 AND j > 1 | i=1 | false
                i > 1 AND j > 1 | j=1 | false
                i > 1 AND j > 1 AND k > 1 | i=2, j=2, k=1 | false
                i > 1 OR j > 1 | i=1, j=2 | true
                i > 1 OR j > 1 | i=1, j=1 | false
                i > 1 OR j > 1 | i=1 | .
                i > 1 OR j > 1 | j=2 | true
                i > 1 AND (j > 1 OR k > 1) | i=2, k=2 | true
                i > 1 AND (j > 1 OR k > 1) | i=2, k=1 | .
                NOT (i > 1 AND j > 1) | i=1 | true
                """);
    }

    @Test
    void widthAndSignDontMatterWhereNumbersAreCompared() {
        table.check("""
                k * 0.001 > 5 | k=5001 | true
                k * 0.001 > 5 | k=5000 | false
                k * 0.001 >= 5 | k=5000 | true
                k * 0.001 < -5 | k=-5001 | true
                k * 0.001 <= -5 | k=-5000 | true
                5 < k * 0.001 | k=5001 | true
                -5 > k * 0.001 | k=-5000 | false
                k * 0.001 = -5 | k=-5000 | true
                k * 0.001 <> -5 | k=-5000 | false
                k * 100.0 > 5 | k=9223372036854775807 | true
                k * 100.0 > 5 | k=-9223372036854775808 | false
                k * 100.0 < 5 | k=-9223372036854775808 | true
                k * 100.0 = 5 | k=9223372036854775807 | false
                k * 10.0 > 92233720368547758079 | k=9223372036854775807 | false
                k * 10.0 > 92233720368547758069 | k=9223372036854775807 | true
                k * 10.0 < p | k=-9223372036854775808, p=1 | true
                k * 10.0 >= p | k=1, p=10.00 | true
                """);
    }

    @Test
    void truthTestsAreNeverNull() {
        table.check("""
                a IS TRUE | | false
                a IS NOT TRUE | | true
                a IS FALSE | a=false | true
                a IS NOT FALSE | | true
                a IS UNKNOWN | | true
                a IS NULL | a=true | false
                (a AND b) IS NULL | a=false | false
                (a AND b) IS NOT NULL | a=true | false
                i IS DISTINCT FROM j | | false
                i IS DISTINCT FROM j | i=1 | true
                i IS DISTINCT FROM j | i=1, j=1 | false
                i IS NOT DISTINCT FROM j | i=1, j=2 | false
                i IS NOT DISTINCT FROM j | | true
                """);
    }

    @Test
    void comparisonsWithNullAreUnknown() {
        table.check("""
                i = j | i=1, j=1 | true
                i <> j | i=1 | .
                i < j | i=1, j=2 | true
                i >= j | i=1, j=2 | false
                a = b | a=true, b=true | true
                a > b | a=true, b=false | true
                s = t | s=x, t=x | true
                s < t | s=x, t=xy | true
                s < t | s=\uFFFD, t=\uD83D\uDE00 | true
                s = 'x' | s=x | true
                s = '' | s='' | true
                i BETWEEN 1 AND j | i=1, j=1 | true
                i BETWEEN 1 AND j | i=0 | false
                i NOT BETWEEN 1 AND 3 | i=2 | false
                d < 1 | d=NaN | false
                p < i | p=1.99, i=2 | true
                i < d | i=1, d=1.5 | true
                """);
    }

    @Test
    void choicesEvaluateOnlyWhatTheyReturn() {
        table.check("""
                CASE WHEN i > 0 THEN 'plus' WHEN i < 0 THEN 'minus' ELSE 'zero' END | i=1 | plus
                CASE WHEN i > 0 THEN 'plus' WHEN i < 0 THEN 'minus' ELSE 'zero' END | i=-1 | minus
                CASE WHEN i > 0 THEN 'plus' WHEN i < 0 THEN 'minus' ELSE 'zero' END | i=0 | zero
                CASE WHEN i > 0 THEN 'plus' WHEN i < 0 THEN 'minus' ELSE 'zero' END | | zero
                CASE WHEN i > 0 AND i < 5 THEN 'few' WHEN i >= 5 THEN 'many' ELSE 'none' END | i=4 | few
                CASE WHEN i > 0 AND i < 5 THEN 'few' WHEN i >= 5 THEN 'many' ELSE 'none' END | i=5 | many
                CASE WHEN i > 0 AND i < 5 THEN 'few' WHEN i >= 5 THEN 'many' ELSE 'none' END | | none
                CASE WHEN i > 0 THEN 'plus' WHEN i < 0 THEN 'minus' END | i=0 | .
                CASE WHEN i > 0 THEN 'plus' WHEN i < 0 THEN 'minus' END | i=-1 | minus
                CASE WHEN i > 0 THEN NULL WHEN i < 0 THEN 'minus' ELSE 'zero' END | i=1 | .
                CASE WHEN i > 0 THEN NULL WHEN i < 0 THEN 'minus' ELSE 'zero' END | | zero
                CASE WHEN i <> 0 THEN 'a' WHEN 1 / i > 0 THEN 'b' ELSE 'c' END | i=2 | a
                CASE WHEN i > 0 THEN 'same' WHEN i < 0 THEN 'same' ELSE 'zero' END | i=-1 | same
                CASE WHEN i > 0 THEN s END | i=1, s=x | x
                CASE WHEN i > 0 THEN s END | i=1 | .
                CASE i WHEN 1 THEN p ELSE 2 END | i=1, p=5.25 | 5.25
                CASE i WHEN 1 THEN p ELSE 2 END | i=3 | 2.00
                CASE WHEN j <> 0 THEN i / j ELSE -1 END | i=1, j=0 | -1
                COALESCE(i, j, 7) | | 7
                COALESCE(i, j, 7) | j=2 | 2
                COALESCE(i, 1 / j) | i=5, j=0 | 5
                COALESCE(s, t) | t=x | x
                NULLIF(i, j) | i=1, j=1 | .
                NULLIF(i, j) | i=1 | 1
                NULLIF(s, 'x') | s=x | .
                NULLIF(s, 'x') | s=y | y
                CASE WHEN a THEN 1 WHEN b THEN 2 END | a=false, b=true | 2
                CASE WHEN ts > TIMESTAMP '2024-01-01 00:00:00' THEN ts END | ts=2024-01-01T00:00:00.001 | 2024-01-01 00:00:00.001
                """);
    }

    @Test
    void setsAreSearched() {
        table.check("""
                i IN (1, 3, 5) | i=3 | true
                i IN (1, 3, 5) | i=2 | false
                i IN (1, 3, 5) | | .
                i NOT IN (1, 3, 5) | i=2 | true
                i NOT IN (1, 3, 5) | | .
                i IN (1, 3, NULL) | i=1 | true
                i IN (1, 3, NULL) | i=2 | .
                s IN ('a', 'b', 'c') | s=b | true
                p IN (1, 2.5) | p=2.50 | true
                i IN (1,2,3,4,5,6,7,8,9,10,11,12) | i=12 | true
                i IN (1,2,3,4,5,6,7,8,9,10,11,12) | i=13 | false
                i IN (1,2,3,4,5,6,7,8,9,10,11,12) | | .
                i NOT IN (1,2,3,4,5,6,7,8,9,10,11,12) | i=13 | true
                i NOT IN (1,2,3,4,5,6,7,8,9,10,11,12) | | .
                i IN (1,2,3,4,5,6,7,8,9,10,11,12) OR i IS NULL | | true
                s IN ('a','b','c','d','e','f','g','h','i','jj') | s=jj | true
                s IN ('a','b','c','d','e','f','g','h','i','jj') | s=j | false
                s NOT IN ('a','b','c','d','e','f','g','h','i','jj') | s=j | true
                i > 5 AND i < 10 OR i = 20 | i=7 | true
                i > 5 AND i < 10 OR i = 20 | i=20 | true
                i > 5 AND i < 10 OR i = 20 | i=10 | false
                i > 5 AND i < 10 OR i = 20 | | .
                """);
    }
}
