package dev.kvlease.app.topology;

import static dev.kvlease.app.topology.Lines.allocation;
import static dev.kvlease.app.topology.Lines.event;
import static dev.kvlease.app.topology.Lines.intent;
import static dev.kvlease.app.topology.Lines.outcome;
import static dev.kvlease.app.topology.Lines.records;
import static dev.kvlease.app.topology.Lines.sample;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.VerdictReason;
import dev.kvlease.schemas.VerdictStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Records of the four inputs with the same time are taken in no fixed order. Whatever it is, nothing is READABLE before its
 * evidence has come, and who asks again gets the same answer.
 */
class EqualTimesTest {
    @Test
    void everyOrderOfFourInputsIsSafeAndEndsInTheSameAnswer() {
        List<String> words = new ArrayList<>();
        for (List<History.Arriving> order : orders(records(
                sample(100),
                event(1, 100, "BLOCKS_ALLOCATED", allocation("q")),
                intent("q", "first", 101),
                outcome("q", "first", "FAILED", 101)))) {
            List<History.Arriving> all = new ArrayList<>(records(event(0, 99, "ENGINE_STARTED", "")));
            all.addAll(order);
            all.addAll(records(intent("q", "again", 101)));
            Outputs outputs = Outputs.ofPlainRun(new History(all));
            check(outputs.finalWords().get("p0|first"), hasEvidence(order));
            words.add(outputs.words().get("p0|again"));
        }
        assertThat(words).hasSize(24);
        assertThat(new TreeSet<>(words)).singleElement().asString().startsWith("READABLE WITHIN_LEASE");
    }

    private static void check(Verdict first, boolean known) {
        assertThat(first.getStatus()).isEqualTo(known ? VerdictStatus.READABLE : VerdictStatus.EXPIRED);
        assertThat(first.getProvisional()).isEqualTo(!known);
        if (!known) {
            assertThat(first.getReason()).isIn(VerdictReason.LEASE_UNKNOWN, VerdictReason.CLOCK_UNKNOWN);
        }
    }

    private static boolean hasEvidence(List<History.Arriving> order) {
        List<String> kinds = order.stream().map(EqualTimesTest::kind).toList();
        return kinds.subList(0, kinds.indexOf("Intent")).containsAll(List.of("Event", "Sample"));
    }

    private static String kind(History.Arriving record) {
        return record.input().orElseThrow().getClass().getSimpleName();
    }

    private static <T> List<List<T>> orders(List<T> items) {
        if (items.isEmpty()) {
            return List.of(List.of());
        }
        List<List<T>> orders = new ArrayList<>();
        for (int first = 0; first < items.size(); first++) {
            List<T> rest = new ArrayList<>(items);
            T taken = rest.remove(first);
            orders(rest).forEach(order -> {
                List<T> whole = new ArrayList<>(List.of(taken));
                whole.addAll(order);
                orders.add(whole);
            });
        }
        return orders;
    }
}
