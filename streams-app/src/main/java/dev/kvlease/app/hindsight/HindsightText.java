package dev.kvlease.app.hindsight;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.verdict.Verdict;
import java.util.Locale;

/** Says in words which answer would have been another, and why. */
public final class HindsightText {
    private static final int SHOWN = 3;
    private static final double NS_PER_MS = 1e6;

    private HindsightText() {}

    /**
     * One answer.
     *
     * @param hindsight an answer that would have been another
     * @return lines, each ended
     */
    public static String of(Hindsight hindsight) {
        Verdict live = hindsight.live();
        Verdict then = hindsight.then();
        StringBuilder text = new StringBuilder();
        line(
                text,
                "read %s of %s by %s at %s, asked in %s",
                live.readRequestId(),
                live.requestId(),
                live.reader(),
                live.holder(),
                hindsight.asked().place(Topic.READ_INTENTS));
        line(text, "  live %s %s, with hindsight %s %s", live.status(), live.reason(), then.status(), then.reason());
        hindsight.late().stream().limit(SHOWN).forEach(late -> line(text, "  too late: %s", late(late)));
        long more = hindsight.lateTotal() - Math.min(SHOWN, hindsight.late().size());
        if (more > 0) {
            line(text, "  and %,d more", more);
        }
        if (hindsight.lateTotal() == 0) {
            line(text, "  nothing came too late for it: an earlier answer would have been another");
        }
        return text.toString();
    }

    private static String late(LateRecord late) {
        return String.format(
                Locale.ROOT,
                "%s (%s) came %,d ms after the question and had happened %.3f ms before it",
                late.what(),
                late.at().place(late.topic()),
                late.lateMs(),
                late.beforeNs() / NS_PER_MS);
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }
}
