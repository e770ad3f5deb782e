package dev.kvlease.connect.order;

import java.util.TreeMap;

/** Batches behind a hole, by number, each with the connection over which it came or that was there when an answer brought it. */
final class WaitingFrames {
    private record Entry(Frame frame, long connection, boolean replayed) {
        boolean cameOver(long asked) {
            return !replayed && connection == asked;
        }

        boolean cameBefore(long asked) {
            return replayed || connection < asked;
        }
    }

    private final TreeMap<Long, Entry> bySeq = new TreeMap<>();
    private long bytes;

    /** A batch of the subscription. */
    void put(Frame frame, long connection) {
        put(new Entry(frame, connection, false));
    }

    /** A batch of an answer. */
    void putReplayed(Frame frame, long connection) {
        put(new Entry(frame, connection, true));
    }

    private void put(Entry entry) {
        Entry old = bySeq.put(entry.frame().seq(), entry);
        bytes += entry.frame().payload().length - (old == null ? 0 : old.frame().payload().length);
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

    /** Whether the first came, one way or the other, since that connection was made; only if there is one. */
    boolean firstIsSince(long connection) {
        return bySeq.firstEntry().getValue().connection() == connection;
    }

    /** Whether the first came over that connection; only if there is one. */
    boolean firstCameOver(long connection) {
        return bySeq.firstEntry().getValue().cameOver(connection);
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
            bytes -= entry.cameOver(connection) ? entry.frame().payload().length : 0;
        }
        bySeq.values().removeIf(entry -> entry.cameOver(connection));
    }

    /** Moves what came before a connection, or with an answer, to another collection. */
    WaitingFrames splitBefore(long connection) {
        WaitingFrames before = new WaitingFrames();
        for (Entry entry : bySeq.values()) {
            if (entry.cameBefore(connection)) {
                before.put(entry);
            }
        }
        bySeq.values().removeIf(entry -> entry.cameBefore(connection));
        bytes -= before.bytes;
        return before;
    }
}
