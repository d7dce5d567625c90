package io.tidemark.server.session;

import io.tidemark.server.activity.ConnectedSession;
import io.tidemark.server.activity.ConnectedSessions;
import io.tidemark.server.audit.AuditLog;
import io.tidemark.server.query.UnboundedState;
import io.tidemark.server.security.Login;
import io.tidemark.server.transaction.OpenTransaction;
import io.tidemark.server.transaction.Transactions;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Opens sessions over one server's services. */
public final class Sessions implements SessionFactory {

    /** The property with the address that the client connects from. */
    public static final String CLIENT_ADDRESS = "client.address";

    /** The property with what the client calls itself. */
    public static final String APPLICATION_NAME = "applicationName";

    private static final String ANONYMOUS = "anonymous";
    private static final String SETTING_PREFIX = "set.";

    private final ConnectedSessions connected;
    private final StatementExecutor executor;
    private final OpenTransaction.Scope scope;
    private final Duration statementTimeout;
    private final UnboundedState unboundedState;
    private final AuditLog audit;

    /**
     * A factory.
     *
     * @param statementTimeout how long a statement may take unless the session says otherwise; zero for no limit
     * @param maxRows how many rows a transaction may change
     * @param unboundedState what becomes of queries whose state nothing bounds, unless the session says otherwise
     * @param audit told of what is administered, and of what is refused
     */
    public Sessions(
            ServerServices services,
            Duration statementTimeout,
            UnboundedState unboundedState,
            long maxRows,
            AuditLog audit) {
        this.connected = services.sessions();
        this.executor = new StatementExecutor(services);
        this.scope = new OpenTransaction.Scope(services.catalog(), services.connectors(), services.queries(), maxRows);
        this.statementTimeout = statementTimeout;
        this.unboundedState = unboundedState;
        this.audit = audit;
    }

    @Override
    public Session open(Map<String, String> properties, Login login) {
        SessionSettings settings = new SessionSettings(statementTimeout, unboundedState.word(), login.user());
        properties.forEach((key, value) -> {
            if (key.startsWith(SETTING_PREFIX)) {
                settings.set(key.substring(SETTING_PREFIX.length()), value);
            }
        });
        set(settings, SessionSettings.TIME_ZONE, properties.get("timeZone"));
        set(settings, SessionSettings.LEX, properties.get("lex"));
        String schema = properties.get("schema");
        if (schema != null && !schema.isEmpty()) {
            executor.requireSchema(schema);
            settings.set(SessionSettings.SCHEMA, schema);
        }
        return new Session(
                executor,
                settings,
                new Transactions(scope),
                connected.connect(user(properties, login), client(properties)),
                login,
                audit);
    }

    private static String user(Map<String, String> properties, Login login) {
        if (!login.isUnrestricted()) {
            return login.user();
        }
        String user = properties.getOrDefault("user", "");
        return user.isEmpty() ? ANONYMOUS : user;
    }

    private static ConnectedSession.Client client(Map<String, String> properties) {
        return new ConnectedSession.Client(
                properties.getOrDefault(APPLICATION_NAME, ""), properties.getOrDefault(CLIENT_ADDRESS, "in process"));
    }

    private static void set(SessionSettings settings, String key, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            settings.set(key, value);
        }
    }
}
