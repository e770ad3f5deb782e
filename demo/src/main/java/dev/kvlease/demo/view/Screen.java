package dev.kvlease.demo.view;

import java.io.PrintStream;
import java.util.List;

/** Draws frames over one another in place: one write a frame, so that nothing flickers. Not thread-safe. */
public final class Screen implements AutoCloseable {
    private static final String BEGIN_FRAME = "\u001b[?2026h";
    private static final String END_FRAME = "\u001b[?2026l";
    private static final String HIDE_CURSOR = "\u001b[?25l";
    private static final String SHOW_CURSOR = "\u001b[?25h";
    private static final String CLEAR_TO_END_OF_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";

    private final PrintStream out;
    private int drawn;

    /**
     * A screen whose first frame begins at the cursor.
     *
     * @param out the terminal
     */
    public Screen(PrintStream out) {
        this.out = out;
    }

    /**
     * Replaces the last frame.
     *
     * @param lines the new one, no line wider than the terminal, fewer lines than it has
     */
    public void draw(List<String> lines) {
        StringBuilder frame = new StringBuilder(BEGIN_FRAME).append(HIDE_CURSOR);
        if (drawn > 0) {
            frame.append("\u001b[").append(drawn).append('A');
        }
        frame.append('\r');
        for (String line : lines) {
            frame.append(line).append(CLEAR_TO_END_OF_LINE).append('\n');
        }
        frame.append(CLEAR_BELOW).append(END_FRAME);
        out.print(frame);
        out.flush();
        drawn = lines.size();
    }

    /** Leaves the last frame where it is, with the cursor below. */
    @Override
    public void close() {
        out.print(SHOW_CURSOR);
        out.flush();
    }
}
