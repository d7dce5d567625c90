package io.tidemark.runtime.translate;

import org.junit.jupiter.api.Test;

class ArithmeticTest {

    private final ExpressionTable table =
            ExpressionTable.of("b TINYINT, s SMALLINT, i INT, l BIGINT, l2 BIGINT, r REAL, d DOUBLE, e DOUBLE,"
                    + " p DECIMAL(10, 2), q DECIMAL(5, 3), w DECIMAL(38, 0), x DECIMAL(30, 10)");

    @Test
    void integersAreExactUpToTheEdgesOfTheirTypes() {
        table.check("""
                i + 1 | i=5 | 6
                i + 1 | i=2147483647 | ROW_ERROR_OVERFLOW
                i - 1 | i=-2147483648 | ROW_ERROR_OVERFLOW
                i * 2 | i=1073741824 | ROW_ERROR_OVERFLOW
                i * 2 | i=1073741823 | 2147483646
                l + 1 | l=9223372036854775807 | ROW_ERROR_OVERFLOW
                l + 1 | l=9223372036854775806 | 9223372036854775807
                l - 1 | l=-9223372036854775808 | ROW_ERROR_OVERFLOW
                l * l2 | l=4294967296, l2=2147483648 | ROW_ERROR_OVERFLOW
                l * l2 | l=-4294967296, l2=2147483648 | -9223372036854775808
                l * l2 | l=9223372036854775807, l2=-1 | -9223372036854775807
                l * l2 | l=-9223372036854775808, l2=-1 | ROW_ERROR_OVERFLOW
                -l | l=-9223372036854775808 | ROW_ERROR_OVERFLOW
                -i | i=-2147483648 | ROW_ERROR_OVERFLOW
                ABS(l) | l=-9223372036854775808 | ROW_ERROR_OVERFLOW
                ABS(i) | i=-7 | 7
                b + b | b=100 | ROW_ERROR_OVERFLOW
                b + b | b=63 | 126
                s * s | s=182 | ROW_ERROR_OVERFLOW
                s * s | s=181 | 32761
                i + l | i=1 | .
                i + l | i=1, l=2 | 3
                """);
    }

    @Test
    void divisionCutsOffAndDividesByZeroOnlyAsAnError() {
        table.check("""
                i / 2 | i=-7 | -3
                l / l2 | l=7, l2=0 | ROW_ERROR_DIVISION_BY_ZERO
                l / l2 | l=-9223372036854775808, l2=-1 | ROW_ERROR_OVERFLOW
                l / l2 | l=7 | .
                l / l2 | l2=0 | .
                MOD(l, l2) | l=-7, l2=3 | -1
                MOD(l, l2) | l=7, l2=0 | ROW_ERROR_DIVISION_BY_ZERO
                l % l2 | l=-9223372036854775808, l2=-1 | 0
                d / e | d=1, e=0 | Infinity
                d / e | d=0, e=0 | NaN
                p / q | p=1, q=0 | ROW_ERROR_DIVISION_BY_ZERO
                CASE WHEN l2 <> 0 THEN l / l2 END | l=7, l2=0 | .
                CASE WHEN l2 <> 0 THEN l / l2 ELSE 0 END | l=8, l2=2 | 4
                l2 <> 0 AND l / l2 > 1 | l=8, l2=0 | false
                l2 = 0 OR l / l2 > 1 | l=8, l2=0 | true
                """);
    }

    @Test
    void decimalsKeepEveryDigitOfTheirType() {
        table.check("""
                p + q | p=99999999.99, q=99.999 | 100000099.989
                p - q | p=1.00, q=0.001 | 0.999
                p * q | p=99999999.99, q=99.999 | 9999899999.00001
                p * p | p=99999999.99 | 9999999998000000.0001
                l * 0.908 | l=9223372036854775807 | 8374821809464136432.756
                0.908 * l | l=-5 | -4.540
                w + w | w=99999999999999999999999999999999999999 | ROW_ERROR_OVERFLOW
                w + w | w=49999999999999999999999999999999999999 | 99999999999999999999999999999999999998
                w * w | w=9999999999999999999 | 99999999999999999980000000000000000001
                w * w | w=10000000000000000000 | ROW_ERROR_OVERFLOW
                w - 1 | w=-99999999999999999999999999999999999999 | ROW_ERROR_OVERFLOW
                x + p | x=12345678901234567890.0123456789, p=0.01 | 12345678901234567890.0223456789
                -x | x=1.5 | -1.5000000000
                ABS(x) | x=-1.5 | 1.5000000000
                -p | p=1.50 | -1.50
                p > q | p=1.50, q=1.499 | true
                w > l | w=9223372036854775808, l=9223372036854775807 | true
                w = l | w=5, l=5 | true
                x < w | x=5.0000000001, w=5 | false
                p = 1.5 | p=1.50 | true
                p > 1.499999999999999999999999 | p=1.50 | true
                d > 0.1 | d=0.1 | false
                MOD(p, q) | p=5.50, q=2.000 | 1.500
                """);
    }

    @Test
    void roundingIsHalfAwayFromZero() {
        table.check("""
                ROUND(p, 1) | p=1.25 | 1.30
                ROUND(p, 1) | p=-1.25 | -1.30
                ROUND(i, -2) | i=150 | 200
                ROUND(i, -2) | i=-149 | -100
                ROUND(d, 1) | d=2.25 | 2.3
                TRUNCATE(p, 1) | p=-1.29 | -1.20
                FLOOR(p) | p=-1.01 | -2
                CEIL(p) | p=-1.99 | -1
                CEIL(p) | p=1.01 | 2
                FLOOR(x) | x=-0.0000000001 | -1
                CEIL(x) | x=0.0000000001 | 1
                FLOOR(d) | d=-1.5 | -2.0
                SIGN(i) | i=-5 | -1
                CAST(p AS DECIMAL(10, 1)) | p=1.25 | 1.3
                CAST(x AS DECIMAL(5, 2)) | x=999.995 | ROW_ERROR_OVERFLOW
                CAST(x AS DECIMAL(5, 2)) | x=999.994 | 999.99
                CAST(p AS DECIMAL(3, 2)) | p=10.00 | ROW_ERROR_OVERFLOW
                """);
    }

    @Test
    void functionsOfDoublesFollowJavaWhereTheyAreDefined() {
        table.check("""
                SQRT(d) | d=2.25 | 1.5
                SQRT(d) | d=-1 | INVALID_PARAMETER
                POWER(d, 2) | d=3 | 9.0
                POWER(i, 2) | i=3 | 9.0
                EXP(d) | d=0 | 1.0
                LN(d) | d=1 | 0.0
                LN(d) | d=0 | INVALID_PARAMETER
                POWER(d, i) | d=0, i=-1 | INVALID_PARAMETER
                LOG10(d) | d=1000 | 3.0
                d + i | d=0.5, i=1 | 1.5
                r + r | r=0.1 | 0.20000000298023224
                d * p | d=2, p=1.25 | 2.5
                ABS(d) | d=-0.5 | 0.5
                -d | d=0.5 | -0.5
                """);
    }
}
