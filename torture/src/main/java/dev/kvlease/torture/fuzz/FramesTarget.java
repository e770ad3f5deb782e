package dev.kvlease.torture.fuzz;

import static dev.kvlease.torture.fuzz.Finding.require;

import dev.kvlease.connect.order.Effect;
import dev.kvlease.connect.order.Frame;
import dev.kvlease.connect.order.Limits;
import dev.kvlease.connect.order.Position;
import dev.kvlease.connect.order.SequenceRepair;
import dev.kvlease.connect.wire.Frames;
import dev.kvlease.connect.wire.MalformedBatchException;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Messages of a publisher and of its replay socket, and the order made of them. A case is a row of messages, each with a
 * byte that says over which socket it comes and a byte for each frame's length.
 */
final class FramesTarget implements Target {
    static final String NAME = "frames";

    private static final int LIVE = 0;
    private static final int REPLAYED = 1;
    private static final int CONNECTED = 2;
    private static final int LATER = 3;
    private static final long LATER_NS = 10_000_000_000L;
    private static final Limits LIMITS =
            new Limits(true, 2_000_000_000L, 30_000_000_000L, 15_000_000_000L, 64, 64 << 10);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int share() {
        return 140;
    }

    @Override
    public List<byte[]> seeds(long seed) {
        ByteArrayOutputStream story = new ByteArrayOutputStream();
        story.write(CONNECTED);
        for (int seq : new int[] {0, 1, 2, 5}) {
            message(story, LIVE, seq);
        }
        message(story, REPLAYED, 3);
        message(story, REPLAYED, 4);
        message(story, REPLAYED, -1);
        story.write(LATER);
        story.write(CONNECTED);
        message(story, LIVE, 0);
        message(story, REPLAYED, 0);
        message(story, REPLAYED, -1);
        return List.of(story.toByteArray());
    }

    private static void message(ByteArrayOutputStream out, int socket, long seq) {
        out.write(socket);
        out.write(3);
        for (byte[] frame : List.of(new byte[0], Frames.seq(seq), new byte[] {(byte) seq, 1})) {
            out.write(frame.length);
            out.writeBytes(frame);
        }
    }

    @Override
    public long mostAllocated(byte[] input) {
        // every message may end a wait, and each wait makes lists of its own
        return SPARE_BYTES + 1_024L * input.length;
    }

    @Override
    public String take(byte[] input) {
        Following following = new Following();
        int at = 0;
        while (at < input.length) {
            int socket = input[at++] & 3;
            if (socket == CONNECTED) {
                following.did(following.repair.connected(following.nowNs));
            } else if (socket == LATER) {
                following.nowNs += LATER_NS;
                following.did(following.repair.tick(following.nowNs));
            } else {
                List<byte[]> parts = new ArrayList<>();
                int frames = at < input.length ? input[at++] & 7 : 0;
                for (int i = 0; i < frames && at < input.length; i++) {
                    int length = Math.min(input[at++] & 0xff, input.length - at);
                    parts.add(Arrays.copyOfRange(input, at, at + length));
                    at += length;
                }
                following.message(socket == LIVE, parts);
            }
        }
        return following.outcome();
    }

    private static final class Following {
        private final SequenceRepair repair = new SequenceRepair(LIMITS, Position.START, 0);
        private long nowNs;
        private int garbled;
        private int asked;
        private int lost;
        private int restarted;
        private String life = "";
        private long delivered = -1;

        void message(boolean live, List<byte[]> parts) {
            try {
                Optional<Frame> frame = Frames.read(parts);
                if (live) {
                    frame.ifPresent(each -> did(repair.live(each, nowNs)));
                } else {
                    did(frame.map(each -> repair.replayed(each, nowNs)).orElseGet(() -> repair.replayEnded(nowNs)));
                }
            } catch (MalformedBatchException e) {
                garbled++;
            }
        }

        void did(List<Effect> effects) {
            for (Effect effect : effects) {
                if (effect instanceof Effect.Deliver deliver) {
                    if (deliver.late()) {
                        continue;
                    }
                    boolean again = deliver.life().equals(life);
                    require(!again || deliver.frame().seq() > delivered, "the batches of a life come in their order");
                    life = deliver.life();
                    delivered = deliver.frame().seq();
                } else if (effect instanceof Effect.Ask) {
                    asked++;
                } else if (effect instanceof Effect.Lost) {
                    lost++;
                } else if (effect instanceof Effect.Restarted) {
                    restarted++;
                    delivered = -1;
                }
            }
        }

        String outcome() {
            return Math.min(garbled, 3) + " garbled, " + Math.min(asked, 3) + " asked, " + Math.min(lost, 3) + " lost, "
                    + Math.min(restarted, 3) + " restarts";
        }
    }
}
