package dev.kvlease.app.compare;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.schemas.Verdict;
import java.util.Locale;

/** Says in words what came of a comparison. */
public final class FindingText {
    private FindingText() {}

    /**
     * One finding.
     *
     * @param finding what came of a verdict
     * @return lines, each ended
     */
    public static String of(Finding finding) {
        StringBuilder text = new StringBuilder();
        Verdict verdict =
                finding.recorded().map(Recorded::verdict).or(finding::replayed).orElseThrow();
        line(
                text,
                "%s: the verdict for read %s of %s by %s at %s",
                finding.kind().words(),
                verdict.getReadRequestId(),
                verdict.getRequestId(),
                verdict.getReaderEngineId(),
                verdict.getHolderEngineId());
        finding.recorded()
                .ifPresent(each ->
                        line(text, "  recorded at %s-%d@%d", Topic.VERDICTS.shortName(), each.place(), each.offset()));
        Finding.At step = finding.step();
        line(
                text,
                "  decided by  %s-%d@%d, step %d of run %d",
                step.topic().shortName(),
                step.partition(),
                step.offset(),
                step.step(),
                step.run());
        for (FieldDifference field : finding.fields()) {
            line(text, "  %s: recorded %s, replayed %s", field.field(), field.recorded(), field.replayed());
        }
        if (finding.doubt() != Finding.Doubt.NONE) {
            line(text, "  but %s", finding.doubt().words());
        }
        return text.toString();
    }

    /**
     * All counts.
     *
     * @param result what came of all verdicts
     * @return lines, each ended
     */
    public static String of(ComparisonResult result) {
        StringBuilder text = new StringBuilder();
        line(
                text,
                "%,d same, %,d different, %,d missing, %,d extra",
                result.count(Finding.Kind.SAME),
                result.count(Finding.Kind.DIFFERENT),
                result.count(Finding.Kind.MISSING),
                result.count(Finding.Kind.EXTRA));
        long unwritten = result.count(Finding.Kind.NOT_WRITTEN);
        if (unwritten > 0) {
            line(text, "%,d %s", unwritten, Finding.Kind.NOT_WRITTEN.words());
        }
        for (Finding.Doubt doubt : Finding.Doubt.values()) {
            if (result.explained(doubt) > 0) {
                line(text, "%,d that prove nothing: %s", result.explained(doubt), doubt.words());
            }
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }
}
