package io.tidemark.trial.relational;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.trial.data.DataGenerator;
import io.tidemark.trial.grammar.Question;
import io.tidemark.trial.oracle.Oracle;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RelationalQuestionsTest {

    private static final int QUESTIONS = 100;

    @Test
    void everyQuestionIsOneToDuckDbAndManyHaveAnswersWithRows() throws SQLException {
        List<String> refused = new ArrayList<>();
        int withRows = 0;
        try (Oracle oracle = new Oracle()) {
            for (int number = 0; number < QUESTIONS; number++) {
                Question question = RelationalQuestions.question(1, number);
                try {
                    var answers =
                            oracle.answers(question, DataGenerator.generate(question.shape(), 1, new Random(number)));
                    withRows += answers.byCheck().stream()
                                    .anyMatch(answer -> !answer.rows().isEmpty())
                            ? 1
                            : 0;
                } catch (SQLException e) {
                    refused.add(question.tidemark() + "\n" + e.getMessage());
                }
            }
        }
        assertThat(refused).isEmpty();
        assertThat(withRows).isGreaterThan(QUESTIONS / 2);
    }
}
