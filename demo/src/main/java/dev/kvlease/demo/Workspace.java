package dev.kvlease.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The directory of a demo: broker, state and log. */
public final class Workspace implements AutoCloseable {
    private static final int ATTEMPTS = 20;
    private static final long PAUSE_MS = 100;
    private static final String LOG_FILE_PROPERTY = "org.slf4j.simpleLogger.logFile";

    private final Path directory;
    private boolean keep;

    private Workspace(Path directory, boolean keep) {
        this.directory = directory;
        this.keep = keep;
    }

    /**
     * Makes the directory.
     *
     * @param wanted where; empty for a temporary one
     * @param keep whether it stays when the demo is over; one that was asked for always does
     * @return the workspace
     * @throws IOException if it cannot be made
     * @throws DemoException if there is something in it
     */
    public static Workspace open(Optional<Path> wanted, boolean keep) throws IOException {
        if (wanted.isEmpty()) {
            return new Workspace(Files.createTempDirectory("kvlease-demo-"), keep);
        }
        Path directory = wanted.get().toAbsolutePath();
        Files.createDirectories(directory);
        try (Stream<Path> entries = Files.list(directory)) {
            if (entries.findAny().isPresent()) {
                throw new DemoException(directory + " is not empty; name a directory that is new or empty");
            }
        }
        return new Workspace(directory, true);
    }

    /** Sends the logs of this process to a file, unless something has been logged or the user wants them elsewhere. */
    public void takeLogs() {
        if (System.getProperty(LOG_FILE_PROPERTY) == null) {
            System.setProperty(LOG_FILE_PROPERTY, log().toString());
        }
    }

    /**
     * Where the logs are.
     *
     * @return the file
     */
    public Path log() {
        return directory.resolve("kvlease.log");
    }

    /**
     * The directory.
     *
     * @return it exists
     */
    public Path directory() {
        return directory;
    }

    /** Lets the directory stay, so that it can be looked at. */
    public void keep() {
        keep = true;
    }

    /**
     * Tells whether the directory stays.
     *
     * @return true if it does
     */
    public boolean isKept() {
        return keep;
    }

    /** Removes the directory unless it stays; tries again while a broker that was stopped in a hurry still writes. */
    @Override
    public void close() {
        for (int left = ATTEMPTS; !keep; left--) {
            try {
                remove();
                return;
            } catch (IOException e) {
                if (left == 1) {
                    throw new UncheckedIOException("cannot remove " + directory + "; remove it by hand: " + e, e);
                }
                pause();
            }
        }
    }

    private void remove() throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (UncheckedIOException vanished) {
            throw vanished.getCause();
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
