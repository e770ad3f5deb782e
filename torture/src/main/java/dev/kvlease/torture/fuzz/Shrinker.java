package dev.kvlease.torture.fuzz;

import java.util.Arrays;
import java.util.function.Predicate;

/** Makes a failing case smaller as long as it fails. */
final class Shrinker {
    private static final int MOST_TRIES = 3_000;
    private static final long PATIENCE_NS = 10_000_000_000L;

    private final Predicate<byte[]> fails;
    private final long endNs = System.nanoTime() + PATIENCE_NS;
    private int tries;

    Shrinker(Predicate<byte[]> fails) {
        this.fails = fails;
    }

    /** A smaller case that fails, or the same. */
    byte[] shrink(byte[] failing) {
        byte[] smallest = failing;
        for (int piece = Math.max(1, failing.length / 2); piece >= 1; piece /= 2) {
            smallest = withoutPieces(smallest, piece);
        }
        return plain(smallest);
    }

    private byte[] withoutPieces(byte[] from, int piece) {
        byte[] smallest = from;
        int at = 0;
        while (at < smallest.length && goOn()) {
            int end = Math.min(smallest.length, at + piece);
            byte[] without = Arrays.copyOf(smallest, smallest.length - (end - at));
            System.arraycopy(smallest, end, without, at, smallest.length - end);
            if (fails.test(without)) {
                smallest = without;
            } else {
                at = end;
            }
        }
        return smallest;
    }

    /** What may be anything becomes a zero. */
    private byte[] plain(byte[] from) {
        byte[] plain = from.clone();
        for (int i = 0; i < plain.length && goOn(); i++) {
            byte kept = plain[i];
            plain[i] = '0';
            if (kept != '0' && !fails.test(plain)) {
                plain[i] = kept;
            }
        }
        return plain;
    }

    private boolean goOn() {
        tries++;
        return tries < MOST_TRIES && System.nanoTime() < endNs;
    }
}
