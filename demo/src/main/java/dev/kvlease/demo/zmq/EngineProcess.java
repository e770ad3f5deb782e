package dev.kvlease.demo.zmq;

import dev.kvlease.connect.order.Frame;
import dev.kvlease.connect.wire.Frames;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;

/**
 * The event sockets of an engine, as vLLM has them: numbered batches are published, and the last are kept to be sent again
 * to whoever asks. When the process dies, they go with all that was kept. For one thread.
 */
final class EngineProcess {
    private static final int KEPT = 10_000;
    private static final byte[] TOPIC = {};

    private final ZContext context;
    private final String id;
    private final String events;
    private final String replay;
    private final Deque<Frame> kept = new ArrayDeque<>();
    private Optional<Sockets> sockets = Optional.empty();
    private long nextSeq;

    /**
     * A process that listens as soon as it can.
     *
     * @param context makes its sockets
     * @param id the engine's id
     * @param events where it publishes
     * @param replay where it answers
     */
    EngineProcess(ZContext context, String id, String events, String replay) {
        this.context = context;
        this.id = id;
        this.events = events;
        this.replay = replay;
    }

    /** The engine as the source connector wants it named. */
    String entry() {
        return id + "=" + events + ";" + replay;
    }

    /** Publishes a batch, which gets lost on its way or not; it is kept in either case. */
    void publish(byte[] payload, boolean lost) {
        Frame frame = new Frame(nextSeq++, payload);
        kept.addLast(frame);
        if (kept.size() > KEPT) {
            kept.removeFirst();
        }
        if (!lost) {
            listening().ifPresent(open -> {
                open.events.sendMore(TOPIC);
                open.events.sendMore(Frames.seq(frame.seq()));
                open.events.send(payload);
            });
        }
    }

    /** Answers who has asked for batches since the last time. */
    void serve() {
        listening().ifPresent(open -> {
            for (List<byte[]> request = receive(open.replay); !request.isEmpty(); request = receive(open.replay)) {
                answer(open.replay, request);
            }
        });
    }

    private void answer(ZMQ.Socket socket, List<byte[]> request) {
        byte[] last = request.get(request.size() - 1);
        if (last.length != Long.BYTES) {
            return;
        }
        long from = ByteBuffer.wrap(last).getLong();
        kept.stream()
                .filter(frame -> frame.seq() >= from)
                .forEach(frame -> send(socket, request.get(0), frame.seq(), frame.payload()));
        send(socket, request.get(0), Frames.END, new byte[0]);
    }

    private static void send(ZMQ.Socket socket, byte[] client, long seq, byte[] payload) {
        socket.sendMore(client);
        socket.sendMore(Frames.DELIMITER);
        socket.sendMore(TOPIC);
        socket.sendMore(Frames.seq(seq));
        socket.send(payload);
    }

    private static List<byte[]> receive(ZMQ.Socket socket) {
        List<byte[]> parts = new ArrayList<>();
        for (byte[] part = socket.recv(ZMQ.DONTWAIT); part != null; part = socket.recv()) {
            parts.add(part);
            if (!socket.hasReceiveMore()) {
                break;
            }
        }
        return parts;
    }

    /** The process dies, and another takes its place. */
    void restart() {
        close();
        kept.clear();
        nextSeq = 0;
    }

    /** The sockets; empty while the ports of the process before are not free yet. */
    private Optional<Sockets> listening() {
        if (sockets.isEmpty()) {
            sockets = Sockets.open(context, events, replay);
        }
        return sockets;
    }

    void close() {
        sockets.ifPresent(Sockets::close);
        sockets = Optional.empty();
    }

    /** Both sockets of a process. */
    private record Sockets(ZMQ.Socket events, ZMQ.Socket replay) {
        static Optional<Sockets> open(ZContext context, String events, String replay) {
            Sockets made = new Sockets(context.createSocket(SocketType.PUB), context.createSocket(SocketType.ROUTER));
            made.events.setLinger(0);
            made.replay.setLinger(0);
            made.replay.setSndHWM(0);
            try {
                made.events.bind(events);
                made.replay.bind(replay);
                return Optional.of(made);
            } catch (ZMQException e) {
                made.close();
                if (e.getErrorCode() == ZMQ.Error.EADDRINUSE.getCode()) {
                    return Optional.empty();
                }
                throw e;
            }
        }

        void close() {
            events.close();
            replay.close();
        }
    }
}
