package dev.kvlease.app.http;

/**
 * Up to where somebody has seen what an instance said.
 *
 * @param run tells one start of the instance from the next
 * @param verdicts number of the next verdict
 * @param violations number of the next violation
 * @param seconds number of the next second
 */
record LiveCursor(String run, long verdicts, long violations, long seconds) {
    private static final String SEPARATOR = "-";
    private static final int PARTS = 4;

    static LiveCursor startOf(String run) {
        return new LiveCursor(run, 0, 0, 0);
    }

    /** Reads what {@link #toString} wrote; what another run wrote, or nobody, is the start. */
    static LiveCursor of(String text, String run) {
        String[] parts = text.split(SEPARATOR, -1);
        if (parts.length != PARTS || !parts[0].equals(run)) {
            return startOf(run);
        }
        try {
            return new LiveCursor(run, number(parts[1]), number(parts[2]), number(parts[3]));
        } catch (NumberFormatException notACursor) {
            return startOf(run);
        }
    }

    private static long number(String digits) {
        return Math.max(0, Long.parseLong(digits));
    }

    @Override
    public String toString() {
        return String.join(SEPARATOR, run, "" + verdicts, "" + violations, "" + seconds);
    }
}
