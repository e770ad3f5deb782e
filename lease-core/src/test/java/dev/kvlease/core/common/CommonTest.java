package dev.kvlease.core.common;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Small things that every rule leans on. */
class CommonTest {
    @Test
    void aCompositeKeyCanBeTakenApart() {
        assertThat(CompositeKey.join("a", "", "b c")).isEqualTo("a||b c");
        assertThat(CompositeKey.join("50%|x")).isEqualTo("50%25%7Cx");
        assertThat(CompositeKey.join("\u0000\u001f \u007f\u0080")).isEqualTo("%00%1F %7F\u0080");
    }

    @Test
    void aRevisionGrowsWithEveryRecordOfEveryInput() {
        assertThat(new AsOf(9, 1, 20, 300, 4_000).revision()).isEqualTo(4_321);
    }

    @Test
    void everyRefusalTellsItsSenderSomethingElse() {
        assertThat(Arrays.stream(BadRecord.values()).map(BadRecord::meaning))
                .doesNotHaveDuplicates()
                .allSatisfy(
                        meaning -> assertThat(meaning).hasSizeGreaterThan(10).doesNotEndWith("."));
    }

    @Test
    void livesAreForgottenOldestFirst() {
        LifeMemory memory = new LifeMemory();
        for (int life = 0; life < Constants.MAX_SUPERSEDED_LIVES; life++) {
            memory.add("life-" + life);
        }
        assertThat(memory.contains("life-0")).isTrue();
        memory.add("one more");

        StateWriter out = new StateWriter().startValue();
        memory.write(out);
        LifeMemory back = LifeMemory.read(StateReader.ofValue(out.toBytes()));
        back.remove("life-5");
        for (LifeMemory each : new LifeMemory[] {memory, back}) {
            assertThat(each.contains("life-0")).isFalse();
            assertThat(each.contains("life-1")).isTrue();
            assertThat(each.contains("one more")).isTrue();
        }
        assertThat(memory.contains("life-5")).isTrue();
        assertThat(back.contains("life-5")).isFalse();
        memory.add("yet one");
        assertThat(memory.contains("life-1")).as("the order has survived").isFalse();
    }
}
