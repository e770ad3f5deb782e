package dev.kvlease.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The model itself must say what the golden files say. */
class GoldenModelTest {
    static List<String> names() {
        return GoldenScenarios.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void modelAgreesWith(String name) {
        GoldenScenarios.check(name, Answers.ofModel(PlainSettings.DEFAULT));
    }

    @Test
    void eventLinesSurviveBeingWritten() {
        for (String name : names()) {
            List<PlainRecord.Stamped> records = GoldenScenarios.records(name);
            List<PlainRecord.Stamped> again =
                    EventLines.print(records).lines().map(EventLines::parse).toList();
            assertThat(again).as(name).isEqualTo(records);
        }
    }
}
