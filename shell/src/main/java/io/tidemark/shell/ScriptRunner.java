package io.tidemark.shell;

import org.jspecify.annotations.Nullable;

/** Runs scripts up to the first error. */
final class ScriptRunner {

    private final Session session;

    ScriptRunner(Session session) {
        this.session = session;
    }

    /**
     * Runs a script; a last statement without its semicolon is run too.
     *
     * @param name how errors name the script, or null if they need not
     * @return whether all statements succeeded
     */
    boolean run(String script, @Nullable String name) {
        for (ScriptStatement statement : StatementSplitter.split(script)) {
            if (session.hasQuit() || session.console().isBroken()) {
                break;
            }
            if (!session.run(statement, name)) {
                return false;
            }
        }
        return true;
    }
}
