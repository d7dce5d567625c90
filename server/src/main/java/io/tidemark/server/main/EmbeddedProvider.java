package io.tidemark.server.main;

import io.tidemark.jdbc.embedded.EmbeddedServer;
import io.tidemark.jdbc.embedded.EmbeddedServerProvider;
import io.tidemark.jdbc.embedded.Reply;
import io.tidemark.server.avatica.MessageService;
import io.tidemark.sql.error.CodedException;
import java.sql.SQLException;
import java.util.Map;

/** Starts a server in the process of a program that uses the driver; it listens nowhere. */
public final class EmbeddedProvider implements EmbeddedServerProvider {

    /** Called by the service loader. */
    public EmbeddedProvider() {}

    @Override
    public EmbeddedServer start(Map<String, String> settings) throws SQLException {
        try {
            ServerSettings all = ServerSettings.defaults().with(settings);
            RunningServer server = RunningServer.withoutEndpoint(all);
            return new InProcess(server, new MessageService(server.sessions(), all.endpoint()));
        } catch (CodedException e) {
            throw new SQLException(e.render(), e.code().sqlState(), e.code().vendorCode(), e);
        }
    }

    private record InProcess(RunningServer server, MessageService messages) implements EmbeddedServer {

        @Override
        public Reply answer(byte[] message) {
            return messages.answer(message);
        }

        @Override
        public void close() {
            messages.close();
            server.close();
        }
    }
}
