package dev.kvlease.core;

import dev.kvlease.model.CoreAnswers;
import dev.kvlease.model.GoldenScenarios;
import dev.kvlease.model.PlainSettings;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The core says what the golden files say, also when its state is stored and restored between any two records. */
class GoldenCoreTest {
    static List<String> names() {
        return GoldenScenarios.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void coreAgreesWith(String name) {
        GoldenScenarios.check(name, CoreAnswers.ofCore(PlainSettings.DEFAULT));
    }

    @ParameterizedTest
    @MethodSource("names")
    void restoredCoreAgreesWith(String name) {
        GoldenScenarios.check(name, CoreAnswers.ofRestoredCore(PlainSettings.DEFAULT, 1));
    }
}
