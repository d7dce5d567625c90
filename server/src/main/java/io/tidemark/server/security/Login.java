package io.tidemark.server.security;

/**
 * Who a session belongs to.
 *
 * @param user the user's name as it was created; empty where there are no users, and for a session within the server's own process
 * @param address the client's address, without a port; empty within the server's own process
 */
public record Login(String user, String address) {

    /** Within the server's own process, where everything is allowed. */
    public static final Login IN_PROCESS = new Login("", "");

    /** Whether no user stands behind it, so that everything is allowed. */
    public boolean isUnrestricted() {
        return user.isEmpty();
    }
}
