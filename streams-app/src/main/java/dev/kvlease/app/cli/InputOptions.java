package dev.kvlease.app.cli;

import dev.kvlease.app.eventfile.EventFileReader;
import java.io.FilterInputStream;
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
    private long totalBytes;
    private long bytesRead;

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

    /** How much of all files has been read, 0 to 1; not a number while standard input is among them. */
    double share() {
        return totalBytes > 0 ? (double) bytesRead / totalBytes : Double.NaN;
    }

    /** Reads all files, in order. */
    void readAll(EventFileReader reader, Console console, Progress progress) throws IOException {
        totalBytes = sizeOfAll();
        for (String input : inputs) {
            current = input;
            if (input.equals(STANDARD)) {
                reader.read(input, new Metered(console.in(), progress));
                continue;
            }
            try (InputStream in = new Metered(Files.newInputStream(Path.of(input)), progress)) {
                reader.read(input, in);
            }
        }
    }

    private long sizeOfAll() throws IOException {
        long total = 0;
        for (String input : inputs) {
            if (input.equals(STANDARD)) {
                return 0;
            }
            total += Files.size(Path.of(input));
        }
        return total;
    }

    /** Counts what is read, and lets the progress be told. */
    private final class Metered extends FilterInputStream {
        private final Progress progress;

        Metered(InputStream in, Progress progress) {
            super(in);
            this.progress = progress;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int count = super.read(buffer, offset, length);
            bytesRead += Math.max(count, 0);
            progress.tick();
            return count;
        }
    }
}
