package io.tidemark.shell.command;

import io.tidemark.shell.format.Cell;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All commands by name, their help, and the nearest name to one that there is not. */
public final class CommandTable {

    private static final int FAR = 3;
    private static final int HELP_COLUMN = 38;

    private final Map<String, Command> commands = new LinkedHashMap<>();

    /** The commands in the order of the help. */
    CommandTable(List<Command> commands) {
        commands.forEach(command -> this.commands.put(command.name(), command));
    }

    /** The names, in the order of the help. */
    public Set<String> names() {
        return commands.keySet();
    }

    Optional<Command> find(String name) {
        return Optional.ofNullable(commands.get(name));
    }

    /** What to say of a name that is none of them. */
    String unknown(String name) {
        Optional<String> nearest = commands.keySet().stream()
                .filter(other -> distance(name, other) < Math.min(FAR, other.length()))
                .min(Comparator.comparingInt(other -> distance(name, other)));
        return "there is no command \"" + name + "\"; "
                + nearest.map(other -> "did you mean " + other + "? ").orElse("") + "\\? lists them";
    }

    /** The help: groups of commands, a line each. */
    String help() {
        StringBuilder text =
                new StringBuilder("A statement ends with a semicolon and may span lines. Tab completes.\n");
        String group = "";
        for (Command command : commands.values()) {
            if (!command.group().equals(group)) {
                group = command.group();
                text.append('\n').append(group).append('\n');
            }
            String usage = "  " + (command.name() + " " + command.arguments()).strip();
            text.append(Cell.padRight(usage, HELP_COLUMN))
                    .append(usage.length() < HELP_COLUMN ? "" : "  ")
                    .append(command.help())
                    .append('\n');
        }
        return text.append("\nPATTERN: * is any text, ? any character; a schema may come before a dot.\n")
                .append("Ctrl-C ends a running statement, or clears the line.\n")
                .toString();
    }

    /** The number of letters to put in, leave out, exchange or change. <b>Source</b>: optimal string alignment (Damerau). */
    static int distance(String left, String right) {
        int[][] cost = new int[left.length() + 1][right.length() + 1];
        for (int i = 0; i <= left.length(); i++) {
            for (int j = 0; j <= right.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int change = left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1;
                int least = Math.min(Math.min(cost[i - 1][j], cost[i][j - 1]) + 1, cost[i - 1][j - 1] + change);
                boolean exchanged = i > 1
                        && j > 1
                        && left.charAt(i - 1) == right.charAt(j - 2)
                        && left.charAt(i - 2) == right.charAt(j - 1);
                cost[i][j] = exchanged ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
            }
        }
        return cost[left.length()][right.length()];
    }
}
