package dev.kvlease.app.cli;

import dev.kvlease.app.eventfile.EventFileReader;
import dev.kvlease.app.eventfile.EventHandler;
import dev.kvlease.app.source.Slice;
import dev.kvlease.app.source.SlicedHandler;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads files and standard input, one after the other. */
final class FileInput {
    private final List<String> inputs;
    private final Console console;
    private final boolean quiet;

    private String current = "";
    private long totalBytes;
    private long bytesRead;

    FileInput(List<String> inputs, Console console, boolean quiet) {
        this.inputs = List.copyOf(inputs);
        this.console = console;
        this.quiet = quiet;
    }

    InputResult readInto(EventHandler handler, Slice slice) throws IOException {
        SlicedHandler sliced = new SlicedHandler(handler, slice);
        MalformedReport malformed = new MalformedReport(console.err(), () -> current);
        Progress progress = new Progress(console, quiet, "records", sliced::records, this::share);
        EventFileReader reader = new EventFileReader(sliced, malformed);
        totalBytes = sizeOfAll();
        for (String input : inputs) {
            current = input;
            if (input.equals(InputOptions.STANDARD)) {
                reader.read(input, new Metered(console.in(), progress));
                continue;
            }
            try (InputStream in = new Metered(Files.newInputStream(Path.of(input)), progress)) {
                reader.read(input, in);
            }
        }
        String summary = progress.finish();
        sliced.times().finding().ifPresent(console.err()::println);
        return new InputResult(malformed.finish(), summary);
    }

    /** How much of all files has been read, 0 to 1; not a number while standard input is among them. */
    private double share() {
        return totalBytes > 0 ? (double) bytesRead / totalBytes : Double.NaN;
    }

    private long sizeOfAll() throws IOException {
        long total = 0;
        for (String input : inputs) {
            if (input.equals(InputOptions.STANDARD)) {
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
