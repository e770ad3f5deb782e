package dev.kvlease.connect;

import dev.kvlease.connect.order.Frame;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The batches sent last, numbered for each reader from 0. Safe for use by several threads. */
final class ReplayBuffer {
    private final int most;
    private final Map<String, Long> nextByReader = new HashMap<>();
    private final Map<String, Deque<Frame>> framesByReader = new HashMap<>();
    private final Deque<String> readersByAge = new ArrayDeque<>();

    ReplayBuffer(int most) {
        this.most = most;
    }

    /** Numbers a batch and keeps it; the oldest goes when there are too many. */
    synchronized Frame add(String reader, byte[] payload) {
        Frame frame = new Frame(nextByReader.merge(reader, 1L, Long::sum) - 1, payload);
        framesByReader.computeIfAbsent(reader, unused -> new ArrayDeque<>()).addLast(frame);
        readersByAge.addLast(reader);
        if (readersByAge.size() > most) {
            dropOldest();
        }
        return frame;
    }

    private void dropOldest() {
        String reader = readersByAge.removeFirst();
        Deque<Frame> frames = framesByReader.get(reader);
        frames.removeFirst();
        if (frames.isEmpty()) {
            framesByReader.remove(reader);
        }
    }

    /** What is kept of a reader's batches, from a number on. */
    synchronized List<Frame> from(String reader, long seq) {
        return framesByReader.getOrDefault(reader, new ArrayDeque<>()).stream()
                .filter(frame -> frame.seq() >= seq)
                .toList();
    }
}
