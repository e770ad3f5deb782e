package dev.kvlease.app.cli;

import dev.kvlease.app.eventfile.EventFileReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The event files that a command reads, one after the other. */
final class InputOptions {
    /** Stands for standard input or output. */
    static final String STANDARD = "-";

    @Option(
            names = {"-i", "--input"},
            arity = "1..*",
            paramLabel = "FILE",
            description = "Event files (NDJSON, also gzip-compressed), read in this order; - is standard input.")
    private List<String> inputs = new ArrayList<>();

    private String current = "";

    /** The file that is being read. */
    String current() {
        return current;
    }

    boolean contains(Path file) throws IOException {
        for (String input : inputs) {
            if (!input.equals(STANDARD) && Files.exists(file) && Files.isSameFile(Path.of(input), file)) {
                return true;
            }
        }
        return false;
    }

    /** Fails before anything is written if no file is named or one is not there. */
    void check() {
        if (inputs.isEmpty()) {
            throw new CommandException(ExitCode.USAGE, "name an event file with --input FILE, or - for standard input");
        }
        for (String input : inputs) {
            Path file = Path.of(input);
            if (!input.equals(STANDARD) && (!Files.isReadable(file) || Files.isDirectory(file))) {
                throw new CommandException(ExitCode.UNAVAILABLE, input + ": not a file that can be read");
            }
        }
    }

    /** Size of all files together in bytes, or 0 if it is not known. */
    long totalBytes() throws IOException {
        long total = 0;
        for (String input : inputs) {
            if (input.equals(STANDARD)) {
                return 0;
            }
            total += Files.size(Path.of(input));
        }
        return total;
    }

    /** Reads all files. */
    void readAll(EventFileReader reader, Console console, Progress progress) throws IOException {
        for (String input : inputs) {
            current = input;
            if (input.equals(STANDARD)) {
                reader.read(progress.metered(console.in()));
                continue;
            }
            try (InputStream in = progress.metered(Files.newInputStream(Path.of(input)))) {
                reader.read(in);
            }
        }
    }
}
