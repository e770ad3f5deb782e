package dev.kvlease.demo.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.metrics.LatencySummary;
import dev.kvlease.demo.stats.Happening;
import dev.kvlease.demo.stats.PairClockView;
import dev.kvlease.demo.stats.ReasonCount;
import dev.kvlease.demo.stats.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FrameTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final String TITLE = "kvlease demo: 4 holders, 3 readers, 240 conversations, seed 7";
    private static final Style FULL = new Style(true, true);

    private final Frame frame = new Frame(TITLE, 20 * SECOND, Style.PLAIN);

    @Test
    void showsEverythingOnAUsualTerminal() {
        List<String> lines = frame.lines(busy(), 80, 23);
        assertThat(lines)
                .hasSize(23)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(79))
                .allSatisfy(line -> assertThat(line).doesNotContain("\u001b"));
        assertThat(lines.get(0)).startsWith(TITLE).endsWith("00:14 of 00:20");
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).startsWith("Verdicts").contains("  41/s", "2,881 records"));
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).startsWith("READABLE ").endsWith("75 %"));
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).startsWith("EXPIRED ").endsWith("25 %"));
        assertThat(lines)
                .anySatisfy(line ->
                        assertThat(line).contains("p50 4.1 ms", "p99 11 ms", "slowest 61 ms (prefill-1, c3-t1)"));
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).contains("4  in time, 9 after", "violations 1", "dead letters 2"));
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).contains("WITHIN_LEASE", "290", "WITHIN_SAFETY_MARGIN", "62"));
        assertThat(lines)
                .anySatisfy(line -> assertThat(line)
                        .contains("decode-0 - prefill-0", "-349,747.600775 s", "+- 142 us", "284 us", "yes"));
        assertThat(lines)
                .anySatisfy(line ->
                        assertThat(line).contains("decode-0 - prefill-1").endsWith("no"));
        assertThat(lines.get(22)).isEqualTo("00:13  happening 29");
    }

    @Test
    void neverLeavesTheTerminal() {
        for (int columns = 40; columns < 200; columns += 7) {
            for (int rows = 1; rows < 60; rows += 3) {
                List<String> lines = new Frame(TITLE, 0, Style.PLAIN).lines(busy(), columns, rows);
                int widest = columns - 1;
                assertThat(lines)
                        .as("%d columns, %d rows", columns, rows)
                        .hasSizeLessThanOrEqualTo(rows)
                        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(widest));
            }
        }
    }

    @Test
    void coloursTakeNoRoom() {
        List<String> coloured = new Frame(TITLE, 20 * SECOND, FULL).lines(busy(), 80, 23);
        List<String> bare = new Frame(TITLE, 20 * SECOND, new Style(false, true)).lines(busy(), 80, 23);
        assertThat(coloured).anySatisfy(line -> assertThat(line).contains("\u001b[32m"));
        assertThat(coloured.stream()
                        .map(line -> line.replaceAll("\u001b\\[[0-9]*m", ""))
                        .toList())
                .isEqualTo(bare);
    }

    @Test
    void aColouredLineIsClippedByWhatIsSeenOfIt() {
        assertThat(FULL.clip("ab\u001b[32mcdef\u001b[0mgh", 4)).isEqualTo("ab\u001b[32mcd\u001b[0m");
        assertThat(FULL.clip("ab\u001b[32mcd\u001b[0m", 9)).isEqualTo("ab\u001b[32mcd\u001b[0m");
        assertThat(Style.PLAIN.clip("abcdef", 4)).isEqualTo("abcd");
    }

    @Test
    void hasItsShapeBeforeAnythingHasHappened() {
        List<String> lines = new Frame(TITLE, 0, FULL).lines(nothing(), 80, 23);
        assertThat(lines).hasSize(23);
        assertThat(lines.get(0)).endsWith("00:00  Ctrl-C ends it");
    }

    @Test
    void coloursAndSymbolsFollowTheEnvironment() {
        assertThat(Style.of(Map.of("LANG", "en_US.UTF-8"))).isEqualTo(new Style(true, true));
        assertThat(Style.of(Map.of("LANG", "C.utf8", "NO_COLOR", "1"))).isEqualTo(new Style(false, true));
        assertThat(Style.of(Map.of("LANG", "C.UTF-8", "LC_ALL", "C"))).isEqualTo(new Style(true, false));
        assertThat(Style.of(Map.of("NO_COLOR", ""))).isEqualTo(new Style(true, false));
    }

    @Test
    void sizesComeFromWhatTheTerminalSays() {
        assertThat(TerminalSize.parse("24 80\n")).contains(new TerminalSize(80, 24));
        assertThat(TerminalSize.parse("0 0\n")).isEmpty();
        assertThat(TerminalSize.parse("stty: no terminal")).isEmpty();
    }

    static Snapshot busy() {
        List<Happening> happenings = IntStream.range(0, 30)
                .mapToObj(i -> new Happening(
                        13 * SECOND, i % 4 == 2 ? Happening.Kind.FAULT : Happening.Kind.SAVED, "happening " + i))
                .toList();
        List<ReasonCount> reasons = new ArrayList<>(List.of(
                new ReasonCount("WITHIN_LEASE", true, 290),
                new ReasonCount("WITHIN_SAFETY_MARGIN", false, 62),
                new ReasonCount("FULL_PREFIX_HIT", true, 19)));
        IntStream.range(0, 12).forEach(i -> reasons.add(new ReasonCount("REASON_" + i, false, 20 - i)));
        return new Snapshot(
                14 * SECOND,
                2_881,
                214,
                LongStream.concat(LongStream.range(0, 59), LongStream.of(41))
                        .boxed()
                        .toList(),
                309,
                103,
                reasons,
                4,
                9,
                1,
                2,
                new LatencySummary(412, 4_100_000, 11 * MS, 61 * MS),
                "prefill-1, c3-t1",
                pairs(),
                happenings);
    }

    private static List<PairClockView> pairs() {
        List<PairClockView> pairs = new ArrayList<>();
        pairs.add(new PairClockView("decode-0", "prefill-0", -349_747_600_775_000L, 142_000, 284_000, 4, false));
        pairs.add(new PairClockView("decode-0", "prefill-1", 1_097_444_199_316_000L, 84_000, 169_000, 4, true));
        for (int i = 0; i < 10; i++) {
            pairs.add(new PairClockView("prefill-holder-3", "prefill-" + i, i, 1, 1, 1, false));
        }
        return pairs;
    }

    private static Snapshot nothing() {
        return new Snapshot(
                0, 0, 0, List.of(), 0, 0, List.of(), 0, 0, 0, 0, LatencySummary.NONE, "", List.of(), List.of());
    }
}
