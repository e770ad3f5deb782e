package dev.kvlease.connect;

import dev.kvlease.connect.order.Frame;
import dev.kvlease.connect.wire.Frames;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/**
 * Answers readers that have missed something, as vLLM does. Since batches are numbered for each reader, a request names the
 * reader: empty frame, reader, first number wanted. Answers: empty frame, reader, number, payload; the last has number -1.
 */
final class ReplayServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReplayServer.class);
    private static final int PATIENCE_MS = 100;
    private static final int REQUEST_FRAMES = 4;
    private static final long STOP_MS = 5_000;

    private final ZMQ.Socket socket;
    private final ReplayBuffer buffer;
    private final Thread thread;
    private volatile boolean open = true;

    ReplayServer(ZContext context, String address, ReplayBuffer buffer) {
        this.buffer = buffer;
        this.socket = context.createSocket(SocketType.ROUTER);
        this.socket.setLinger(0);
        this.socket.setReceiveTimeOut(PATIENCE_MS);
        this.socket.setSndHWM(0);
        this.socket.bind(address);
        this.thread = new Thread(this::serve, "kvlease-verdict-replay");
        this.thread.setDaemon(true);
        this.thread.start();
    }

    private void serve() {
        while (open) {
            List<byte[]> request = receive();
            if (request.size() == REQUEST_FRAMES && request.get(REQUEST_FRAMES - 1).length == Long.BYTES) {
                answer(request);
            } else if (!request.isEmpty()) {
                LOG.debug("a replay request of {} frames is none", request.size());
            }
        }
    }

    private List<byte[]> receive() {
        List<byte[]> parts = new ArrayList<>();
        byte[] part = socket.recv();
        while (part != null) {
            parts.add(part);
            part = socket.hasReceiveMore() ? socket.recv() : null;
        }
        return parts;
    }

    private void answer(List<byte[]> request) {
        byte[] client = request.get(0);
        byte[] reader = request.get(2);
        long from = ByteBuffer.wrap(request.get(REQUEST_FRAMES - 1)).getLong();
        for (Frame frame : buffer.from(new String(reader, StandardCharsets.UTF_8), from)) {
            send(client, reader, frame.seq(), frame.payload());
        }
        send(client, reader, Frames.END, new byte[0]);
    }

    private void send(byte[] client, byte[] reader, long seq, byte[] payload) {
        socket.sendMore(client);
        socket.sendMore(Frames.DELIMITER);
        socket.sendMore(reader);
        socket.sendMore(Frames.seq(seq));
        socket.send(payload);
    }

    @Override
    public void close() {
        open = false;
        try {
            thread.join(STOP_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
