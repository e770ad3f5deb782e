package dev.kvlease.app.cli;

import dev.kvlease.app.eventfile.MalformedLines;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.Supplier;

/** Reports malformed lines: the first ones each, the rest as a number. */
final class MalformedReport implements MalformedLines {
    private static final int SHOWN = 20;

    private final PrintStream err;
    private final Supplier<String> file;
    private long count;

    MalformedReport(PrintStream err, Supplier<String> file) {
        this.err = err;
        this.file = file;
    }

    @Override
    public void malformed(long line, String problem) {
        found(file.get(), line, problem);
    }

    /** Something in a file is left out. */
    void found(String in, long line, String problem) {
        count++;
        if (count <= SHOWN) {
            err.println(in + ":" + line + ": " + Errors.oneLine(problem));
        }
    }

    /** Says how many there were, and whether that was all right. */
    ExitCode finish() {
        if (count == 0) {
            return ExitCode.OK;
        }
        String unseen = count > SHOWN ? String.format(Locale.ROOT, " (%,d not shown)", count - SHOWN) : "";
        err.printf(Locale.ROOT, "%,d malformed line%s left out%s%n", count, count == 1 ? "" : "s", unseen);
        return ExitCode.MALFORMED_INPUT;
    }
}
