package dev.kvlease.logs;

import dev.kvlease.logs.LogFact.BlocksHeld;
import dev.kvlease.logs.LogFact.ForceFreed;
import dev.kvlease.logs.LogFact.ForeignReadSuspected;
import dev.kvlease.logs.LogFact.FreeDelayed;
import dev.kvlease.logs.LogFact.HandshakeTook;
import dev.kvlease.logs.LogFact.LeaseRanOut;
import dev.kvlease.logs.LogFact.ReadDeclined;
import dev.kvlease.logs.LogFact.TransferFailed;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The wordings, of several versions, in which engines tell lease facts. Each has a literal part that is looked for first. */
final class MessageShapes {
    private static final double NS_PER_SECOND = 1e9;
    private static final double MOST_SECONDS = 1e9;

    private static final List<Shape> SHAPES = List.of(
            new Shape(
                    "Releasing expired KV blocks",
                    "Releasing expired KV blocks for request (?<id>\\S+) which (?:were retrieved by|has completed) "
                            + "(?<n>\\d+) [\\w() -]+?(?: within (?<s>[\\d.]+) seconds| before lease expired)",
                    (at, m) -> new LeaseRanOut(at, m.group("id"), count(m.group("n")), ns(m.group("s")))),
            new Shape(
                    "Potentially invalid KV blocks",
                    "Potentially invalid KV blocks for unrecognized request (?<id>\\S+) were retrieved",
                    (at, m) -> new ForeignReadSuspected(at, m.group("id"))),
            new Shape(
                    "Declining expired remote read",
                    "Declining expired remote read for (?:request )?(?<id>\\S+) from engine (?<engine>\\S+?)[.,]?(?:\\s|$)",
                    (at, m) -> new ReadDeclined(at, m.group("id"), m.group("engine"))),
            new Shape(
                    "NIXL transfer failure",
                    "NIXL transfer failure: (?<failure>[^|]*+)(?:\\| Context: (?<context>\\{.*))?$",
                    MessageShapes::transferFailed),
            new Shape(
                    "before releasing blocks",
                    "NIXLConnector request_finished\\((?<id>[^)]+)\\) waiting for (?<s>[\\d.]+) seconds before releasing",
                    (at, m) -> new BlocksHeld(at, m.group("id"), ns(m.group("s")))),
            new Shape(
                    "Delaying free of",
                    "Delaying free of (?<n>\\d+) blocks for request (?<id>[^\\s,]+)",
                    (at, m) -> new FreeDelayed(at, m.group("id"), count(m.group("n")))),
            new Shape(
                    "Force freed",
                    "Force freed (?:expired )?request: (?<id>\\S+?)\\.?(?:\\s.*?\\((?<s>[\\d.]+) seconds\\).*)?$",
                    (at, m) -> new ForceFreed(at, m.group("id"), ns(m.group("s")))),
            new Shape(
                    "NIXL handshake: get metadata took",
                    "NIXL handshake: get metadata took: (?<s>[\\d.eE-]+)",
                    (at, m) -> new HandshakeTook(at, ns(m.group("s")))));

    private MessageShapes() {}

    /** A line that has the literal part of a shape, not read any further yet. */
    record Candidate(Shape shape, int from) {
        /** The message starts here; what stands before it is the line's head. */
        Optional<LogFact> read(String line, Sighting at) {
            Matcher matcher = shape.pattern.matcher(line).region(from, line.length());
            return matcher.lookingAt() ? Optional.of(shape.maker.make(at, matcher)) : Optional.empty();
        }
    }

    /** Finds the shape that a line may have. */
    static Optional<Candidate> find(String line) {
        for (Shape shape : SHAPES) {
            int literal = line.indexOf(shape.literal);
            if (literal >= 0) {
                int from = shape.startOf(line, literal);
                return from < 0 ? Optional.empty() : Optional.of(new Candidate(shape, from));
            }
        }
        return Optional.empty();
    }

    private static LogFact transferFailed(Sighting at, Matcher matcher) {
        String context = matcher.group("context");
        Map<String, String> fields = context == null ? Map.of() : PythonDict.read(context);
        String failure =
                fields.getOrDefault("failure_type", matcher.group("failure").stripTrailing());
        return new TransferFailed(
                at,
                fields.getOrDefault("request_id", ""),
                failure,
                fields.getOrDefault("remote_engine_id", ""),
                fields.getOrDefault("remote_request_id", ""));
    }

    private static long count(String digits) {
        return digits.length() > 9 ? LogFact.UNTOLD : Long.parseLong(digits);
    }

    private static long ns(String seconds) {
        if (seconds == null) {
            return LogFact.UNTOLD;
        }
        try {
            double value = Double.parseDouble(seconds);
            return value >= 0 && value < MOST_SECONDS ? Math.round(value * NS_PER_SECOND) : LogFact.UNTOLD;
        } catch (NumberFormatException e) {
            return LogFact.UNTOLD;
        }
    }

    private interface Maker {
        LogFact make(Sighting at, Matcher matcher);
    }

    /** One wording: a literal that any such line has, and the message as a pattern. */
    private static final class Shape {
        private final String literal;
        private final String opening;
        private final Pattern pattern;
        private final Maker maker;

        Shape(String literal, String pattern, Maker maker) {
            this.literal = literal;
            this.opening = pattern.startsWith(literal) ? literal : "NIXLConnector request_finished(";
            this.pattern = Pattern.compile(pattern);
            this.maker = maker;
        }

        int startOf(String line, int literalAt) {
            return opening.equals(literal) ? literalAt : line.lastIndexOf(opening, literalAt);
        }
    }
}
