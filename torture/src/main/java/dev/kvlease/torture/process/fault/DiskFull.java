package dev.kvlease.torture.process.fault;

import dev.kvlease.torture.process.world.Instance;
import dev.kvlease.torture.process.world.TortureException;
import dev.kvlease.torture.process.world.World;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/**
 * The disk of a state directory is full: a small file system in memory is mounted there, and filled to its last byte while
 * the instance works; then it is killed and must not come up with a state that is cut off.
 */
final class DiskFull implements Fault {
    private static final String SIZE = "size=48m";
    private static final int BLOCK = 1 << 16;
    private static final int MOST_BLOCKS = 1024;
    private static final int LAST_LINES = 40;
    private static final Duration NOTICE = Duration.ofSeconds(8);
    private static final Duration START = Duration.ofSeconds(15);

    private Instance instance;
    private Path mounted;

    @Override
    public About about() {
        return new About(
                "disk-full",
                "the disk of a state directory is full while an instance works, and when it is started again",
                "there is room again, and it is started",
                "it goes on or ends with one line; the state is read back");
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Optional<String> obstacle(World world) {
        Path probe = world.options().directory().resolve("mount-probe");
        try {
            Files.createDirectories(probe);
            if (mount(probe) != 0) {
                return Optional.of("a small disk cannot be mounted here; that takes root on Linux");
            }
            unmount(probe);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("a small disk cannot be mounted here: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted");
        }
    }

    private static int mount(Path directory) throws IOException, InterruptedException {
        return run("mount", "-t", "tmpfs", "-o", SIZE, "kvlease-torture", directory.toString());
    }

    private static void unmount(Path directory) throws IOException, InterruptedException {
        if (run("umount", directory.toString()) != 0) {
            run("umount", "-l", directory.toString());
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    @Override
    public void strike(World world, Random random) throws Exception {
        instance = world.instances().get(random.nextInt(world.instances().size()));
        instance.kill();
        mounted = instance.stateDirectory();
        Files.createDirectories(mounted);
        int exit = mount(mounted);
        if (exit != 0) {
            throw new TortureException("mount of a small disk ended with " + exit);
        }
        world.atEnd(() -> unmount(mounted));
        instance.start();
        Pause.some(random, 6_000, 8_000);
        fill();
        endsForTheDisk(NOTICE);
        instance.start();
        endsForTheDisk(START);
    }

    /** It may go on, and is killed then; if it ends, it says why. */
    private void endsForTheDisk(Duration within) throws InterruptedException {
        Optional<Integer> exit = instance.exitWithin(within);
        if (exit.isEmpty()) {
            instance.kill();
        } else if (instance.lastLines(LAST_LINES).stream().noneMatch(DiskFull::namesTheDisk)) {
            throw new TortureException(instance + " ended with " + exit.get()
                    + " on a full disk, and does not name it: " + instance.lastLine());
        }
    }

    private static boolean namesTheDisk(String line) {
        return line.contains("disk is not full") || line.contains("No space left on device");
    }

    private Path ballast() {
        return mounted.resolve("ballast");
    }

    private void fill() throws IOException {
        try (OutputStream out = Files.newOutputStream(ballast())) {
            byte[] block = new byte[BLOCK];
            for (int i = 0; i < MOST_BLOCKS; i++) {
                out.write(block);
            }
        } catch (IOException full) {
            if (Files.size(ballast()) == 0) {
                throw full;
            }
            return;
        }
        Files.delete(ballast());
        throw new TortureException("the small disk takes more than it can have: it is not mounted");
    }

    @Override
    public void heal(World world) throws Exception {
        Files.delete(ballast());
        instance.start();
    }

    @Override
    public void after(World world) throws Exception {
        instance.kill();
        unmount(mounted);
        instance.start();
    }
}
