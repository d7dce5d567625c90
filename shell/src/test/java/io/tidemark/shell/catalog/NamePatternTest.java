package io.tidemark.shell.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NamePatternTest {

    @Test
    void starsAndQuestionMarksStandForCharacters() {
        assertThat(NamePattern.of("ord*").matches("public", "Orders")).isTrue();
        assertThat(NamePattern.of("ord*").matches("public", "reorder")).isFalse();
        assertThat(NamePattern.of("o?d*").matches("public", "orders")).isTrue();
        assertThat(NamePattern.of("").matches("public", "anything")).isTrue();
        assertThat(NamePattern.of("a.b").matches("a", "b")).isTrue();
        assertThat(NamePattern.of("s*.*").matches("shop", "x")).isTrue();
        assertThat(NamePattern.of("s*.*").matches("public", "x")).isFalse();
        assertThat(NamePattern.of("x.y").matches(null, "y")).isFalse();
    }

    @Test
    void quotesKeepCaseAndWildcards() {
        assertThat(NamePattern.of("\"Orders\"").matches("public", "orders")).isFalse();
        assertThat(NamePattern.of("\"a*\"").matches("public", "ab")).isFalse();
        assertThat(NamePattern.of("\"a*\"").isWild()).isFalse();
        assertThat(NamePattern.of("\"a.b\"").matches("public", "a.b")).isTrue();
        assertThat(NamePattern.of("(x").matches("public", "(x")).isTrue();
    }
}
