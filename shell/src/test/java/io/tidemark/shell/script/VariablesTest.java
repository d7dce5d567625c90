package io.tidemark.shell.script;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VariablesTest {

    private final Variables variables = new Variables();

    @BeforeEach
    void set() {
        variables.set("n", "12");
        variables.set("city", "O'Fallon \"East\"");
    }

    @Test
    void aVariableStandsForItsValueALiteralOrAnIdentifier() {
        assertThat(variables.replace("SELECT :n + :n, :'city' AS :\"city\""))
                .isEqualTo("SELECT 12 + 12, 'O''Fallon \"East\"' AS \"O'Fallon \"\"East\"\"\"");
    }

    @Test
    void nothingIsReplacedInQuotesAndComments() {
        String text = "SELECT ':n', \":n\", `:n` -- :n\n /* :n */";
        assertThat(variables.replace(text)).isEqualTo(text);
    }

    @Test
    void castsTimesAndUnknownNamesStayAsTheyAre() {
        String text = "SELECT a::n, TIME '12:30', :unknown, :'unknown', :\"unknown\", a : b, :'n";
        assertThat(variables.replace(text)).isEqualTo(text);
    }

    @Test
    void whetherAVariableIsSetCanBeAsked() {
        assertThat(variables.replace(":{?n} :{?unknown} :{n}")).isEqualTo("TRUE FALSE :{n}");
    }

    @Test
    void theWordsOfACommandAreReplacedOutsideQuotes() {
        CommandText text = CommandText.of("\\set greeting 'it''s :n' :n \"a b\";", variables);
        assertThat(text.name()).isEqualTo("\\set");
        assertThat(text.words()).containsExactly("greeting", "it's :n", "12", "\"a b\"");
        assertThat(text.word(9)).isEmpty();
    }

    @Test
    void aVariableIsOnUnlessItSaysOtherwise() {
        assertThat(variables.isOn(Variables.ON_ERROR_STOP)).isTrue();
        variables.set(Variables.ON_ERROR_STOP, "off");
        assertThat(variables.isOn(Variables.ON_ERROR_STOP)).isFalse();
        assertThat(variables.isOn("unknown")).isFalse();
        assertThat(variables.isOn("city")).isTrue();
    }
}
