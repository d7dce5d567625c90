package io.tidemark.runtime.match;

import java.util.ArrayList;
import java.util.List;

/**
 * A row pattern as a nondeterministic automaton, whose ways are in the order of preference. A state takes a row of a variable, or is a choice
 * between others, or accepts.
 *
 * <p><b>Source</b>: Thompson, "Regular expression search algorithm", 1968; the preference of SQL:2016, 7.6, row pattern.
 */
public final class PatternStates {

    private final List<State> states = new ArrayList<>();
    private int start;

    /**
     * One state.
     *
     * @param variable the variable of the row that it takes, or -1
     * @param excluded whether ALL ROWS leaves that row out
     * @param next where it goes; none: it accepts
     */
    private record State(int variable, boolean excluded, List<Integer> next) {}

    /** Makes an automaton that has one state, which accepts: the end from which patterns are built. */
    public PatternStates() {
        states.add(new State(-1, false, List.of()));
    }

    /** The accepting state. */
    public int accepting() {
        return 0;
    }

    /** Adds a state that takes a row of a variable and goes on at {@code next}. */
    public int row(int variable, boolean excluded, int next) {
        return add(new State(variable, excluded, List.of(next)));
    }

    /** Adds a choice, the first of which is preferred. */
    public int choice(List<Integer> next) {
        return add(new State(-1, false, List.copyOf(next)));
    }

    /** Adds a choice that is still to be given its ways by {@link #choose}. */
    public int openChoice() {
        return add(new State(-1, false, List.of()));
    }

    /** Gives an open choice its ways. */
    public void choose(int choice, List<Integer> next) {
        states.set(choice, new State(-1, false, List.copyOf(next)));
    }

    private int add(State state) {
        states.add(state);
        return states.size() - 1;
    }

    /** Says where the pattern begins. */
    public void startAt(int state) {
        start = state;
    }

    int start() {
        return start;
    }

    int count() {
        return states.size();
    }

    /** The variable of the row that a state takes, or -1. */
    int variable(int state) {
        return states.get(state).variable();
    }

    boolean isExcluded(int state) {
        return states.get(state).excluded();
    }

    List<Integer> next(int state) {
        return states.get(state).next();
    }
}
