package dev.kvlease.app.cli;

import java.util.Locale;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Says every two seconds how far a long command has come: one line rewritten on a terminal, else plain lines. Says
 * nothing of what is done sooner.
 */
public final class Progress {
    private static final long EVERY_NS = 2_000_000_000L;
    /** Below, the pace so far tells nothing of the rest. */
    private static final double LEAST_SHARE = 0.01;

    private static final String CLEAR_LINE = "\r\u001b[K";

    private final Console console;
    private final boolean quiet;
    private final String what;
    private final LongSupplier done;
    private final DoubleSupplier share;
    private final long startedNs;

    private long toldNs;
    private long doneWhenTold;
    private boolean lineOpen;

    /**
     * Progress of a command that begins now.
     *
     * @param console where to tell it
     * @param quiet whether to say nothing
     * @param what what is counted, in the plural
     * @param done how many of it there have been
     * @param share how much of the whole is done, 0 to 1; not a number if not known
     */
    public Progress(Console console, boolean quiet, String what, LongSupplier done, DoubleSupplier share) {
        this.console = console;
        this.quiet = quiet;
        this.what = what;
        this.done = done;
        this.share = share;
        startedNs = console.nanoTime().getAsLong();
        toldNs = startedNs;
    }

    /** Tells how far it has come, if it is time to. */
    public void tick() {
        tick("");
    }

    /**
     * Tells how far it has come, if it is time to.
     *
     * @param note what to add
     */
    public void tick(String note) {
        long nowNs = console.nanoTime().getAsLong();
        if (quiet || nowNs - toldNs < EVERY_NS) {
            return;
        }
        long doneNow = done.getAsLong();
        String rate = rate(doneNow - doneWhenTold, nowNs - toldNs);
        double part = share.getAsDouble();
        tell(String.format(Locale.ROOT, "%,d %s, %s%s", doneNow, what, rate, outlook(part, nowNs - startedNs)) + note);
        toldNs = nowNs;
        doneWhenTold = doneNow;
    }

    /** How much is done, and how long the rest takes at the same pace. */
    private static String outlook(double part, long tookNs) {
        if (Double.isNaN(part)) {
            return "";
        }
        String percent = String.format(Locale.ROOT, ", %.0f %%", 100 * part);
        if (part < LEAST_SHARE || part >= 1) {
            return percent;
        }
        return percent + String.format(Locale.ROOT, ", %.0f s left", tookNs / 1e9 * (1 - part) / part);
    }

    private void tell(String text) {
        if (console.terminal()) {
            console.err().print(CLEAR_LINE + text);
            console.err().flush();
            lineOpen = true;
        } else {
            console.err().println(text);
        }
    }

    /**
     * Takes the progress line away.
     *
     * @return what was done in what time
     */
    public String finish() {
        if (lineOpen) {
            console.err().print(CLEAR_LINE);
        }
        long tookNs = console.nanoTime().getAsLong() - startedNs;
        long all = done.getAsLong();
        return String.format(Locale.ROOT, "%,d %s in %.2f s, %s", all, what, tookNs / 1e9, rate(all, tookNs));
    }

    private static String rate(long count, long tookNs) {
        return String.format(Locale.ROOT, "%,.0f/s", count * 1e9 / Math.max(tookNs, 1));
    }
}
