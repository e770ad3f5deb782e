package dev.kvlease.connect.wire;

import dev.kvlease.connect.order.Frame;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** vLLM's framing: topic, number as eight bytes big-endian, payload. */
public final class Frames {
    /** The number that ends an answer of the replay socket. */
    public static final long END = -1;

    /** What stands between the identity and the content of a ROUTER's message. */
    public static final byte[] DELIMITER = {};

    private Frames() {}

    /**
     * A number as it is sent.
     *
     * @param seq the number
     * @return eight bytes
     */
    public static byte[] seq(long seq) {
        return ByteBuffer.allocate(Long.BYTES).putLong(seq).array();
    }

    /**
     * Reads a message of the subscription or of the replay socket; the topic may be missing, as older publishers leave it
     * out when they replay.
     *
     * @param parts the message's frames
     * @return the batch; empty at the end of an answer
     * @throws MalformedBatchException if the last but one frame is no number
     */
    public static Optional<Frame> read(List<byte[]> parts) throws MalformedBatchException {
        if (parts.size() < 2) {
            throw new MalformedBatchException("a message of " + parts.size() + " frames, not topic, number, payload");
        }
        byte[] number = parts.get(parts.size() - 2);
        if (number.length != Long.BYTES) {
            throw new MalformedBatchException("the number has " + number.length + " bytes, not 8");
        }
        long seq = ByteBuffer.wrap(number).getLong();
        if (seq == END) {
            return Optional.empty();
        }
        // behind the highest there could be no next one
        if (seq < 0 || seq == Long.MAX_VALUE) {
            throw new MalformedBatchException("the number is " + seq);
        }
        return Optional.of(new Frame(seq, parts.get(parts.size() - 1)));
    }
}
