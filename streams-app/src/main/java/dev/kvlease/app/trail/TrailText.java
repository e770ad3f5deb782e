package dev.kvlease.app.trail;

import dev.kvlease.app.topics.Topic;
import java.util.ArrayList;
import java.util.List;

/** A trail as text, as verdicts carry it: see {@code Consumption} in the schema of verdicts. */
public final class TrailText {
    /** One element of a trail. */
    public sealed interface Element {}

    /**
     * A record was taken.
     *
     * @param input its input
     * @param offset its offset, or {@link #FOLLOWS}
     * @param torn whether it was found that a crash had cut the writing of the state
     */
    public record Step(Topic input, long offset, boolean torn) implements Element {
        /** The record follows the one that was taken before it of the same input. */
        public static final long FOLLOWS = -1;
    }

    /**
     * A run began.
     *
     * @param run the run
     * @param from the run that wrote its state, or {@link #NONE}
     * @param torn whether it was found that a crash had cut the writing of the state
     */
    public record Begin(long run, long from, boolean torn) implements Element {
        /** The run began without a state. */
        public static final long NONE = Mark.Begin.NONE;
    }

    private static final int DECIMAL = 10;
    private static final int MOST_SHOWN = 80;

    private TrailText() {}

    /** Writes the steps after {@code from} up to {@code to}. */
    static String write(byte[] ring, long from, long to, List<Mark> marks) {
        StringBuilder out = new StringBuilder();
        int mark = 0;
        long step = from + 1;
        while (step <= to) {
            mark = writeMarksBefore(step, marks, mark, out);
            byte code = ring[(int) (step % ring.length)];
            out.append(TrailCode.letter(code));
            if (mark < marks.size() && marks.get(mark) instanceof Mark.Jump jump && jump.step() == step) {
                out.append(TrailCode.JUMP).append(jump.offset());
                mark++;
                step++;
                continue;
            }
            long end = mark < marks.size() ? endBefore(marks.get(mark), to) : to;
            long last = step;
            while (last < end && ring[(int) ((last + 1) % ring.length)] == code) {
                last++;
            }
            if (last > step) {
                out.append(last - step + 1);
            }
            step = last + 1;
        }
        writeMarksBefore(step, marks, mark, out);
        return out.toString();
    }

    /** Writes the marks between two steps. */
    private static int writeMarksBefore(long step, List<Mark> marks, int first, StringBuilder out) {
        int mark = first;
        while (mark < marks.size() && marks.get(mark).step() < step && !(marks.get(mark) instanceof Mark.Jump)) {
            if (marks.get(mark) instanceof Mark.Begin begin) {
                writeBegin(begin, out);
            } else {
                out.append(TrailCode.TORN);
            }
            mark++;
        }
        return mark;
    }

    /** The last step that may be counted together with those before it. */
    private static long endBefore(Mark mark, long to) {
        return Math.min(to, mark instanceof Mark.Jump ? mark.step() - 1 : mark.step());
    }

    private static void writeBegin(Mark.Begin begin, StringBuilder out) {
        out.append(TrailCode.RUN).append(begin.run());
        if (begin.from() != Mark.Begin.NONE) {
            out.append(TrailCode.FROM).append(begin.from());
        }
        out.append(TrailCode.RUN_END);
    }

    /**
     * Reads a trail. No task keeps more than {@link Trail#PIECES} pieces of steps; what a longer text says of those before is
     * not true, and left out.
     *
     * @param text as a verdict carries it
     * @return its elements, oldest first; the last of them is that of the verdict's step
     * @throws IllegalArgumentException if it is no trail
     */
    public static List<Element> parse(String text) {
        return new Parser(text).parse();
    }

    private static final class Parser {
        private final String text;
        private final List<Element> elements = new ArrayList<>();
        private int at;
        private int steps;

        Parser(String text) {
            this.text = text;
        }

        List<Element> parse() {
            while (at < text.length()) {
                char c = text.charAt(at++);
                if (c == TrailCode.RUN) {
                    begin();
                } else if (c == TrailCode.TORN) {
                    torn();
                } else {
                    steps(c);
                }
            }
            keepLast();
            return elements;
        }

        private void keepLast() {
            int first = 0;
            while (steps > Trail.KEPT) {
                steps -= elements.get(first) instanceof Step ? 1 : 0;
                first++;
            }
            elements.subList(0, first).clear();
        }

        private void add(Step step) {
            elements.add(step);
            steps++;
        }

        private void begin() {
            long run = number();
            long from = takes(TrailCode.FROM) ? number() : Begin.NONE;
            if (!takes(TrailCode.RUN_END)) {
                throw wrong();
            }
            elements.add(new Begin(run, from, false));
        }

        private void torn() {
            int last = elements.size() - 1;
            if (last < 0) {
                return;
            }
            Element element = elements.get(last);
            elements.set(
                    last,
                    element instanceof Step step
                            ? new Step(step.input(), step.offset(), true)
                            : new Begin(((Begin) element).run(), ((Begin) element).from(), true));
        }

        private void steps(char letter) {
            int code = TrailCode.ofLetter(letter);
            if (code < 0) {
                throw wrong();
            }
            Topic input = TrailCode.INPUTS.get(code);
            if (takes(TrailCode.JUMP)) {
                add(new Step(input, number(), false));
                return;
            }
            boolean counted = at < text.length() && isDigit(text.charAt(at));
            long count = counted ? number() : 1;
            for (long i = Math.max(0, count - Trail.KEPT); i < count; i++) {
                add(new Step(input, Step.FOLLOWS, false));
            }
            if (steps > 2 * Trail.KEPT) {
                keepLast();
            }
        }

        private boolean takes(char wanted) {
            boolean there = at < text.length() && text.charAt(at) == wanted;
            at += there ? 1 : 0;
            return there;
        }

        private long number() {
            int start = at;
            while (at < text.length() && isDigit(text.charAt(at))) {
                at++;
            }
            try {
                return Long.parseLong(text, start, at, DECIMAL);
            } catch (NumberFormatException e) {
                throw wrong();
            }
        }

        private static boolean isDigit(char c) {
            return c >= '0' && c <= '9';
        }

        private IllegalArgumentException wrong() {
            boolean isLong = text.length() > MOST_SHOWN;
            return new IllegalArgumentException("no trail: " + (isLong ? text.substring(0, MOST_SHOWN) + "…" : text));
        }
    }
}
