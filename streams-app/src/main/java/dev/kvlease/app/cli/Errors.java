package dev.kvlease.app.cli;

import dev.kvlease.app.topics.TopicAdminException;
import dev.kvlease.app.topology.RegistryFailures;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;
import picocli.CommandLine;

/** Turns what went wrong into one line and an exit code. */
final class Errors {
    private final boolean stacktrace;

    /**
     * How errors are shown.
     *
     * @param stacktrace whether to say where they happened
     */
    Errors(boolean stacktrace) {
        this.stacktrace = stacktrace;
    }

    /** Prints one line about the exception and returns the exit code. */
    int explain(Exception exception, CommandLine command) {
        PrintWriter err = command.getErr();
        Exception problem = exception instanceof UncheckedIOException unchecked ? unchecked.getCause() : exception;
        err.println(command.getCommandSpec().qualifiedName() + ": " + oneLine(message(problem)));
        if (stacktrace) {
            exception.printStackTrace(err);
        }
        err.flush();
        return exitCode(problem).code();
    }

    private static ExitCode exitCode(Exception problem) {
        if (problem instanceof CommandException known) {
            return known.exitCode();
        }
        if (problem instanceof ConfigException || problem instanceof InvalidPathException) {
            return ExitCode.USAGE;
        }
        return problem instanceof IOException
                        || problem instanceof TopicAdminException
                        || RegistryFailures.find(problem).isPresent()
                ? ExitCode.UNAVAILABLE
                : ExitCode.INTERNAL;
    }

    private static String message(Exception problem) {
        if (problem instanceof CommandException
                || problem instanceof ConfigException
                || problem instanceof TopicAdminException) {
            return problem.getMessage();
        }
        if (problem instanceof InvalidPathException path) {
            return "a file cannot be called that: " + path.getReason();
        }
        if (problem instanceof FileSystemException file) {
            return fileMessage(file);
        }
        Optional<Throwable> registry = RegistryFailures.find(problem);
        if (registry.isPresent()) {
            return "the schema registry cannot be asked: " + registry.get().getMessage();
        }
        if (problem instanceof IOException) {
            return problem.getMessage() == null ? problem.toString() : problem.getMessage();
        }
        return "internal error: " + problem + " (run again with --stacktrace and report it)";
    }

    private static String fileMessage(FileSystemException problem) {
        if (problem instanceof NoSuchFileException) {
            return problem.getFile() + ": no such file or directory";
        }
        if (problem instanceof AccessDeniedException) {
            return problem.getFile() + ": permission denied";
        }
        return problem.getMessage();
    }

    /** The text without line breaks, so that one problem is one line. */
    static String oneLine(String text) {
        return text == null ? "" : text.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
