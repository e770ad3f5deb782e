package dev.kvlease.app.topology;

import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.state.StateKind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A holder whose engine is on the heap. Its own entry in the store is made of what the core keeps apart, the header and
 * the lives, because a crash must not keep one without the other; and of its record time, by which silent holders are
 * found.
 */
final class HeldState {
    private static final int LENGTHS = Long.BYTES + Integer.BYTES;

    private final byte[] prefix;
    private final LeaseEngine engine;
    private final List<Taken> unwritten = new ArrayList<>();
    private byte[] lives = {};
    private boolean owesLastWords;

    HeldState(byte[] prefix, LeaseEngine engine) {
        this.prefix = prefix;
        this.engine = engine;
    }

    byte[] prefix() {
        return prefix;
    }

    LeaseEngine engine() {
        return engine;
    }

    /** What the engine has taken since it was written last, in order. */
    List<Taken> unwritten() {
        return unwritten;
    }

    /** It was read back, so its last words may have been lost (semantics.md, Delivery). */
    void oweLastWords() {
        owesLastWords = true;
    }

    /** Whether the last words are still owed; then they no longer are. */
    boolean repeatsLastWords() {
        boolean owed = owesLastWords;
        owesLastWords = false;
        return owed;
    }

    void rememberLives(byte[] changed) {
        lives = changed;
    }

    /** The holder's own entry with a new header. */
    byte[] ownEntry(byte[] header) {
        return ByteBuffer.allocate(LENGTHS + lives.length + header.length)
                .putLong(engine.lastRecordTimeMs())
                .putInt(lives.length)
                .put(lives)
                .put(header)
                .array();
    }

    /** Gives the engine what {@link #ownEntry} made. */
    void restoreOwnEntry(byte[] stored) {
        int livesLength = ByteBuffer.wrap(stored).getInt(Long.BYTES);
        int headerStart = LENGTHS + livesLength;
        lives = Arrays.copyOfRange(stored, LENGTHS, headerStart);
        byte[] header = Arrays.copyOfRange(stored, headerStart, stored.length);
        engine.restore(StateKind.HOLDER, new byte[0], header);
        if (livesLength > 0) {
            engine.restore(StateKind.LIVES, new byte[0], lives);
        }
    }

    static long recordTimeMs(byte[] ownEntry) {
        return ByteBuffer.wrap(ownEntry).getLong();
    }
}
