package dev.kvlease.torture.process.fault;

import dev.kvlease.torture.process.world.Instance;
import dev.kvlease.torture.process.world.TortureException;
import dev.kvlease.torture.process.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * The wall clock of an instance's host is set, while it works. The instance runs under libfaketime, which changes what the
 * system tells this one process; its monotonic clock goes on, as it does on a real host. A time namespace would not do: it
 * cannot set the wall clock.
 */
final class ClockStep implements Fault {
    private static final String VARIABLE = "KVLEASE_LIBFAKETIME";
    private static final List<String> STEPS = List.of("+3600", "-3600", "+90000", "-90000");

    private static final Duration LOOK = Duration.ofSeconds(20);

    /** Less than half the smallest step, and more than a look takes. */
    private static final Duration CLOSE = Duration.ofMinutes(25);

    private Instance instance;

    @Override
    public About about() {
        return new About(
                "clock-step",
                "the wall clock of an instance's host is set an hour or a day ahead or back while it works",
                "the instance is started again with the true time",
                "no verdict depends on a wall clock");
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Optional<String> obstacle(World world) {
        return library().isPresent()
                ? Optional.empty()
                : Optional.of("needs libfaketime (Debian: apt-get install libfaketime), or " + VARIABLE
                        + " with the path of libfaketime.so.1");
    }

    private static Optional<Path> library() {
        String named = System.getenv(VARIABLE);
        List<String> places = List.of(
                named == null ? "" : named,
                "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
                "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
                "/usr/lib64/faketime/libfaketime.so.1");
        return places.stream()
                .filter(place -> !place.isEmpty())
                .map(Path::of)
                .filter(Files::exists)
                .findFirst();
    }

    @Override
    public void strike(World world, Random random) throws Exception {
        instance = world.instances().get(random.nextInt(world.instances().size()));
        Path offset = world.options().directory().resolve("clock");
        set(offset, "+0");
        instance.kill();
        instance.start(
                Map.of(
                        "LD_PRELOAD", library().orElseThrow().toString(),
                        "FAKETIME_TIMESTAMP_FILE", offset.toString(),
                        "FAKETIME_NO_CACHE", "1",
                        "FAKETIME_DONT_FAKE_MONOTONIC", "1",
                        "DONT_FAKE_MONOTONIC", "1"),
                Map.of());
        Pause.some(random, 6_000, 8_000);
        String step = STEPS.get(random.nextInt(STEPS.size()));
        set(offset, step);
        Pause.some(random, 4_000, 6_000);
        hasStepped(Long.parseLong(step), LOOK.multipliedBy(world.options().patience()));
    }

    /** A library that was not loaded, or has no effect, would test nothing. */
    private void hasStepped(long seconds, Duration bound) throws InterruptedException {
        LocalDateTime shown = instance.wallClock(bound);
        LocalDateTime wanted =
                ZonedDateTime.now(ZoneId.systemDefault()).plusSeconds(seconds).toLocalDateTime();
        if (Duration.between(shown, wanted).abs().compareTo(CLOSE) > 0) {
            throw new TortureException("the wall clock of " + instance + " shows " + shown + " instead of " + wanted
                    + ": libfaketime has no effect");
        }
    }

    private static void set(Path file, String offset) throws IOException {
        Path next = file.resolveSibling("clock.next");
        Files.writeString(next, offset + System.lineSeparator());
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void heal(World world) throws Exception {
        instance.kill();
        instance.start();
    }
}
