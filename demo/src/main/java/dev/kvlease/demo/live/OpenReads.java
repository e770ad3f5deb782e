package dev.kvlease.demo.live;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * The reads that engines have asked for and not ended, and the questions that wait for an answer. A read may ask again,
 * and may end before it is answered. Safe for many threads.
 */
final class OpenReads {
    private static final int MOST = 50_000;

    private final Map<String, Read> reads = new HashMap<>();

    synchronized void asked(String readRequestId, long nanoTime) {
        if (reads.size() >= MOST) {
            reads.clear();
        }
        reads.computeIfAbsent(readRequestId, id -> new Read()).askedNs.addLast(nanoTime);
    }

    /** Time since the oldest question of the read without an answer, or -1. */
    synchronized long answered(String readRequestId, long nanoTime) {
        Read read = reads.get(readRequestId);
        if (read == null || read.askedNs.isEmpty()) {
            return -1;
        }
        long sinceNs = nanoTime - read.askedNs.removeFirst();
        forgetIfDone(readRequestId, read);
        return sinceNs;
    }

    synchronized void ended(String readRequestId) {
        Read read = reads.get(readRequestId);
        if (read != null) {
            read.ended = true;
            forgetIfDone(readRequestId, read);
        }
    }

    synchronized boolean isOpen(String readRequestId) {
        Read read = reads.get(readRequestId);
        return read != null && !read.ended;
    }

    private void forgetIfDone(String readRequestId, Read read) {
        if (read.ended && read.askedNs.isEmpty()) {
            reads.remove(readRequestId);
        }
    }

    /** One read. */
    private static final class Read {
        private final Deque<Long> askedNs = new ArrayDeque<>(1);
        private boolean ended;
    }
}
