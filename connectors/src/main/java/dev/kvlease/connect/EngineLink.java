package dev.kvlease.connect;

import dev.kvlease.connect.order.Effect;
import dev.kvlease.connect.order.Frame;
import dev.kvlease.connect.order.Limits;
import dev.kvlease.connect.order.Position;
import dev.kvlease.connect.order.SequenceRepair;
import dev.kvlease.connect.wire.Frames;
import dev.kvlease.connect.wire.MalformedBatchException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZEvent;
import org.zeromq.ZMQ;
import org.zeromq.ZMonitor;

/**
 * The sockets to one engine. A broken connection gets a new socket, and no socket connects a second time by itself: so
 * what comes over one socket is of one process of the engine, however late it is taken in. For one thread.
 */
final class EngineLink implements AutoCloseable {
    /** Something to hand on: a batch in its order, or bytes that are no batch. */
    sealed interface Arrival {}

    /** A batch, and the position before it. */
    record Ordered(Effect.Deliver deliver, Position before) implements Arrival {}

    /** A message that does not have vLLM's frames. */
    @SuppressWarnings("ArrayRecordComponent")
    record Garbled(byte[] bytes, String fault, Position position) implements Arrival {}

    private static final Logger LOG = LoggerFactory.getLogger(EngineLink.class);
    private static final int RECONNECT_MS = 1_000;
    private static final long RECONNECT_NS = TimeUnit.MILLISECONDS.toNanos(RECONNECT_MS);

    /** The library has no other way to switch it off that also spares a connection that cannot be made. */
    private static final int NEVER_MS = 1 << 30;

    /** What a connection has brought may become readable just after the news that it is broken. */
    private static final long LAST_WORDS_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final int RECEIVE_QUEUE = 20_000;
    private static final int MOST_WAITING = 2_000;

    private final ZContext context;
    private final EngineAddress engine;
    private final byte[] subscription;
    private final SequenceRepair repair;
    private final Deque<Arrival> arrivals = new ArrayDeque<>();
    private ZMQ.Socket events;
    private ZMQ.Socket monitor;
    private Optional<ZMQ.Socket> replay = Optional.empty();
    private Position handedOn;
    private long openedNs;
    private OptionalLong replaceAtNs = OptionalLong.empty();

    EngineLink(ZContext context, EngineAddress engine, String subscription, Limits limits, Position start) {
        this.context = context;
        this.engine = engine;
        this.subscription = subscription.getBytes(StandardCharsets.UTF_8);
        this.repair = new SequenceRepair(limits, start, System.nanoTime());
        this.handedOn = start;
        open();
    }

    EngineAddress engine() {
        return engine;
    }

    void registerWith(ZMQ.Poller poller) {
        poller.register(events, ZMQ.Poller.POLLIN);
        poller.register(monitor, ZMQ.Poller.POLLIN);
        replay.ifPresent(socket -> poller.register(socket, ZMQ.Poller.POLLIN));
    }

    /** Takes in what has come, without waiting. */
    void pump() {
        watchConnection();
        receiveEvents(MOST_WAITING);
        receiveReplay();
        perform(repair.tick(System.nanoTime()));
        if (replaceAtNs.isPresent() && System.nanoTime() - replaceAtNs.getAsLong() >= 0) {
            receiveEvents(Integer.MAX_VALUE);
            replaceEvents();
        }
    }

    /** The next thing to hand on. */
    Optional<Arrival> poll() {
        return Optional.ofNullable(arrivals.poll());
    }

    private void watchConnection() {
        for (ZEvent event = ZEvent.recv(monitor, ZMQ.DONTWAIT);
                event != null;
                event = ZEvent.recv(monitor, ZMQ.DONTWAIT)) {
            if (replaceAtNs.isEmpty()) {
                connection(event.getEvent(), System.nanoTime());
            }
        }
    }

    private void connection(ZMonitor.Event event, long nowNs) {
        if (event == ZMonitor.Event.CONNECTED) {
            LOG.info("connected to {} at {}", engine.id(), engine.events());
            perform(repair.connected(nowNs));
            return;
        }
        if (event == ZMonitor.Event.DISCONNECTED) {
            LOG.info("{} at {} has closed the connection", engine.id(), engine.events());
        }
        replaceAtNs = OptionalLong.of(Math.max(nowNs + LAST_WORDS_NS, openedNs + RECONNECT_NS));
    }

    /**
     * Takes in what the subscription has brought. A socket can connect and bring a batch at any moment; that it has
     * connected is known before its first batch is, so the news are looked at again with each.
     */
    void receiveEvents(int most) {
        while (arrivals.size() < most) {
            List<byte[]> parts = receive(events);
            if (parts.isEmpty()) {
                return;
            }
            watchConnection();
            frame(parts).flatMap(read -> read).ifPresent(frame -> perform(repair.live(frame, System.nanoTime())));
        }
    }

    private void receiveReplay() {
        while (replay.isPresent() && arrivals.size() < MOST_WAITING) {
            List<byte[]> parts = receive(replay.get());
            if (parts.isEmpty()) {
                return;
            }
            Optional<Optional<Frame>> read = frame(parts);
            long nowNs = System.nanoTime();
            read.ifPresent(frame -> perform(
                    frame.map(batch -> repair.replayed(batch, nowNs)).orElseGet(() -> repair.replayEnded(nowNs))));
        }
    }

    private Optional<Optional<Frame>> frame(List<byte[]> parts) {
        try {
            return Optional.of(Frames.read(parts));
        } catch (MalformedBatchException e) {
            arrivals.add(new Garbled(parts.get(parts.size() - 1), e.getMessage(), repair.position()));
            return Optional.empty();
        }
    }

    private static List<byte[]> receive(ZMQ.Socket socket) {
        List<byte[]> parts = new ArrayList<>();
        byte[] part = socket.recv(ZMQ.DONTWAIT);
        while (part != null) {
            parts.add(part);
            part = socket.hasReceiveMore() ? socket.recv() : null;
        }
        return parts;
    }

    private void perform(List<Effect> effects) {
        for (Effect effect : effects) {
            if (effect instanceof Effect.Deliver deliver) {
                arrivals.add(new Ordered(deliver, handedOn));
                handedOn = deliver.after();
            } else if (effect instanceof Effect.Ask ask) {
                ask(ask.fromSeq());
            } else if (effect instanceof Effect.Lost lost) {
                LOG.warn(
                        "{}: batches {} to {} of life {} are missing ({})",
                        engine.id(),
                        lost.fromSeq(),
                        lost.toSeq() - 1,
                        lost.life().orElse("not seen"),
                        lost.cause());
            } else if (effect instanceof Effect.Restarted) {
                LOG.info("{} has started again", engine.id());
            } else if (effect instanceof Effect.Resubscribe) {
                LOG.info("the connection to {} at {} is given up", engine.id(), engine.events());
                replaceEvents();
            }
        }
    }

    private void ask(long fromSeq) {
        closeReplay();
        ZMQ.Socket socket = context.createSocket(SocketType.DEALER);
        socket.setRcvHWM(RECEIVE_QUEUE);
        socket.setLinger(0);
        socket.setReconnectIVL(RECONNECT_MS);
        socket.connect(engine.replay().orElseThrow());
        socket.sendMore(Frames.DELIMITER);
        socket.send(Frames.seq(fromSeq), ZMQ.DONTWAIT);
        replay = Optional.of(socket);
    }

    private void open() {
        openedNs = System.nanoTime();
        replaceAtNs = OptionalLong.empty();
        String address = "inproc://monitor-" + UUID.randomUUID();
        events = context.createSocket(SocketType.SUB);
        events.setRcvHWM(RECEIVE_QUEUE);
        events.setLinger(0);
        events.setReconnectIVL(NEVER_MS);
        events.monitor(address, ZMQ.EVENT_CONNECTED | ZMQ.EVENT_DISCONNECTED | ZMQ.EVENT_CONNECT_RETRIED);
        monitor = context.createSocket(SocketType.PAIR);
        monitor.setLinger(0);
        monitor.connect(address);
        events.subscribe(subscription);
        events.connect(engine.events());
    }

    private void replaceEvents() {
        closeEvents();
        repair.disconnected();
        open();
    }

    private void closeEvents() {
        events.close();
        monitor.close();
    }

    private void closeReplay() {
        replay.ifPresent(ZMQ.Socket::close);
        replay = Optional.empty();
    }

    @Override
    public void close() {
        closeReplay();
        closeEvents();
    }
}
