package dev.kvlease.app.cli;

/** How a command ended, for the shell: every exit code, once. */
public enum ExitCode {
    /** Everything was done and nothing was found wrong. */
    OK(0, "done, nothing found wrong"),
    /** The command did its work and found something wrong, or found nothing that matches. */
    FOUND_PROBLEMS(1, "done, and found problems or nothing that matches"),
    /** The command was not understood, or an option has an impossible value. */
    USAGE(2, "the command or its configuration was not understood"),
    /** The command did its work, but left out lines of the input that are no records. */
    MALFORMED_INPUT(3, "done, but some input lines were malformed and left out"),
    /** A file, the cluster or the registry could not be used. */
    UNAVAILABLE(4, "a file, the cluster or the schema registry could not be used"),
    /** A verdict that was recorded is not the one that follows from the records: the stream or the replay is at fault. */
    NOT_EXACT(5, "a recorded verdict is not the one that follows from the records"),
    /** A defect of kvlease. */
    INTERNAL(70, "an internal error of kvlease; please report it with --stacktrace");

    private final int code;
    private final String meaning;

    ExitCode(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    /**
     * The number that the process ends with.
     *
     * @return 0 to 127
     */
    public int code() {
        return code;
    }

    /**
     * What it means, for help texts.
     *
     * @return one phrase
     */
    public String meaning() {
        return meaning;
    }
}
