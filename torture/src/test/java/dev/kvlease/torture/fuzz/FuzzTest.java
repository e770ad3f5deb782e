package dev.kvlease.torture.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bad input of all kinds, and that the fuzzer would find a fault. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class FuzzTest {
    private static final long CASES = 100_000;
    private static final long SEED = 20_260_725;

    @Test
    void noBadInputDoesWhatMustNotHappen() throws Exception {
        Set<String> targets = Targets.all().keySet();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int code = run(out, "--cases", "" + CASES, "--seed", "" + SEED);

        assertThat(code).as(text(out)).isZero();
        targets.forEach(name -> assertThat(text(out)).contains("\n" + name + " "));
    }

    @Test
    void aWrongCommandLineSaysWhatIsWrong() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        assertThat(run(out, "--targets", "avro,nothing")).isEqualTo(2);
        assertThat(text(out)).contains("there is no target nothing; there are avro, ");
        assertThat(run(out, "--case", "abc")).isEqualTo(2);
        assertThat(run(out, "--help")).isZero();
    }

    @Test
    void aPlantedFaultIsFoundAndMadeSmall() throws Exception {
        Fuzzing.Result result = new Fuzzing(SEED, campaign -> {}).run(new Planted(), 60_000);

        assertThat(result.findings())
                .extracting(Finding::kind)
                .containsExactlyInAnyOrder(
                        "StackOverflowError in the check",
                        "IllegalStateException in the check",
                        "Broken in the check it allocates more than its bound; #");
        assertThat(result.findings()).allSatisfy(finding -> {
            assertThat(finding.input().length).as(finding.toString()).isLessThanOrEqualTo(120);
            assertThat(finding.command()).startsWith("torture/run fuzz --targets planted --case ");
        });
    }

    @Test
    void theSameSeedGivesTheSameCases() throws Exception {
        assertThat(outcomes(SEED)).isEqualTo(outcomes(SEED)).isNotEqualTo(outcomes(SEED + 1));
    }

    private static Map<String, Long> outcomes(long seed) throws Exception {
        return new Fuzzing(seed, campaign -> {})
                .run(new MsgPackTarget(), 2_000)
                .campaign()
                .outcomeCounts();
    }

    private static int run(ByteArrayOutputStream out, String... args) throws InterruptedException {
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        return Fuzz.run(print, print, args);
    }

    private static String text(ByteArrayOutputStream out) {
        return out.toString(StandardCharsets.UTF_8);
    }

    /** A decoder with the usual faults: it recurses, believes a length, and fails where two things meet. */
    private static final class Planted implements Target {
        @Override
        public String name() {
            return "planted";
        }

        @Override
        public int share() {
            return 1;
        }

        @Override
        public List<byte[]> seeds(long seed) {
            return List.of(Seeds.utf8("{a}"), new byte[] {'L', 0, 0, 0, 1, 'x'}, Seeds.utf8("tag"));
        }

        @Override
        public String take(byte[] input) {
            if (input.length > 4 && input[0] == 'L') {
                int length = (input[1] << 24) | (input[2] & 0xff) << 16 | (input[3] & 0xff) << 8 | (input[4] & 0xff);
                List<Object> list = new ArrayList<>(Math.max(0, Math.min(length, 1 << 19)));
                return "list " + list.size();
            }
            String text = new String(input, StandardCharsets.ISO_8859_1);
            if (text.startsWith("tag") && text.contains("NaN")) {
                throw new IllegalStateException("a tag that is no number");
            }
            return text.startsWith("{") ? "depth " + (depth(input, 0) > 2 ? "many" : "few") : "other";
        }

        private static int depth(byte[] input, int at) {
            if (at == 8) {
                throw new StackOverflowError();
            }
            return at < input.length && input[at] == '{' ? 1 + depth(input, at + 1) : 0;
        }
    }
}
