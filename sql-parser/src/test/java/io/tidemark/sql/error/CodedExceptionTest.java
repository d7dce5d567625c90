package io.tidemark.sql.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CodedExceptionTest {
    @Test
    void the_full_text_has_message_place_fragment_and_hint() {
        CodedException error = CodedException.unknownColumn("amout", "stream \"orders\"", List.of("id", "amount"));
        assertThat(error.getMessage()).isEqualTo("no column \"amout\" in stream \"orders\"");
        assertThat(error.at(new SourcePosition(2, 8, 2, 12), "SELECT id,\n       amout FROM orders")
                        .render())
                .isEqualTo("no column \"amout\" in stream \"orders\" at line 2, column 8: amout. did you mean"
                        + " \"amount\"?");
        assertThat(error.hint(Optional.empty())).isSameAs(error);
    }

    @Test
    void refining_copies_and_keeps_where_the_error_arose() {
        CodedException error = CodedException.internal("x");
        IllegalStateException cause = new IllegalStateException("y");
        CodedException refined = error.at(SourcePosition.at(1, 2)).hint("do z").cause(cause);
        assertThat(error.position()).isEmpty();
        assertThat(refined.position()).hasValue(SourcePosition.at(1, 2));
        assertThat(refined.hint()).hasValue("do z");
        assertThat(refined).hasCause(cause);
        assertThat(refined.getStackTrace()).isEqualTo(error.getStackTrace()).isNotEmpty();
    }

    @Test
    void an_unknown_option_lists_the_known_ones_and_the_nearest() {
        assertThat(CodedException.unknownOption("topik", "connector \"kafka\"", List.of("topic", "format"))
                        .render())
                .isEqualTo("unknown option \"topik\" for connector \"kafka\". did you mean \"topic\"? known options"
                        + " are \"topic\", \"format\"");
    }

    @Test
    void a_row_error_costs_no_stack_trace_even_when_refined() {
        CodedException error = CodedException.rowError(ErrorCode.ROW_ERROR_OVERFLOW, "x");
        assertThat(error.hint("y").getStackTrace()).isEmpty();
    }

    @Test
    void an_error_survives_serialization() throws IOException, ClassNotFoundException {
        CodedException error =
                CodedException.syntax("x").at(SourcePosition.at(3, 4)).hint("y");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(error);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(((CodedException) in.readObject()).render()).isEqualTo(error.render());
        }
    }

    @Test
    void codes_are_unique_and_their_sqlstates_match_their_kinds() {
        assertThat(Arrays.stream(ErrorCode.values()).map(ErrorCode::code)).doesNotHaveDuplicates();
        assertThat(Arrays.stream(ErrorCode.values()).map(ErrorCode::vendorCode)).doesNotHaveDuplicates();
        for (ErrorCode code : ErrorCode.values()) {
            assertThat(code.sqlState()).as(code.name()).matches("[0-9A-Z]{5}");
            assertThat(ErrorCode.ofVendorCode(code.vendorCode())).hasValue(code);
            assertThat(code.sqlState().startsWith("01")).as(code.name()).isEqualTo(code.kind() == ErrorKind.WARNING);
            assertThat(code.sqlState().startsWith("XX")).as(code.name()).isEqualTo(code.kind() == ErrorKind.INTERNAL);
            assertThat(code.sqlState().startsWith("0A"))
                    .as(code.name())
                    .isEqualTo(code.kind() == ErrorKind.UNSUPPORTED);
        }
        assertThat(ErrorCode.ofVendorCode(-1)).isEmpty();
    }

    @Test
    void a_position_cuts_its_fragment_out_of_the_text() {
        String text = "SELECT a,\r\n  b,\n\tc" + " + 1".repeat(30);
        assertThat(new SourcePosition(1, 8, 2, 3).fragment(text)).isEqualTo("a, b");
        assertThat(SourcePosition.at(3, 2).fragment(text)).isEqualTo("c");
        assertThat(SourcePosition.at(9, 9).fragment(text)).isEmpty();
        assertThat(new SourcePosition(3, 2, 3, 100).fragment(text)).hasSize(60).endsWith("…");
        assertThat(new SourcePosition(1, 3, 2, 5).within(SourcePosition.at(4, 7)))
                .isEqualTo(new SourcePosition(4, 9, 5, 5));
        assertThatThrownBy(() -> new SourcePosition(1, 2, 1, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
