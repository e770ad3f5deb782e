package dev.kvlease.connect.order;

import dev.kvlease.connect.order.Effect.Ask;
import dev.kvlease.connect.order.Effect.Cause;
import dev.kvlease.connect.order.Effect.Deliver;
import dev.kvlease.connect.order.Effect.Duplicate;
import dev.kvlease.connect.order.Effect.Lost;
import dev.kvlease.connect.order.Effect.Restarted;
import dev.kvlease.connect.order.Effect.Resubscribe;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Follows one publisher: hands its batches on in order and once, waits at a hole while the replay socket is asked, and
 * tells another life of the publisher from a mere reconnection.
 *
 * <p>A request begins with the last batch handed on, the anchor. The publisher always keeps its newest batch, so an answer
 * without any batch, or with another one under the anchor's number, proves another life. The first batch of an answer is
 * the oldest kept from there on: what lies before it is lost. A hole further back in an answer is asked for again, since a
 * ROUTER socket drops what a slow reader does not take.
 *
 * <p>Times are nanoseconds of any monotonic clock, the same one in all calls. Not safe for use by several threads.
 */
public final class SequenceRepair {
    private final Limits limits;
    private final RecentFrames recent = new RecentFrames();
    private final LostRanges lost = new LostRanges();
    private final WaitingFrames waiting = new WaitingFrames();
    private Position position;
    private Optional<Request> request = Optional.empty();
    private long connection;

    /** The connection that was there when the life was last seen to be the current one. */
    private long confirmed;

    private long waitingSinceNs;
    private long heardNs;
    private List<Effect> effects = new ArrayList<>();

    /**
     * Goes on from a position.
     *
     * @param limits what waiting may cost
     * @param start the position; {@link Position#START} for all that the publisher still has
     * @param nowNs the time
     */
    public SequenceRepair(Limits limits, Position start, long nowNs) {
        this.limits = limits;
        this.position = start;
        this.heardNs = nowNs;
        start.anchor().ifPresent(print -> recent.add(start.next() - 1, print));
    }

    /**
     * How far the publisher has been followed.
     *
     * @return the position
     */
    public Position position() {
        return position;
    }

    /**
     * The subscription was connected, for the first time or again. What came over an earlier connection has been
     * reported before; what of it still waits without its life being known is forgotten and asked for again.
     *
     * @param nowNs the time
     * @return what to do
     */
    public List<Effect> connected(long nowNs) {
        leave();
        heardNs = nowNs;
        lost.clear();
        if (limits.replay()) {
            ask(true, nowNs);
        }
        return taken();
    }

    /**
     * The subscription has lost its connection, or given it up, and nothing more comes over it. What comes from now on may
     * be of another life.
     */
    public void disconnected() {
        leave();
    }

    private void leave() {
        if (limits.replay() && confirmed != connection) {
            waiting.forget(connection);
        }
        connection++;
    }

    /**
     * A batch came over the subscription. A connection is to one process of the publisher, from its start to its end.
     *
     * @param frame the batch
     * @param nowNs the time
     * @return what to do
     */
    public List<Effect> live(Frame frame, long nowNs) {
        heardNs = nowNs;
        boolean known = frame.seq() < position.next() ? recent.has(frame) : waiting.hasSame(frame);
        if (known) {
            effects.add(new Duplicate(frame.seq()));
            return taken();
        }
        if (deliverLate(frame)) {
            return taken();
        }
        if (frame.seq() < position.next() || waiting.has(frame.seq())) {
            turnBack(frame, nowNs);
        }
        beginToWait(nowNs);
        waiting.put(frame, connection);
        settle(nowNs);
        return taken();
    }

    /**
     * A batch came from the replay socket.
     *
     * @param frame the batch
     * @param nowNs the time
     * @return what to do
     */
    public List<Effect> replayed(Frame frame, long nowNs) {
        heardNs = nowNs;
        if (request.isPresent() && !front(request.get(), frame, nowNs)) {
            return taken();
        }
        if (recent.contradicts(frame)) {
            anotherLife(nowNs);
        } else if (frame.seq() >= position.next()) {
            beginToWait(nowNs);
            waiting.putReplayed(frame, connection);
            settle(nowNs);
        } else if (!deliverLate(frame)) {
            effects.add(new Duplicate(frame.seq()));
        }
        return taken();
    }

    /**
     * The replay socket has answered all it has.
     *
     * @param nowNs the time
     * @return what to do
     */
    public List<Effect> replayEnded(long nowNs) {
        if (request.isEmpty()) {
            return taken();
        }
        Request ended = request.get();
        request = Optional.empty();
        heardNs = nowNs;
        if (ended.inDoubt()) {
            anotherLife(nowNs);
            return taken();
        }
        if (!ended.fronted() && !waiting.isEmpty() && ended.covers(waiting.first())) {
            skipTo(waiting.first(), Cause.NOT_KEPT);
        }
        settle(nowNs);
        return taken();
    }

    /**
     * Time has passed; to be called at least a few times per second.
     *
     * @param nowNs the time
     * @return what to do
     */
    public List<Effect> tick(long nowNs) {
        if (!waiting.isEmpty() && nowNs - waitingSinceNs >= limits.holeTimeoutNs()) {
            giveUp(Cause.TIMED_OUT, nowNs);
        } else if (request.isPresent()) {
            if (request.get().silentNs(nowNs) >= limits.answerTimeoutNs()) {
                ask(true, nowNs);
            }
        } else if (limits.replay() && limits.idleProbeNs() > 0 && nowNs - heardNs >= limits.idleProbeNs()) {
            ask(true, nowNs);
        }
        return taken();
    }

    /** An answer can overtake the subscription, and come after its time; neither is a sign of another life. */
    private boolean deliverLate(Frame frame) {
        boolean late = lost.remove(frame.seq());
        if (late) {
            recent.add(frame.seq(), frame.fingerprint());
            effects.add(new Deliver(life(frame), frame, position, true));
        }
        return late;
    }

    /** Looks at a batch of an answer; false if it needs no more. */
    private boolean front(Request asked, Frame frame, long nowNs) {
        asked.heard(nowNs);
        if (asked.fronted() || frame.seq() < asked.from()) {
            return true;
        }
        if (asked.anchored() && frame.seq() == asked.from()) {
            if (frame.fingerprint() != position.anchor().orElseThrow()) {
                anotherLife(nowNs);
                return false;
            }
            asked.front();
            confirmed = connection;
            settle(nowNs);
            return false;
        }
        asked.front();
        skipTo(frame.seq(), Cause.NOT_KEPT);
        return true;
    }

    /**
     * The answer proves that the publisher is another process; what came over older connections was the old one's. If
     * the subscription's is one of these, as when a machine goes without closing it, it leads nowhere.
     */
    private void anotherLife(long nowNs) {
        boolean deadEnd = confirmed == connection;
        flush(deadEnd ? waiting : waiting.splitBefore(connection));
        restart(nowNs);
        if (deadEnd) {
            effects.add(new Resubscribe());
        }
    }

    /** The numbers go back. Within a connection they only rise, so higher ones that wait are of the life before. */
    private void turnBack(Frame frame, long nowNs) {
        flush(waiting.splitBefore(connection));
        if (waiting.last() >= frame.seq()) {
            if (waiting.first() < position.next()) {
                beginLife();
            }
            flush(waiting);
        }
        restart(nowNs);
    }

    private void beginLife() {
        position = Position.START;
        recent.clear();
        lost.clear();
        effects.add(new Restarted());
    }

    private void restart(long nowNs) {
        beginLife();
        request = Optional.empty();
        if (limits.replay()) {
            ask(false, nowNs);
        }
    }

    /** Hands on what is left of a life that has ended. */
    private void flush(WaitingFrames old) {
        while (!old.isEmpty()) {
            lose(old.first(), Cause.PUBLISHER_GONE);
            deliver(old.pollFirst());
        }
    }

    private void beginToWait(long nowNs) {
        if (waiting.isEmpty()) {
            waitingSinceNs = nowNs;
        }
    }

    /** Hands on what is next, and sees to the hole before the rest. */
    private void settle(long nowNs) {
        drain(nowNs);
        while (waiting.exceeds(limits)) {
            giveUp(Cause.TOO_MUCH_WAITING, nowNs);
        }
        if (waiting.isEmpty() || request.isPresent()) {
            return;
        }
        if (limits.replay()) {
            ask(true, nowNs);
        } else {
            giveUp(Cause.NO_REPLAY, nowNs);
        }
    }

    /** Only what came since the connection was made tells whose it is. */
    private void drain(long nowNs) {
        if (request.isPresent() && request.get().inDoubt()) {
            return;
        }
        while (!waiting.isEmpty() && waiting.first() == position.next() && !isOfUnknownLife()) {
            boolean proof = waiting.firstIsSince(connection);
            deliver(waiting.pollFirst());
            waitingSinceNs = nowNs;
            if (proof) {
                confirmed = connection;
            }
        }
    }

    /** Whether the first that waits may be of a life that only happens to go on with the next number. */
    private boolean isOfUnknownLife() {
        return limits.replay()
                && confirmed != connection
                && position.anchor().isPresent()
                && waiting.firstCameOver(connection);
    }

    /** Leaves the first hole as it is, and a life whose proof did not come; another hole behind it gets its own time. */
    private void giveUp(Cause cause, long nowNs) {
        request = Optional.empty();
        if (waiting.firstCameOver(connection)) {
            confirmed = connection;
        }
        skipTo(waiting.first(), cause);
        settle(nowNs);
    }

    /** Hands on what waits below a number, and gives up what is missing there. */
    private void skipTo(long seq, Cause cause) {
        while (!waiting.isEmpty() && waiting.first() < seq) {
            lose(waiting.first(), cause);
            deliver(waiting.pollFirst());
        }
        lose(seq, cause);
    }

    private void lose(long toSeq, Cause cause) {
        if (toSeq <= position.next()) {
            return;
        }
        effects.add(new Lost(position.life(), position.next(), toSeq, cause));
        if (limits.replay()) {
            lost.add(position.next(), toSeq);
        }
        position = new Position(position.life(), toSeq, OptionalLong.empty());
    }

    private void deliver(Frame frame) {
        long print = frame.fingerprint();
        String life = life(frame);
        position = new Position(Optional.of(life), frame.seq() + 1, OptionalLong.of(print));
        recent.add(frame.seq(), print);
        effects.add(new Deliver(life, frame, position, false));
    }

    /** A life is named after the first batch seen of it, so that the same name is found again after a crash. */
    private String life(Frame frame) {
        return position.life().orElseGet(() -> String.format("%d-%016x", frame.seq(), frame.fingerprint()));
    }

    private void ask(boolean anchored, long nowNs) {
        boolean withAnchor = anchored && position.anchor().isPresent();
        long from = withAnchor ? position.next() - 1 : position.next();
        request = Optional.of(new Request(from, withAnchor, waiting.last(), nowNs));
        effects.add(new Ask(from));
    }

    private List<Effect> taken() {
        List<Effect> taken = effects;
        effects = new ArrayList<>();
        return taken;
    }
}
