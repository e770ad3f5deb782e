package dev.kvlease.torture.fuzz;

import java.util.regex.Pattern;

/** Messages without what differs from case to case, so that they can be told apart by what they mean. */
final class Shapes {
    private static final int LONGEST = 40;
    private static final Pattern PARTICULAR =
            Pattern.compile("\"[^\"]*\"?|'[^']*'?|[0-9a-fA-F-]*[0-9]+[0-9a-fA-F-]*|[^\\x20-\\x7e]+");

    private Shapes() {}

    static String of(String message) {
        if (message == null) {
            return "null";
        }
        String start = message.length() > LONGEST ? message.substring(0, LONGEST) : message;
        return PARTICULAR.matcher(start).replaceAll("#");
    }

    static String of(Throwable refusal) {
        return refusal.getClass().getSimpleName() + " " + of(refusal.getMessage());
    }
}
