package dev.kvlease.app.audit;

import dev.kvlease.app.explain.ClockTurn;
import dev.kvlease.core.clock.ClockOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * What was known of a pair's clock over time. Between turns (another life, a step, a doubt that begins or ends) points
 * are thinned out evenly, so that memory stays small.
 */
public final class ClockSeries {
    /**
     * What was known at a time.
     *
     * @param recordTimeMs record time, in milliseconds of the epoch
     * @param offset the clock
     * @param turn whether something else than time changed
     */
    public record Point(long recordTimeMs, ClockOffset offset, boolean turn) {}

    private final int most;
    private List<Point> points = new ArrayList<>();
    private long every = 1;
    private long seen;
    private long leftOut;

    ClockSeries(int most) {
        this.most = most;
    }

    void add(long recordTimeMs, ClockOffset before, ClockOffset now) {
        boolean turn = before == null || ClockTurn.isTurn(before, now);
        if (!turn && seen++ % every != 0) {
            leftOut++;
            return;
        }
        points.add(new Point(recordTimeMs, now, turn));
        if (points.size() > most) {
            thinOut();
        }
    }

    /** Drops every other point; turns go too only when nothing else is left to drop. */
    private void thinOut() {
        every *= 2;
        boolean onlyTurns = points.stream().filter(Point::turn).count() > most / 2;
        List<Point> kept = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            if (i % 2 == 0 || (points.get(i).turn() && !onlyTurns)) {
                kept.add(points.get(i));
            }
        }
        leftOut += points.size() - kept.size();
        points = kept;
    }

    /**
     * The points kept, in order.
     *
     * @return a copy
     */
    public List<Point> points() {
        return List.copyOf(points);
    }

    /**
     * How many were left out.
     *
     * @return a count
     */
    public long leftOut() {
        return leftOut;
    }
}
