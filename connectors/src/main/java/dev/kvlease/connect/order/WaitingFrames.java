package dev.kvlease.connect.order;

import java.util.TreeMap;

/** Batches behind a hole, by number, each with the connection over which it came. */
final class WaitingFrames {
    private record Entry(Frame frame, long connection) {}

    private final TreeMap<Long, Entry> bySeq = new TreeMap<>();
    private long bytes;

    void put(Frame frame, long connection) {
        Entry old = bySeq.put(frame.seq(), new Entry(frame, connection));
        bytes += frame.payload().length - (old == null ? 0 : old.frame().payload().length);
    }

    boolean isEmpty() {
        return bySeq.isEmpty();
    }

    boolean exceeds(Limits limits) {
        return bySeq.size() > limits.maxWaitingFrames() || bytes > limits.maxWaitingBytes();
    }

    boolean has(long seq) {
        return bySeq.containsKey(seq);
    }

    boolean hasSame(Frame frame) {
        Entry entry = bySeq.get(frame.seq());
        return entry != null && entry.frame().fingerprint() == frame.fingerprint();
    }

    /** The lowest number; only if there is one. */
    long first() {
        return bySeq.firstKey();
    }

    /** The highest number, or -1. */
    long last() {
        return bySeq.isEmpty() ? -1 : bySeq.lastKey();
    }

    Frame pollFirst() {
        Frame frame = bySeq.pollFirstEntry().getValue().frame();
        bytes -= frame.payload().length;
        return frame;
    }

    /** Leaves out what came over a connection. */
    void forget(long connection) {
        for (Entry entry : bySeq.values()) {
            bytes -= entry.connection() == connection ? entry.frame().payload().length : 0;
        }
        bySeq.values().removeIf(entry -> entry.connection() == connection);
    }

    /** Moves what came before a connection to another collection. */
    WaitingFrames splitBefore(long connection) {
        WaitingFrames before = new WaitingFrames();
        for (Entry entry : bySeq.values()) {
            if (entry.connection() < connection) {
                before.put(entry.frame(), entry.connection());
            }
        }
        bySeq.values().removeIf(entry -> entry.connection() < connection);
        bytes -= before.bytes;
        return before;
    }
}
