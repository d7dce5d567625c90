package io.tidemark.shell.command;

import java.util.List;

/** The line that a person types at, for commands that have to do with it. */
public interface Prompt {

    /** What was typed before, oldest first. */
    List<String> history();

    /** Gives a text to be edited further at the next prompt. */
    void offer(String text);
}
