package io.tidemark.shell.script;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;

/** The {@code \if}s that are open in one script, and whether what follows is to be run. */
public final class Conditions {

    /**
     * One {@code \if}.
     *
     * @param runs whether the branch at hand is to be run
     * @param done whether no further branch can be: one has been, or the whole stands in a branch that is left out
     * @param last whether {@code \else} has been
     */
    private record Branch(boolean runs, boolean done, boolean last) {}

    private final Deque<Branch> open = new ArrayDeque<>();

    /** Whether a word is a command that only this class understands. */
    public static boolean isCommand(String word) {
        return switch (word) {
            case "\\if", "\\elif", "\\else", "\\endif" -> true;
            default -> false;
        };
    }

    /** What a word says: true, on, yes, 1, or the contrary; empty if neither. */
    public static Optional<Boolean> truth(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "true", "on", "yes", "1", "t", "y" -> Optional.of(true);
            case "false", "off", "no", "0", "f", "n" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    /** Whether statements and commands are to be run here. */
    public boolean run() {
        return open.stream().allMatch(Branch::runs);
    }

    /** Whether an {@code \if} has no {@code \endif} yet. */
    public boolean isOpen() {
        return !open.isEmpty();
    }

    /** Whether the condition of an {@code \if} or {@code \elif} matters here; if not, it is not looked at. */
    public boolean asks(String command) {
        return command.equals("\\if")
                ? run()
                : command.equals("\\elif") && isOpen() && !open.peek().done();
    }

    /**
     * Takes one of the four commands.
     *
     * @param truth what the condition says, where it is asked for
     * @return what is wrong with the command here; empty if nothing
     */
    public Optional<String> take(String command, boolean truth) {
        if (command.equals("\\if")) {
            boolean here = run();
            open.push(new Branch(here && truth, !here || truth, false));
            return Optional.empty();
        }
        Branch branch = open.poll();
        if (branch == null) {
            return Optional.of(command + " without \\if");
        }
        if (command.equals("\\endif")) {
            return Optional.empty();
        }
        boolean isElse = command.equals("\\else");
        boolean runs = !branch.done() && (isElse || truth);
        open.push(new Branch(runs, branch.done() || runs, isElse));
        return branch.last() ? Optional.of(command + " after \\else") : Optional.empty();
    }
}
