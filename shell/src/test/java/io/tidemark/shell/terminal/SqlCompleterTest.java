package io.tidemark.shell.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.shell.catalog.CatalogNames;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jline.reader.Candidate;
import org.jline.reader.Parser;
import org.jline.reader.impl.LineReaderImpl;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlCompleterTest {

    private final CatalogNames names = new CatalogNames();
    private Connection connection;

    @BeforeEach
    void connect() throws SQLException {
        connection = DriverManager.getConnection("jdbc:h2:mem:" + UUID.randomUUID());
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE \"orders\" (\"amount\" INT, \"two words\" INT)");
        }
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
    }

    @Test
    void keywordsFollowTheCaseThatIsTyped() throws Exception {
        assertThat(candidates("sel")).contains("select").doesNotContain("SELECT");
        assertThat(candidates("SEL")).contains("SELECT");
    }

    @Test
    void relationsAndTheirColumnsAreOffered() throws Exception {
        assertThat(candidates("SELECT * FROM ord")).contains("orders");
        assertThat(candidates("SELECT am")).contains("amount", "\"two words\"");
        assertThat(candidates("SELECT ORDERS.")).containsExactlyInAnyOrder("ORDERS.amount", "ORDERS.\"two words\"");
    }

    @Test
    void namesAreReadAgainAfterTheCatalogHasChanged() throws Exception {
        candidates("x");
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE \"parcels\" (a INT)");
        }
        names.noteStatement("SELECT 1");
        assertThat(candidates("par")).doesNotContain("parcels");
        names.noteStatement("create table parcels (a INT)");
        assertThat(candidates("par")).contains("parcels");
    }

    @Test
    void commandsAreOfferedAfterABackslash() throws Exception {
        assertThat(candidates("\\ti")).contains("\\timing").doesNotContain("SELECT");
    }

    @Test
    void columnsAreThoseOfTheRelationsThatTheStatementNames() throws Exception {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE \"parcels\" (\"weight\" INT)");
        }
        assertThat(candidates("SELECT * FROM parcels WHERE "))
                .contains("weight")
                .doesNotContain("amount");
        assertThat(candidates("SELECT * FROM orders AS o WHERE o."))
                .containsExactlyInAnyOrder("o.amount", "o.\"two words\"");
    }

    @Test
    void relationsAreOfferedAfterTheirSchema() throws Exception {
        assertThat(candidates("SELECT * FROM PUBLIC.")).containsExactly("PUBLIC.orders");
    }

    @Test
    void variablesAreOfferedAfterAColon() throws Exception {
        assertThat(candidates("SELECT :ci")).containsExactlyInAnyOrder(":city", ":day_");
    }

    @Test
    void filesAreOfferedAfterCommandsThatTakeOne(@TempDir Path directory) throws Exception {
        Files.createFile(directory.resolve("load.sql"));
        Files.createDirectory(directory.resolve("more"));
        assertThat(candidates("\\i " + directory + "/l"))
                .containsExactlyInAnyOrder(directory + "/load.sql", directory + "/more/");
        assertThat(candidates("\\o /no/such/directory/")).isEmpty();
    }

    private List<String> candidates(String line) throws Exception {
        List<Candidate> found = new ArrayList<>();
        SqlCompleter completer = new SqlCompleter(
                names, Set.of("\\timing", "\\d"), () -> Set.of("day_", "city"), () -> names.refresh(connection));
        try (DumbTerminal terminal =
                new DumbTerminal(java.io.InputStream.nullInputStream(), java.io.OutputStream.nullOutputStream())) {
            completer.complete(
                    new LineReaderImpl(terminal),
                    new SqlLineParser().parse(line, line.length(), Parser.ParseContext.COMPLETE),
                    found);
        }
        return found.stream().map(Candidate::value).toList();
    }
}
