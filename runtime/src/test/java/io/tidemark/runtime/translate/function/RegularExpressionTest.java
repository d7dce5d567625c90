package io.tidemark.runtime.translate.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** REGEXP_EXTRACT finds what the standard library finds, although it first looks for a text that every match contains. */
class RegularExpressionTest {

    private static final int TEXTS = 3000;
    private static final String[] PARTS = {"abc", "ab", "c", "a", "&", "=", "b", "é", "😀", " ", "x", "aabc"};

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(9); i > 0; i--) {
            text.append(PARTS[random.nextInt(PARTS.length)]);
        }
        return text.toString();
    }

    private static @Nullable String extracted(RegularExpression expression, String text, String pattern) {
        Slice out = new Slice();
        return expression.extract(Slice.constant(text), Slice.constant(pattern), out) ? out.string() : null;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(&|^)abc=([^&]*)",
                "abc",
                "a?abc",
                "(a|ab)abc",
                "a*abc",
                "abc+",
                "x|abc",
                "(?:x|abc)?abc.",
                ".abc$",
                "^abc",
                "\\babc",
                "[xé]abc",
                "[^a]{0,2}abc",
                "(?=a)abc",
                "(?i)ABC",
                "(a)\\1bc",
                "a.cabc",
                "abc{0}ab",
                "ab\\=abc"
            })
    void itFindsWhatTheStandardLibraryFinds(String pattern) {
        Random random = new Random(pattern.hashCode());
        RegularExpression expression = new RegularExpression();
        for (int i = 0; i < TEXTS; i++) {
            String text = text(random);
            Matcher matcher = Pattern.compile(pattern).matcher(text);
            assertThat(extracted(expression, text, pattern))
                    .as("%s in \"%s\"", pattern, text)
                    .isEqualTo(matcher.find() ? matcher.group() : null);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "(&|^)channel_id=([^&]*), channel_id=, 1",
        "a.[bc]def, def, 5",
        "x\\.html?, x.htm, 0",
        "(?:ab|c)de?fgh, fgh, 4",
        "abc|def, , ",
        "a*bcd, , ",
        "(?i)abc, , ",
        "ab, , "
    })
    void aTextThatEveryMatchContainsIsRead(String pattern, @Nullable String text, @Nullable Integer before) {
        Optional<RequiredText> found = RequiredText.of(pattern);
        assertThat(found.map(required -> required.bytes().string()).orElse(null))
                .isEqualTo(text);
        assertThat(found.map(RequiredText::before).orElse(null)).isEqualTo(before);
    }
}
