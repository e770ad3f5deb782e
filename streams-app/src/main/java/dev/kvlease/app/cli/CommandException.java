package dev.kvlease.app.cli;

/** A command cannot go on: one line that says what is wrong and what to do, and the exit code. */
public final class CommandException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitCode exitCode;

    /**
     * Ends the command.
     *
     * @param exitCode how the process ends
     * @param message one line for the user, without a full stop
     */
    public CommandException(ExitCode exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /**
     * Ends the command because of something below.
     *
     * @param exitCode how the process ends
     * @param message one line for the user, without a full stop
     * @param cause shown with {@code --stacktrace}
     */
    public CommandException(ExitCode exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /**
     * How the process ends.
     *
     * @return the exit code
     */
    public ExitCode exitCode() {
        return exitCode;
    }
}
