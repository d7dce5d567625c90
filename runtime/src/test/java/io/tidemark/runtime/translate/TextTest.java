package io.tidemark.runtime.translate;

import org.junit.jupiter.api.Test;

class TextTest {

    private final ExpressionTable table =
            ExpressionTable.of("s VARCHAR, t VARCHAR, i INT, j INT, v VARBINARY, c CHAR(5), n VARCHAR(3)");

    @Test
    void lengthsAndPositionsCountCodePoints() {
        table.check("""
                CHAR_LENGTH(s) | s=abc | 3
                CHAR_LENGTH(s) | s='' | 0
                CHAR_LENGTH(s) | s=grün\uD83D\uDE00 | 5
                SUBSTRING(s FROM 2) | s=\uD83D\uDE00ab | ab
                SUBSTRING(s FROM 2 FOR 1) | s=a\uD83D\uDE00b | \uD83D\uDE00
                SUBSTRING(s FROM 0 FOR 2) | s=abc | a
                SUBSTRING(s FROM -5 FOR 7) | s=abc | a
                SUBSTRING(s FROM 9) | s=abc | ''
                SUBSTRING(s FROM i FOR j) | s=abc, i=2, j=-1 | INVALID_PARAMETER
                SUBSTRING(s FROM i FOR j) | s=abc, i=2 | .
                POSITION('b' IN s) | s=\uD83D\uDE00b | 2
                POSITION(t IN s) | s=abc, t=x | 0
                POSITION('' IN s) | s=abc | 1
                LEFT(s, 2) | s=\uD83D\uDE00bc | \uD83D\uDE00b
                RIGHT(s, 2) | s=ab\uD83D\uDE00 | b\uD83D\uDE00
                """);
    }

    @Test
    void textIsChangedAsAWhole() {
        table.check("""
                UPPER(s) | s=grün | GRÜN
                LOWER(s) | s=ABC | abc
                s || t | s=a, t=b | ab
                s || t | s=a | .
                s || '-' || t | s=a, t='' | a-
                TRIM(s) | s=  a b   | a b
                TRIM(LEADING 'x' FROM s) | s=xxaxx | axx
                TRIM(TRAILING 'x' FROM s) | s=xxaxx | xxa
                TRIM(BOTH 'ü' FROM s) | s=üaü | a
                REPLACE(s, 'a', 'xx') | s=banana | bxxnxxnxx
                REPLACE(s, '', 'x') | s=ab | ab
                CASE WHEN i = 1 THEN s || 'x' ELSE UPPER(t) END | i=2, t=b | B
                """);
    }

    @Test
    void partsAreFoundByDelimiterAndByExpression() {
        table.check("""
                SPLIT_INDEX(s, '/', 0) | s=a/b/c | a
                SPLIT_INDEX(s, '/', 1) | s=a/b/c | b
                SPLIT_INDEX(s, '/', 2) | s=a/b/c | c
                SPLIT_INDEX(s, '/', 3) | s=a/b/c | .
                SPLIT_INDEX(s, '/', -1) | s=a/b/c | .
                SPLIT_INDEX(s, '/', 0) | s=/ | ''
                SPLIT_INDEX(s, '/', 1) | s=/ | ''
                SPLIT_INDEX(s, '::', 1) | s=a::b:c | b:c
                SPLIT_INDEX(s, '', 0) | s=ab | ab
                SPLIT_INDEX(s, '', 1) | s=ab | .
                SPLIT_INDEX(s, t, i) | s=a-b, t=-, i=1 | b
                SPLIT_INDEX(s, t, i) | s=a-b, i=1 | .
                SPLIT_INDEX(s, 'ü', 1) | s=aüb | b
                REGEXP_EXTRACT(s, 'b+') | s=abbc | bb
                REGEXP_EXTRACT(s, '(a)(b+)', 2) | s=abbc | bb
                REGEXP_EXTRACT(s, '(x)|(b)', 1) | s=abbc | .
                REGEXP_EXTRACT(s, 'x') | s=abbc | .
                REGEXP_EXTRACT(s, 'x*') | s=abbc | ''
                REGEXP_EXTRACT(s, '(ü.)', 1) | s=aüb | üb
                REGEXP_EXTRACT(s, t) | s=ab, t=b | b
                REGEXP_EXTRACT(s, t) | s=ab, t=( | INVALID_PARAMETER
                REGEXP_EXTRACT(s, 'a', i) | s=ab, i=1 | INVALID_PARAMETER
                REGEXP_EXTRACT(s, t, i) | s=ab, i=0 | .
                """);
    }

    @Test
    void likeKnowsItsWildcards() {
        table.check("""
                s LIKE 'a%' | s=abc | true
                s LIKE 'a%' | s=bac | false
                s LIKE '%c' | s=abc | true
                s LIKE '%b%' | s=abc | true
                s LIKE 'a%c' | s=abc | true
                s LIKE 'ab%bc' | s=abc | false
                s LIKE '%' | s='' | true
                s LIKE '' | s='' | true
                s LIKE '' | s=a | false
                s LIKE 'abc' | s=abc | true
                s LIKE '_' | s=\uD83D\uDE00 | true
                s LIKE '_b_' | s=abc | true
                s LIKE '%_b%' | s=bb | true
                s LIKE '%_b%' | s=ba | false
                s LIKE 'a!%' ESCAPE '!' | s=a% | true
                s LIKE 'a!%' ESCAPE '!' | s=ab | false
                s LIKE t | s=abc, t=a_c | true
                s LIKE t | s=abc | .
                s NOT LIKE 'a%' | s=abc | false
                s NOT LIKE 'a%' | | .
                s LIKE '%a%b%a%' | s=xaybza | true
                s LIKE '%aab' | s=aaab | true
                """);
    }

    @Test
    void castsToTextCutOffAndPad() {
        table.check("""
                CAST(i AS VARCHAR) | i=-2147483648 | -2147483648
                CAST(s AS VARCHAR(2)) | s=\uD83D\uDE00bc | \uD83D\uDE00b
                CAST(s AS CHAR(4)) || 'x' | s=ab | ab  x
                CAST(n AS VARCHAR(10)) | n=abc | abc
                """);
    }

    @Test
    void functionsOfTheLibraryHaveCodeTheyCall() {
        table.check("""
                INITCAP(s) | s=abc def | Abc Def
                INITCAP(s) | | .
                OVERLAY(s PLACING 'x' FROM 2 FOR 1) | s=abc | axc
                REGEXP_REPLACE(s, 'b+', 'x') | s=abbc | axc
                SPLIT_PART(s, ',', 2) | s=a,b,c | b
                SPLIT_PART(s, ',', i) | s=a,b,c, i=3 | c
                MD5(s) | s=abc | 900150983cd24fb0d6963f7d28e17f72
                LPAD(s, 5, 'x') | s=abc | xxabc
                CONCAT(s, 'x', t) | t=b | xb
                REVERSE(s) | s=a\uD83D\uDE00 | \uD83D\uDE00a
                REGEXP_SUBSTR(s, 'x') | s=abc | .
                REGEXP_LIKE(s, '(') | s=abc | INVALID_PARAMETER
                TRY_CAST(s AS INT) | s=4x | .
                JSON_VALUE(s, '$.a') | s={"a": 1.50} | 1.50
                JSON_VALUE(s, '$.a') | s={"a": [1]} | .
                """);
    }

    @Test
    void functionsWithoutCodeOfTheirOwnGoThroughCalcite() {
        table.check("""
                s SIMILAR TO 'a+' | s=aaa | true
                s ILIKE 'A%' | s=abc | true
                RANDOM() | | UNSUPPORTED
                """);
    }
}
