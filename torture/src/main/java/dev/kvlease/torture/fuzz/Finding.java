package dev.kvlease.torture.fuzz;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A case that did what must not happen.
 *
 * @param target the target
 * @param kind tells this fault from others
 * @param detail what happened, with the stack trace if there is one
 * @param input the case
 */
@SuppressWarnings("ArrayRecordComponent")
record Finding(String target, String kind, String detail, byte[] input) {
    private static final String OURS = "dev.kvlease.";
    private static final String FUZZER = Finding.class.getPackageName();

    static Finding of(String target, Throwable thrown, byte[] input) {
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        String text = trace.toString();
        return new Finding(target, kindOf(thrown), text.length() > 4_000 ? text.substring(0, 4_000) : text, input);
    }

    /** The class of the exception and the place in kvlease that it came from. */
    private static String kindOf(Throwable thrown) {
        String place = Arrays.stream(thrown.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith(OURS)
                        && !frame.getClassName().startsWith(FUZZER))
                .findFirst()
                .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                .orElse("the check");
        String said = thrown instanceof Broken ? " " + Shapes.of(thrown.getMessage()) : "";
        return thrown.getClass().getSimpleName() + " in " + place + said;
    }

    Finding with(byte[] smaller) {
        return new Finding(target, kind, detail, smaller);
    }

    /** The command that does it again. */
    String command() {
        return "torture/run fuzz --targets " + target + " --case "
                + HexFormat.of().formatHex(input);
    }

    @Override
    public String toString() {
        return target + ": " + kind + ", " + input.length + " bytes\n" + detail.stripTrailing() + "\n  " + command();
    }

    /** Something does not hold that must. */
    static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1;

        Broken(String message) {
            super(message);
        }
    }

    static void require(boolean holds, String what) {
        if (!holds) {
            throw new Broken(what);
        }
    }
}
