package dev.kvlease.app.trail;

import dev.kvlease.app.topics.Topic;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The last steps of a task: of which input it took a record, and at what offset where that does not go without saying.
 *
 * <p>It is kept in pieces of {@link #PIECE} steps: the newest, which changes with every step, and full ones, which do not
 * change any more. All go into the task's store, so that a run tells of the run before it what that may not have told.
 */
public final class Trail {
    /** Steps in a full piece. */
    public static final int PIECE = 256;

    /** Full pieces that are kept; the numbers of older ones are used again. */
    public static final int PIECES = 64;

    /** Steps that a trail tells of at most. */
    static final int KEPT = PIECE * PIECES;

    private static final int CODES_PER_BYTE = 4;
    private static final int CODE_BITS = 2;
    private static final int CODE_MASK = 3;
    private static final byte JUMP = 0;
    private static final byte BEGIN = 1;
    private static final byte TORN = 2;
    private static final int MAX_MARK_BYTES = 1 + 3 * Long.BYTES;

    private final byte[] codes = new byte[KEPT];
    private final Deque<Mark> marks = new ArrayDeque<>();
    private final long[] next = new long[TrailCode.INPUTS.size()];
    private final Map<Integer, Long> told = new HashMap<>();
    private long run = Mark.Begin.NONE;
    private long step;
    private long oldest;

    /**
     * Where the next step goes.
     *
     * @return the number of steps so far
     */
    public long step() {
        return step;
    }

    /**
     * The run that takes the steps.
     *
     * @return its number
     */
    public long run() {
        return run;
    }

    /**
     * A new run goes on from here.
     *
     * @param nowMs wall-clock time, in milliseconds of the epoch
     */
    public void begin(long nowMs) {
        long from = run;
        run = Math.max(nowMs, from + 1);
        told.clear();
        marks.add(new Mark.Begin(step, run, from));
    }

    /**
     * A record has been taken.
     *
     * @param input its input
     * @param offset its offset
     */
    public void took(Topic input, long offset) {
        int code = TrailCode.of(input);
        step++;
        codes[(int) (step % KEPT)] = (byte) code;
        if (offset != next[code]) {
            marks.add(new Mark.Jump(step, offset));
        }
        next[code] = offset + 1;
        forgetBefore(step - KEPT);
    }

    /** The state that is being read back had been written in part: nothing can be proven from here on. */
    public void foundTorn() {
        marks.add(new Mark.Torn(step));
    }

    private void forgetBefore(long forgotten) {
        if (forgotten <= oldest) {
            return;
        }
        oldest = forgotten;
        while (!marks.isEmpty() && isForgotten(marks.getFirst())) {
            marks.removeFirst();
        }
    }

    private boolean isForgotten(Mark mark) {
        return mark instanceof Mark.Jump ? mark.step() <= oldest : mark.step() < oldest;
    }

    /**
     * Tells the steps since this run told of them last at the same place, which what is told there reaches in order: if
     * this comes to be known, so has the time before. The first time in a run, and where more steps than are kept have been
     * taken since, it is all that is kept: then it does not reach back to what was told, and the steps between are unknown.
     *
     * @param place where it is told
     * @return the steps as text
     */
    public String tell(int place) {
        Long last = told.put(place, step);
        long from = last == null ? oldest : Math.max(last, oldest);
        return TrailText.write(codes, from, step, marksSince(from));
    }

    private List<Mark> marksSince(long from) {
        if (marks.isEmpty() || marks.getLast().step() < from) {
            return List.of();
        }
        List<Mark> since = new ArrayList<>();
        Iterator<Mark> backwards = marks.descendingIterator();
        while (backwards.hasNext()) {
            Mark mark = backwards.next();
            if (mark.step() < from) {
                break;
            }
            if (mark.step() > from || !(mark instanceof Mark.Jump)) {
                since.add(0, mark);
            }
        }
        return since;
    }

    /**
     * Whether the last step filled a piece.
     *
     * @return true if {@link #writePiece} is due
     */
    public boolean isPieceFull() {
        return step % PIECE == 0 && step > 0;
    }

    /**
     * Packs the piece that the last step filled.
     *
     * @return the bytes for {@link #readPiece}
     */
    public byte[] writePiece() {
        long from = step - PIECE;
        List<Mark> since = marksSince(from);
        ByteBuffer out = ByteBuffer.allocate(Long.BYTES + sizeOf(from, since));
        out.putLong(step);
        writeSteps(from, since, out);
        return trimmed(out);
    }

    /**
     * Packs where the trail stands, and the steps that are in no full piece.
     *
     * @param head is written before it
     * @return the bytes, {@code head} and then what {@link #read} takes
     */
    public byte[] write(byte[] head) {
        long from = step - step % PIECE;
        List<Mark> since = marksSince(from);
        ByteBuffer out = ByteBuffer.allocate(head.length + (2 + next.length) * Long.BYTES + sizeOf(from, since));
        out.put(head).putLong(run).putLong(step);
        for (long offset : next) {
            out.putLong(offset);
        }
        writeSteps(from, since, out);
        return trimmed(out);
    }

    private int sizeOf(long from, List<Mark> since) {
        return bytesFor(step - from) + Integer.BYTES + since.size() * MAX_MARK_BYTES;
    }

    private static int bytesFor(long steps) {
        return (int) ((steps + CODES_PER_BYTE - 1) / CODES_PER_BYTE);
    }

    private void writeSteps(long from, List<Mark> since, ByteBuffer out) {
        for (long first = from + 1; first <= step; first += CODES_PER_BYTE) {
            int packed = 0;
            for (int i = 0; i < CODES_PER_BYTE && first + i <= step; i++) {
                packed |= codes[(int) ((first + i) % KEPT)] << (CODE_BITS * i);
            }
            out.put((byte) packed);
        }
        out.putInt(since.size());
        for (Mark mark : since) {
            if (mark instanceof Mark.Jump jump) {
                out.put(JUMP).putLong(jump.step()).putLong(jump.offset());
            } else if (mark instanceof Mark.Begin begin) {
                out.put(BEGIN).putLong(begin.step()).putLong(begin.run()).putLong(begin.from());
            } else {
                out.put(TORN).putLong(mark.step());
            }
        }
    }

    private static byte[] trimmed(ByteBuffer out) {
        byte[] bytes = new byte[out.flip().remaining()];
        out.get(bytes);
        return bytes;
    }

    /**
     * Takes what {@link #write} wrote. Older steps are not known until {@link #readPiece} gives them back.
     *
     * @param in stands behind the head
     */
    public void read(ByteBuffer in) {
        run = in.getLong();
        step = in.getLong();
        for (int i = 0; i < next.length; i++) {
            next[i] = in.getLong();
        }
        oldest = step - step % PIECE;
        readSteps(oldest, step, in);
    }

    /**
     * Takes the piece before all that is known.
     *
     * @param in what {@link #writePiece} wrote; nothing happens if it is another piece
     * @return false if it is another piece
     */
    public boolean readPiece(ByteBuffer in) {
        if (in.getLong() != oldest) {
            return false;
        }
        oldest -= PIECE;
        readSteps(oldest, oldest + PIECE, in);
        return true;
    }

    /**
     * The number of the full piece before all that is known.
     *
     * @return 0 to {@link #PIECES} - 1, or -1 if there is none or all are known
     */
    public int pieceBefore() {
        boolean any = oldest > 0 && step - oldest + PIECE <= KEPT;
        return any ? pieceOf(oldest) : -1;
    }

    /**
     * The number of the piece that the last step filled.
     *
     * @return 0 to {@link #PIECES} - 1
     */
    public int fullPiece() {
        return pieceOf(step);
    }

    private static int pieceOf(long lastStep) {
        return (int) ((lastStep / PIECE - 1) % PIECES);
    }

    private void readSteps(long from, long to, ByteBuffer in) {
        for (long first = from + 1; first <= to; first += CODES_PER_BYTE) {
            int packed = in.get();
            for (int i = 0; i < CODES_PER_BYTE && first + i <= to; i++) {
                codes[(int) ((first + i) % KEPT)] = (byte) (packed >> (CODE_BITS * i) & CODE_MASK);
            }
        }
        List<Mark> read = new ArrayList<>();
        for (int left = in.getInt(); left > 0; left--) {
            read.add(readMark(in));
        }
        // A run that began between two pieces stands in both.
        read.removeIf(marks::contains);
        for (int i = read.size() - 1; i >= 0; i--) {
            marks.addFirst(read.get(i));
        }
    }

    private static Mark readMark(ByteBuffer in) {
        return switch (in.get()) {
            case JUMP -> new Mark.Jump(in.getLong(), in.getLong());
            case BEGIN -> new Mark.Begin(in.getLong(), in.getLong(), in.getLong());
            default -> new Mark.Torn(in.getLong());
        };
    }
}
