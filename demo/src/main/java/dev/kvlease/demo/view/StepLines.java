package dev.kvlease.demo.view;

import java.io.PrintStream;
import java.util.function.LongSupplier;

/** Tells how starting goes: one line a step, with the time that it took. */
final class StepLines {
    private static final String CLEAR_LINE = "\r\u001b[K";
    private static final int TEXT = 60;
    private static final double NS_PER_SECOND = 1e9;

    private final PrintStream out;
    private final boolean terminal;
    private final Style style;
    private final LongSupplier nanoTime;
    private long sinceNs;
    private boolean lineOpen;

    StepLines(PrintStream out, boolean terminal, Style style, LongSupplier nanoTime) {
        this.out = out;
        this.terminal = terminal;
        this.style = style;
        this.nanoTime = nanoTime;
        this.sinceNs = nanoTime.getAsLong();
    }

    /** A step begins; on a terminal its line is there until it is done. */
    void begins(String what) {
        sinceNs = nanoTime.getAsLong();
        if (terminal) {
            out.print("  " + what + (style.unicode() ? " …" : " ..."));
            out.flush();
            lineOpen = true;
        }
    }

    /** The step is done, and the next begins. */
    void done(String what) {
        clear();
        long nowNs = nanoTime.getAsLong();
        out.println("  " + Texts.fit(what, TEXT, style) + Texts.format("%5.1f s", (nowNs - sinceNs) / NS_PER_SECOND));
        sinceNs = nowNs;
    }

    /** Takes away the line of a step that is not done. */
    void clear() {
        if (lineOpen) {
            out.print(CLEAR_LINE);
            out.flush();
            lineOpen = false;
        }
    }
}
