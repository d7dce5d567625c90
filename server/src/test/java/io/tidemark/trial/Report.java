package io.tidemark.trial;

import io.tidemark.trial.data.Lane;
import io.tidemark.trial.data.Operation;
import io.tidemark.trial.data.SourceKind;
import io.tidemark.trial.data.TrialData;
import io.tidemark.trial.engine.RunPlan;
import io.tidemark.trial.grammar.Question;
import io.tidemark.trial.oracle.Oracle;

/** A failed trial as text: all that is needed to see it fail again. */
record Report(Question question, TrialData data, RunPlan plan, String wrong) {

    String text(Trial trial) {
        StringBuilder text = new StringBuilder("trial ")
                .append(trial)
                .append(" (")
                .append(question.family())
                .append("; again with -Dtidemark.trial=")
                .append(trial)
                .append(")\n");
        for (SourceKind source : SourceKind.values()) {
            if (question.relation().sources().contains(source)) {
                text.append(source.definition(question.shape().delaySeconds())).append(";\n");
            }
        }
        text.append(question.tidemark())
                .append(";\n-- time zone ")
                .append(question.zone())
                .append("; DuckDB: ");
        text.append(Oracle.text(question)).append('\n');
        for (Lane lane : data.lanes()) {
            int number = 0;
            for (Operation operation : lane.operations()) {
                text.append(lane.source().relation())
                        .append(' ')
                        .append(lane.partition())
                        .append(':')
                        .append(number++)
                        .append(' ')
                        .append(operation.values() == null ? "delete " + operation.id() : operation.values())
                        .append('\n');
            }
        }
        return text.append("cut ")
                .append(plan.cut().ends())
                .append(", workers ")
                .append(plan.workers())
                .append(", batches of ")
                .append(plan.batchRows())
                .append(", a checkpoint every ")
                .append(plan.epochsPerCheckpoint())
                .append(" epochs, restart ")
                .append(plan.restart())
                .append("\n")
                .append(wrong)
                .toString();
    }
}
