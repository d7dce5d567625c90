package io.tidemark.shell.session;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Where the shell connects, and as whom.
 *
 * @param url a JDBC URL
 * @param user the user's name, if one was given
 * @param password the password, if one was given
 */
public record Target(
        String url, @Nullable String user, @Nullable String password) {

    /** Opens a connection. */
    public Connection connect() throws SQLException {
        Properties properties = new Properties();
        if (user != null) {
            properties.setProperty("user", user);
        }
        if (password != null) {
            properties.setProperty("password", password);
        }
        return DriverManager.getConnection(url, properties);
    }
}
