package io.tidemark.runtime.translate;

import org.junit.jupiter.api.Test;

class CastTest {

    private final ExpressionTable table = ExpressionTable.of(
            "s VARCHAR, b BOOLEAN, i INT, l BIGINT, d DOUBLE, r REAL, p DECIMAL(10, 2), w DECIMAL(38, 10), v VARBINARY");

    @Test
    void textIsReadAsNumbers() {
        table.check("""
                CAST(s AS INT) | s=42 | 42
                CAST(s AS INT) | s= -42  | -42
                CAST(s AS INT) | s=2147483648 | ROW_ERROR_OVERFLOW
                CAST(s AS INT) | s=1x | ROW_ERROR_BAD_CAST
                CAST(s AS INT) | s='' | ROW_ERROR_BAD_CAST
                CAST(s AS BIGINT) | s=9223372036854775807 | 9223372036854775807
                CAST(s AS BIGINT) | s=-9223372036854775809 | ROW_ERROR_OVERFLOW
                CAST(s AS INT) | s=1.9 | 1
                CAST(s AS DECIMAL(5, 2)) | s=123.456 | 123.46
                CAST(s AS DECIMAL(5, 2)) | s=1234.5 | ROW_ERROR_OVERFLOW
                CAST(s AS DECIMAL(38, 10)) | s=1234567890123456789012345678.0123456789 | 1234567890123456789012345678.0123456789
                CAST(s AS DOUBLE) | s=1e3 | 1000.0
                CAST(s AS DOUBLE) | s=1d | ROW_ERROR_BAD_CAST
                CAST(s AS DOUBLE) | s=NaN | NaN
                CAST(s AS BOOLEAN) | s=TRUE | true
                CAST(s AS BOOLEAN) | s=maybe | ROW_ERROR_BAD_CAST
                CAST(s AS INT) | | .
                """);
    }

    @Test
    void numbersAreNarrowedWithChecks() {
        table.check("""
                CAST(l AS INT) | l=2147483648 | ROW_ERROR_OVERFLOW
                CAST(l AS INT) | l=-2147483648 | -2147483648
                CAST(i AS TINYINT) | i=128 | ROW_ERROR_OVERFLOW
                CAST(i AS SMALLINT) | i=-32768 | -32768
                CAST(d AS INT) | d=-1.9 | -1
                CAST(d AS INT) | d=3e9 | ROW_ERROR_OVERFLOW
                CAST(d AS BIGINT) | d=9.3e18 | ROW_ERROR_OVERFLOW
                CAST(d AS BIGINT) | d=NaN | ROW_ERROR_OVERFLOW
                CAST(d AS BIGINT) | d=-9223372036854775808 | -9223372036854775808
                CAST(d AS DECIMAL(5, 2)) | d=1.005 | 1.01
                CAST(d AS DECIMAL(5, 2)) | d=Infinity | ROW_ERROR_OVERFLOW
                CAST(p AS INT) | p=-1.99 | -1
                CAST(w AS BIGINT) | w=9223372036854775807.9 | 9223372036854775807
                CAST(w AS BIGINT) | w=9223372036854775808 | ROW_ERROR_OVERFLOW
                CAST(w AS DECIMAL(10, 2)) | w=12345678.905 | 12345678.91
                CAST(w AS DOUBLE) | w=0.1 | 0.1
                CAST(i AS DOUBLE) | i=3 | 3.0
                CAST(d AS REAL) | d=0.1 | 0.10000000149011612
                CAST(i AS DECIMAL(5, 2)) | i=999 | 999.00
                CAST(i AS DECIMAL(5, 2)) | i=1000 | ROW_ERROR_OVERFLOW
                CAST(l AS DECIMAL(38, 10)) | l=-1 | -1.0000000000
                """);
    }

    @Test
    void valuesAreWrittenAsText() {
        table.check("""
                CAST(l AS VARCHAR) | l=-9223372036854775808 | -9223372036854775808
                CAST(l AS VARCHAR) | l=0 | 0
                CAST(p AS VARCHAR) | p=0.50 | 0.50
                CAST(w AS VARCHAR) | w=-1.5 | -1.5000000000
                CAST(d AS VARCHAR) | d=1 | 1.0
                CAST(r AS VARCHAR) | r=0.1 | 0.1
                CAST(b AS VARCHAR) | b=true | TRUE
                CAST(i AS VARCHAR(2)) | i=123 | 12
                """);
    }
}
