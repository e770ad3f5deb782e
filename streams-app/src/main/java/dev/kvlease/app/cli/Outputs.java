package dev.kvlease.app.cli;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a command's results go. */
final class Outputs {
    private static final int BUFFER_BYTES = 1 << 18;

    private Outputs() {}

    /** A file, made with its directories, or standard output, which stays open when the stream is closed. */
    static OutputStream open(String target, Console console) throws IOException {
        if (target.equals(InputOptions.STANDARD)) {
            return new BufferedOutputStream(new KeptOpen(console.out()), BUFFER_BYTES);
        }
        Path file = Path.of(target);
        if (Files.isDirectory(file)) {
            throw new CommandException(ExitCode.UNAVAILABLE, target + ": is a directory, a file is needed");
        }
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        return new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES);
    }

    private static final class KeptOpen extends FilterOutputStream {
        KeptOpen(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
