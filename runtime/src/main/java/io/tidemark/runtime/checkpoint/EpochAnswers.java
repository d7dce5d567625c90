package io.tidemark.runtime.checkpoint;

import io.tidemark.runtime.connector.AnswerLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** What the outside world has answered in the epochs of a query, kept in its {@link EpochStore}. Used by the query's thread alone. */
public final class EpochAnswers implements AnswerLog {

    private final EpochStore store;
    private Map<Long, List<PlanRecord.Answers>> recovered = new HashMap<>();
    private PlanWait wait = new PlanWait(CompletableFuture.completedFuture(null));
    private long epoch;

    /** Those that are kept in a store. */
    public EpochAnswers(EpochStore store) {
        this.store = store;
    }

    /** Takes what was answered in epochs that are run again. */
    public void recover(List<PlanRecord.Answers> answers) {
        recovered = new HashMap<>();
        answers.forEach(answer -> recovered
                .computeIfAbsent(answer.epoch(), number -> new ArrayList<>())
                .add(answer));
    }

    /**
     * Begins an epoch.
     *
     * @param until what is waited for before anything of the epoch can be seen
     */
    public void beginEpoch(long begun, PlanWait until) {
        epoch = begun;
        wait = until;
        recovered.keySet().removeIf(number -> number < begun);
    }

    @Override
    public List<byte[]> recorded(String operator) {
        return recovered.getOrDefault(epoch, List.of()).stream()
                .filter(answer -> answer.operator().equals(operator))
                .map(PlanRecord.Answers::bytes)
                .toList();
    }

    @Override
    public void record(String operator, byte[] answers) {
        wait.also(store.answers(epoch, operator, answers));
    }
}
