package dev.kvlease.demo.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.metrics.LatencySummary;
import dev.kvlease.demo.proof.Proof;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ProofTableTest {
    private static final LatencySummary LATENCY = new LatencySummary(923, 4_100_000, 11_000_000, 61_000_000);
    private final ProofTable table = new ProofTable(Style.PLAIN);

    @Test
    void setsTheGateAgainstItsAbsence() {
        List<String> lines = table.lines(proof(0, 75), LATENCY);
        assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(79));
        assertThat(lines.get(0)).isEqualTo("Proof, from the ground truth of 1,754 reads");
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).contains("without a gate").endsWith(" 75"))
                .anySatisfy(
                        line -> assertThat(line).contains("inside the engine").endsWith(" 26"))
                .anySatisfy(line -> assertThat(line).contains("with kvlease").endsWith(" 0"))
                .anySatisfy(line -> assertThat(line).contains("read and used").endsWith(" 1,513"))
                .anySatisfy(
                        line -> assertThat(line).contains("the lease was over").endsWith(" 97"))
                .anySatisfy(line ->
                        assertThat(line).contains("would have gone well").endsWith(" 144"))
                .anySatisfy(line -> assertThat(line).contains("p50 4.1 ms, p99 11 ms, slowest 61 ms"));
        assertThat(lines.get(lines.size() - 1)).isEqualTo("Holds: 75 reads kept from foreign blocks, none let through");
    }

    @Test
    void listsReasonsByHowOftenTheyCost() {
        List<String> reasons = table.lines(proof(0, 75), LATENCY).stream()
                .filter(line -> line.startsWith("    "))
                .toList();
        assertThat(reasons).hasSize(3);
        assertThat(reasons.get(0))
                .contains("WITHIN_SAFETY_MARGIN", "less than 5 s")
                .endsWith(" 92");
        assertThat(reasons.get(1)).contains("EVENT_GAP", "lost").endsWith(" 50");
        assertThat(reasons.get(2)).contains("SOME_NEW_REASON").endsWith(" 2");
    }

    @Test
    void saysThatTheProofFailed() {
        List<String> lines = table.lines(proof(2, 75), LATENCY);
        assertThat(lines.get(lines.size() - 1)).isEqualTo("FAILED: 2 reads used blocks of another request");
    }

    @Test
    void claimsNothingIfNothingWasAtStake() {
        List<String> lines = table.lines(proof(0, 0), LATENCY);
        assertThat(lines.get(lines.size() - 1)).startsWith("No read was in danger");
    }

    private static Proof proof(long foreignUsed, long foreignWithoutGate) {
        return new Proof(
                1_754,
                1_513,
                foreignUsed,
                foreignWithoutGate,
                26,
                40,
                new TreeMap<>(Map.of("WITHIN_SAFETY_MARGIN", 92L, "EVENT_GAP", 50L, "SOME_NEW_REASON", 2L)),
                Optional.empty());
    }
}
