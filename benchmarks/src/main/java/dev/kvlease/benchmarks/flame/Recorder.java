package dev.kvlease.benchmarks.flame;

import dev.kvlease.benchmarks.draw.Frames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** Samples the stacks of this process while something runs, with the JDK's flight recorder. */
final class Recorder {
    private static final Duration PERIOD = Duration.ofMillis(10);
    /** Their names are others in every process. */
    private static final String LAMBDA = "$$Lambda";

    private static final String WAITING = "sun.nio.ch.";
    private static final String IN_JAVA = "jdk.ExecutionSample";
    private static final String IN_NATIVE = "jdk.NativeMethodSample";

    private Recorder() {}

    /** What is sampled. */
    interface Work {
        void run() throws Exception;
    }

    /**
     * Samples.
     *
     * @param thread whose stacks count, by the names of threads
     * @param within only stacks that have this frame count
     * @param work what runs meanwhile
     * @return the stacks; those of a thread that waits for the network are left out
     */
    static Frames sample(Predicate<String> thread, String within, Work work) throws Exception {
        Path file = Files.createTempFile("kvlease", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable(IN_JAVA).withPeriod(PERIOD);
            recording.enable(IN_NATIVE).withPeriod(PERIOD);
            recording.start();
            work.run();
            recording.stop();
            recording.dump(file);
            return read(file, thread, within);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static Frames read(Path file, Predicate<String> thread, String within) throws IOException {
        Frames frames = new Frames();
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                RecordedThread sampled = event.hasField("sampledThread") ? event.getThread("sampledThread") : null;
                RecordedStackTrace stack = event.getStackTrace();
                if (sampled != null && stack != null && thread.test(String.valueOf(sampled.getJavaName()))) {
                    take(stack, within, frames);
                }
            }
        }
        return frames;
    }

    private static void take(RecordedStackTrace stack, String within, Frames frames) {
        List<String> names = new ArrayList<>();
        for (RecordedFrame frame : stack.getFrames()) {
            RecordedMethod method = frame.getMethod();
            if (!method.getType().getName().contains(LAMBDA)) {
                names.add(method.getType().getName() + "." + method.getName());
            }
        }
        int outermost = names.indexOf(within);
        if (outermost >= 0 && !names.get(0).startsWith(WAITING)) {
            Collections.reverse(names);
            frames.add(names.subList(names.size() - 1 - outermost, names.size()));
        }
    }
}
