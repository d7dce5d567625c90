package io.tidemark.benchmarks.avatica;

import io.tidemark.benchmarks.rows.MeasuredProcess;
import java.io.IOException;
import java.sql.SQLException;
import org.apache.calcite.avatica.jdbc.JdbcMeta;
import org.apache.calcite.avatica.remote.Driver.Serialization;
import org.apache.calcite.avatica.remote.LocalService;
import org.apache.calcite.avatica.server.HttpServer;
import org.eclipse.jetty.server.Server;

/**
 * Avatica's HTTP server, as it is, on a database of H2 in memory, which gives the rows of a query while they are read. A process that tells its URL
 * and ends when its input does.
 */
public final class AvaticaProcess {

    private static final String DATABASE = "jdbc:h2:mem:rows;DB_CLOSE_DELAY=-1;LAZY_QUERY_EXECUTION=1";

    private AvaticaProcess() {}

    /** Runs it. */
    public static void main(String[] arguments) throws SQLException, IOException {
        HttpServer server = new HttpServer.Builder<Server>()
                .withHandler(new LocalService(new JdbcMeta(DATABASE)), Serialization.PROTOBUF)
                .withPort(0)
                .build();
        server.start();
        MeasuredProcess.serveUntilTold(
                "jdbc:avatica:remote:url=http://127.0.0.1:" + server.getPort() + ";serialization=PROTOBUF");
        server.stop();
    }
}
