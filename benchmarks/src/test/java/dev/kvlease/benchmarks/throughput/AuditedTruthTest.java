package dev.kvlease.benchmarks.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditedTruthTest {
    private static final String DOUBLE_ALLOCATION =
            "{\"certainty\":\"CERTAIN\",\"type\":\"DOUBLE_ALLOCATION\",\"request_id\":\"q\"}";

    @TempDir
    private Path dir;

    private Path audit;
    private Path truth;

    @BeforeEach
    void files() {
        audit = dir.resolve("audit.json");
        truth = dir.resolve("truth.ndjson");
    }

    private static String name(String read) {
        return "\"reader_engine_id\":\"p\",\"request_id\":\"q\",\"read_request_id\":\"" + read + "\"";
    }

    private static String violation(String read, String certainty) {
        return "{\"certainty\":\"" + certainty + "\"," + name(read) + ",\"read\":{\"finished_ns\":1}}";
    }

    private static String truth(String read, boolean foreign, boolean over) {
        return "{" + name(read) + ",\"used_foreign_bytes\":" + foreign + ",\"actual\":{\"unsafe\":" + over + "}}";
    }

    private void audited(long notJudged, String... violations) throws IOException {
        Files.writeString(
                audit,
                "{\"source\":{\"inputs\":[\"x\"]},\"summary\":{\"reads\":{\"not_judged\":" + notJudged
                        + "}},\"violations\":[" + String.join(",", violations) + "],\"leases\":[]}");
    }

    @Test
    void everythingFoundAndNothingElse() throws IOException {
        audited(0, violation("a", "CERTAIN"), violation("b", "POSSIBLE"), DOUBLE_ALLOCATION);
        Files.write(truth, List.of(truth("a", true, true), truth("b", true, true), truth("c", false, false)));

        AuditedTruth compared = AuditedTruth.of(audit, truth);

        assertThat(compared).isEqualTo(new AuditedTruth(2, 2, 1, 0, 0));
        assertThat(compared.holds()).isTrue();
        assertThat(compared).hasToString("contaminated reads 2, found 2; CERTAIN 1, not true 0; not judged 0");
    }

    @Test
    void aReadThatWasMissedIsAFaultUnlessTheAuditSaysThatItCouldNotJudge() throws IOException {
        Files.write(truth, List.of(truth("a", true, true)));

        audited(0);
        assertThat(AuditedTruth.of(audit, truth).holds()).isFalse();
        audited(1);
        assertThat(AuditedTruth.of(audit, truth).holds()).isTrue();
    }

    @Test
    void certaintyAboutALawfulReadIsAFault() throws IOException {
        audited(0, violation("a", "CERTAIN"), violation("b", "POSSIBLE"));
        Files.write(truth, List.of(truth("a", false, false), truth("b", false, false)));

        AuditedTruth compared = AuditedTruth.of(audit, truth);

        assertThat(compared).isEqualTo(new AuditedTruth(0, 0, 1, 1, 0));
        assertThat(compared.holds()).isFalse();
    }
}
