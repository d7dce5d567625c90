package io.tidemark.runtime.translate;

import java.util.List;
import java.util.SplittableRandom;

/** Makes random expressions in the part of SQL that means the same to other databases. */
final class RandomExpressions {

    private static final List<String> COMPARISONS = List.of("=", "<>", "<", "<=", ">", ">=");
    private final SplittableRandom random;

    RandomExpressions(SplittableRandom random) {
        this.random = random;
    }

    /** An expression of any type. */
    String any(int depth) {
        return switch (random.nextInt(4)) {
            case 0 -> truth(depth);
            case 1 -> text(depth);
            case 2 -> decimal(depth);
            default -> number(depth);
        };
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String number(int depth) {
        if (depth == 0) {
            return pick("a", "b", "c", "3", "(-7)", "0", "CAST(a AS BIGINT)");
        }
        String left = number(depth - 1);
        String right = number(depth - 1);
        return switch (random.nextInt(10)) {
            case 0 -> "(" + left + " + " + right + ")";
            case 1 -> "(" + left + " - " + right + ")";
            case 2 -> "(" + left + " * " + right + ")";
            case 3 -> "(" + left + " / NULLIF(" + right + ", 0))";
            case 4 -> "MOD(" + left + ", NULLIF(b, 0))";
            case 5 -> "CASE WHEN " + truth(depth - 1) + " THEN " + left + " ELSE " + right + " END";
            case 6 -> "COALESCE(" + left + ", " + right + ")";
            case 7 -> "ABS(" + left + ")";
            case 8 -> "CHAR_LENGTH(" + text(depth - 1) + ")";
            default -> "(- " + left + ")";
        };
    }

    private String decimal(int depth) {
        if (depth == 0) {
            return pick("p", "q", "1.5", "CAST(a AS DECIMAL(12, 2))");
        }
        String left = decimal(depth - 1);
        String right = decimal(depth - 1);
        return switch (random.nextInt(5)) {
            case 0 -> "(" + left + " + " + right + ")";
            case 1 -> "(" + left + " - " + right + ")";
            case 2 -> "(p * q)";
            case 3 -> "CASE WHEN " + truth(depth - 1) + " THEN " + left + " END";
            default -> "CAST(" + left + " AS DECIMAL(20, 3))";
        };
    }

    private String truth(int depth) {
        if (depth == 0) {
            return pick("x", "y", "TRUE", "(a IS NULL)", "(a < b)");
        }
        return switch (random.nextInt(9)) {
            case 0, 1 -> "(" + truth(depth - 1) + " AND " + truth(depth - 1) + ")";
            case 2, 3 -> "(" + truth(depth - 1) + " OR " + truth(depth - 1) + ")";
            case 4 -> "(NOT " + truth(depth - 1) + ")";
            case 5 -> compare(number(depth - 1), number(depth - 1));
            case 6 -> compare(text(depth - 1), text(depth - 1));
            case 7 -> "(" + truth(depth - 1) + " IS " + pick("TRUE", "NOT TRUE", "FALSE", "NOT FALSE", "NULL") + ")";
            default -> "(" + number(depth - 1) + pick(" IN (1, 3, 5)", " NOT IN (0, 2)", " BETWEEN -3 AND 4") + ")";
        };
    }

    private String compare(String left, String right) {
        return "(" + left + " " + COMPARISONS.get(random.nextInt(COMPARISONS.size())) + " " + right + ")";
    }

    private String text(int depth) {
        if (depth == 0) {
            return pick("s", "t", "'ab'", "'ü'");
        }
        return switch (random.nextInt(6)) {
            case 0 -> "(" + text(depth - 1) + " || " + text(depth - 1) + ")";
            case 1 -> "UPPER(" + text(depth - 1) + ")";
            case 2 -> "SUBSTRING(" + text(depth - 1) + " FROM " + pick("1", "2") + " FOR 2)";
            case 3 -> "CASE WHEN " + truth(depth - 1) + " THEN " + text(depth - 1) + " ELSE s END";
            case 4 -> "COALESCE(t, " + text(depth - 1) + ")";
            default -> "REPLACE(" + text(depth - 1) + ", 'a', 'xy')";
        };
    }
}
