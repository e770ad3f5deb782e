package dev.kvlease.torture.process;

import dev.kvlease.torture.process.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** What must not be left behind, also on Ctrl-C: processes, and a temporary directory. */
final class Stage implements AutoCloseable {
    private Optional<World> world = Optional.empty();
    private Optional<Path> temporary = Optional.empty();

    synchronized Path directory(boolean keep) throws IOException {
        Path directory = Files.createTempDirectory("kvlease-torture");
        temporary = keep ? Optional.empty() : Optional.of(directory);
        return directory;
    }

    synchronized World holds(World held) {
        world = Optional.of(held);
        return held;
    }

    /** Ends all processes and deletes the directory. */
    synchronized void clear() {
        world.ifPresent(World::close);
        world = Optional.empty();
        temporary.ifPresent(Stage::delete);
        temporary = Optional.empty();
    }

    private static void delete(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        clear();
    }
}
