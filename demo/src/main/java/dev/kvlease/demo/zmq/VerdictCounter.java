package dev.kvlease.demo.zmq;

import dev.kvlease.connect.wire.Batch;
import dev.kvlease.connect.wire.MalformedBatchException;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** Counts the verdicts that the sink publishes to readers. For one thread; its count may be read by any. */
final class VerdictCounter {
    private final String address;
    private final LongAdder verdicts = new LongAdder();
    private Optional<ZMQ.Socket> socket = Optional.empty();

    /**
     * A counter that is not connected.
     *
     * @param address where the sink publishes
     */
    VerdictCounter(String address) {
        this.address = address;
    }

    void open(ZContext context) {
        ZMQ.Socket made = context.createSocket(SocketType.SUB);
        made.setLinger(0);
        made.subscribe(ZMQ.SUBSCRIPTION_ALL);
        made.connect(address);
        socket = Optional.of(made);
    }

    /** Takes what has come, without waiting. */
    void receive() {
        socket.ifPresent(open -> {
            for (byte[] part = open.recv(ZMQ.DONTWAIT); part != null; part = open.recv(ZMQ.DONTWAIT)) {
                byte[] last = part;
                while (open.hasReceiveMore()) {
                    last = open.recv();
                }
                verdicts.add(count(last));
            }
        });
    }

    private static int count(byte[] payload) {
        try {
            return Batch.read(payload).events().size();
        } catch (MalformedBatchException e) {
            throw new IllegalStateException("the verdict sink has sent what is no batch: " + e.getMessage(), e);
        }
    }

    /** Verdicts so far. */
    long verdicts() {
        return verdicts.sum();
    }

    void close() {
        socket.ifPresent(ZMQ.Socket::close);
        socket = Optional.empty();
    }
}
