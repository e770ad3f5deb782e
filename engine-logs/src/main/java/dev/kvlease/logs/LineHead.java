package dev.kvlease.logs;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands before the message: names that log collectors and vLLM put there, and time stamps.
 *
 * @param emitter the pod or container that a collector named; empty if none
 * @param process vLLM's name of the process; empty if none
 * @param pid its process id, or {@link LogFact#UNTOLD}
 * @param stamp the time stamp as it stands there
 */
record LineHead(String emitter, String process, long pid, Stamp stamp) {
    private static final int LONGEST = 300;
    private static final Pattern ANSI = Pattern.compile("\u001b\\[[0-9;?]*[ -/]*[@-~]");
    private static final Pattern EMITTER =
            Pattern.compile("^(?:\\[pod/(?<pod>[^/\\]]+)(?:/[^\\]]*)?\\] |(?<service>[A-Za-z0-9][\\w.-]*) +\\| )");
    private static final Pattern PROCESS = Pattern.compile("\\((?<name>[A-Za-z]\\w*) pid=(?<pid>\\d{1,18})\\)");
    private static final Pattern PLACE = Pattern.compile("\\[[^\\[\\]]*\\.py:\\d+\\] ");
    private static final Pattern EPOCH_STAMP = Pattern.compile(
            "(?<date>\\d{4}-\\d{2}-\\d{2})[T ](?<time>\\d{2}:\\d{2}:\\d{2})(?:[.,](?<fraction>\\d{1,9}))?(?<zone>Z|[+-]\\d{2}:?\\d{2})?");
    private static final Pattern VLLM_STAMP = Pattern.compile(
            "(?<![\\d-])(?<month>\\d{2})-(?<day>\\d{2}) (?<time>\\d{2}:\\d{2}:\\d{2})(?:[.,](?<fraction>\\d{1,9}))?(?!\\d)");

    /** Takes colours out of a line. */
    static String plain(String line) {
        return line.indexOf('\u001b') < 0 ? line : ANSI.matcher(line).replaceAll("");
    }

    /** Reads the first part of a line. */
    static LineHead of(String line) {
        return parse(line.length() > LONGEST ? line.substring(0, LONGEST) : line);
    }

    /**
     * Tells whether a message may start here: behind vLLM's place in the source if the line has one, and never inside
     * quotes, so that no prompt that is logged can pass for a message.
     */
    static boolean mayStartAt(String line, int from) {
        if (from > LONGEST) {
            return false;
        }
        String head = line.substring(0, from);
        if (head.indexOf('"') >= 0 || head.indexOf('\'') >= 0) {
            return false;
        }
        Matcher place = PLACE.matcher(line);
        return !place.find() || place.end() == from;
    }

    private static LineHead parse(String head) {
        Matcher emitter = EMITTER.matcher(head);
        String name = "";
        if (emitter.find()) {
            name = emitter.group("pod") == null ? emitter.group("service") : emitter.group("pod");
        }
        Matcher process = PROCESS.matcher(head);
        boolean named = process.find();
        return new LineHead(
                name,
                named ? process.group("name") : "",
                named ? Long.parseLong(process.group("pid")) : LogFact.UNTOLD,
                stamp(head));
    }

    /** A full stamp wins over vLLM's own, which lacks year and zone. */
    static Stamp stamp(String text) {
        Matcher full = EPOCH_STAMP.matcher(text);
        if (full.find()) {
            return Stamp.full(full.group("date"), full.group("time"), full.group("fraction"), full.group("zone"));
        }
        Matcher vllm = VLLM_STAMP.matcher(text);
        if (vllm.find()) {
            return Stamp.yearless(
                    Integer.parseInt(vllm.group("month")),
                    Integer.parseInt(vllm.group("day")),
                    vllm.group("time"),
                    vllm.group("fraction"));
        }
        return Stamp.NONE;
    }
}
