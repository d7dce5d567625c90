import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A program that knows the driver by its jar alone. */
public class Client {
    public static void main(String[] arguments) throws SQLException {
        try (Connection connection = DriverManager.getConnection(arguments[0])) {
            System.out.println(connection.getClass().getName());
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT STREAM x FROM s LIMIT 2")) {
                while (rows.next()) {
                    System.out.println("x = " + rows.getObject("x"));
                }
            }
            try (PreparedStatement statement = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
                statement.setInt(1, 42);
                System.out.println("inserted " + statement.executeUpdate());
            }
            try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT nonsense");
            } catch (SQLException e) {
                System.out.println(e.getSQLState() + " " + e.getErrorCode() + " " + e.getMessage());
            }
        }
        DriverManager.drivers().forEach(driver -> System.out.println(driver.getClass().getName()));
    }
}
