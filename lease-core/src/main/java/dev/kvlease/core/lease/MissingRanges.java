package dev.kvlease.core.lease;

import dev.kvlease.core.common.Constants;
import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;
import java.util.Arrays;

/**
 * The missing {@code seq}s of a life as ranges in ascending order, each with the watermark at which it was found
 * missing ("Gaps"). Ranges are found in ascending order while the watermark only grows, so the lowest range is always
 * the first to be given up.
 */
final class MissingRanges {
    /** Every seq may be missing. */
    static final MissingRanges ALL = new MissingRanges();

    static {
        ALL.add(0, Long.MAX_VALUE, 0);
    }

    private long[] from = new long[4];
    private long[] to = new long[4];
    private long[] foundAtNs = new long[4];
    private int count;

    boolean isEmpty() {
        return count == 0;
    }

    /** How many seqs are missing. */
    long total() {
        long total = 0;
        for (int i = 0; i < count; i++) {
            total += to[i] - from[i] + 1;
        }
        return total;
    }

    /** Highest missing seq, or -1. */
    long highest() {
        return count == 0 ? -1 : to[count - 1];
    }

    /** Lowest missing seq, or {@link Long#MAX_VALUE}. */
    long lowest() {
        return count == 0 ? Long.MAX_VALUE : from[0];
    }

    /** Last seq of the lowest range. */
    long lowestRangeEnd() {
        return to[0];
    }

    /** Watermark at which the lowest range was found missing. */
    long lowestFoundAtNs() {
        return foundAtNs[0];
    }

    /** Whether a seq strictly between the two is missing. */
    boolean anyBetween(long low, long high) {
        if (count == 0 || low + 1 >= high) {
            return false;
        }
        int index = firstEndingAtOrAfter(low + 1);
        return index < count && from[index] < high;
    }

    private int firstEndingAtOrAfter(long seq) {
        int index = Arrays.binarySearch(to, 0, count, seq);
        return index >= 0 ? index : -index - 1;
    }

    /** Adds a range above all others. */
    void add(long fromSeq, long toSeq, long watermarkNs) {
        insert(count, fromSeq, toSeq, watermarkNs);
        mergeBeyondLimit();
    }

    /**
     * A seq is not missing any more.
     *
     * @return true if it was
     */
    boolean remove(long seq) {
        int index = firstEndingAtOrAfter(seq);
        if (index == count || from[index] > seq) {
            return false;
        }
        boolean first = from[index] == seq;
        boolean last = to[index] == seq;
        if (first && last) {
            removeRange(index);
        } else if (first) {
            from[index] = seq + 1;
        } else if (last) {
            to[index] = seq - 1;
        } else {
            long end = to[index];
            to[index] = seq - 1;
            insert(index + 1, seq + 1, end, foundAtNs[index]);
            mergeBeyondLimit();
        }
        return true;
    }

    void removeLowestRange() {
        removeRange(0);
    }

    private void insert(int index, long fromSeq, long toSeq, long watermarkNs) {
        if (count == from.length) {
            from = Arrays.copyOf(from, count * 2);
            to = Arrays.copyOf(to, count * 2);
            foundAtNs = Arrays.copyOf(foundAtNs, count * 2);
        }
        int moved = count - index;
        System.arraycopy(from, index, from, index + 1, moved);
        System.arraycopy(to, index, to, index + 1, moved);
        System.arraycopy(foundAtNs, index, foundAtNs, index + 1, moved);
        from[index] = fromSeq;
        to[index] = toSeq;
        foundAtNs[index] = watermarkNs;
        count++;
    }

    private void removeRange(int index) {
        int moved = count - index - 1;
        System.arraycopy(from, index + 1, from, index, moved);
        System.arraycopy(to, index + 1, to, index, moved);
        System.arraycopy(foundAtNs, index + 1, foundAtNs, index, moved);
        count--;
    }

    /** Limits: the two lowest become one with the later watermark; what lay between counts as missing again. */
    private void mergeBeyondLimit() {
        if (count <= Constants.MAX_MISSING_RANGES) {
            return;
        }
        to[0] = to[1];
        foundAtNs[0] = Math.max(foundAtNs[0], foundAtNs[1]);
        removeRange(1);
    }

    void write(StateWriter out) {
        out.putLong(count);
        for (int i = 0; i < count; i++) {
            out.putLong(from[i]).putLong(to[i]).putLong(foundAtNs[i]);
        }
    }

    static MissingRanges read(StateReader in) {
        MissingRanges ranges = new MissingRanges();
        for (int left = in.getCount(); left > 0; left--) {
            ranges.insert(ranges.count, in.getLong(), in.getLong(), in.getLong());
        }
        return ranges;
    }
}
