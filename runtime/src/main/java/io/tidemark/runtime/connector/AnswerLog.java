package io.tidemark.runtime.connector;

import java.util.List;

/**
 * What the outside world has answered in an epoch, durable before anything of the epoch can be seen: an epoch that runs again is given the same
 * answers.
 */
public interface AnswerLog {

    /** Remembers nothing: for queries that never run an epoch again. */
    AnswerLog NONE = new AnswerLog() {
        @Override
        public List<byte[]> recorded(String operator) {
            return List.of();
        }

        @Override
        public void record(String operator, byte[] answers) {
            // Nobody will ask for it.
        }
    };

    /** What an operator has recorded when the present epoch ran before, in that order. */
    List<byte[]> recorded(String operator);

    /** Records answers of the present epoch. */
    void record(String operator, byte[] answers);
}
