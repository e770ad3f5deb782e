package dev.kvlease.connect;

import dev.kvlease.schemas.HandshakeSample;
import dev.kvlease.schemas.LeaseEvent;
import dev.kvlease.schemas.LeaseEventType;
import dev.kvlease.schemas.ReadIntent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.specific.SpecificRecord;

/** What a holder and one reader say, made up as it goes on; each call gives the records of one batch or several. */
final class Story {
    static final String READER = "prefill-0";

    private static final long SECOND_NS = 1_000_000_000L;
    private static final long STEP_NS = SECOND_NS / 10;
    private static final long AHEAD_NS = 7 * SECOND_NS;
    private static final long LONG_NS = 480 * SECOND_NS;
    private static final long SHORT_NS = 8 * SECOND_NS;

    /** The newest lease of a request. */
    private record Leased(String life, long expiryNs) {}

    private final String holder;
    private final Random random;
    private final Map<String, Leased> leases = new LinkedHashMap<>();
    private String life = "";
    private long seq;
    private long clockNs = 1_000 * SECOND_NS;
    private int lives;
    private int askings;

    Story(String holder, long seed) {
        this.holder = holder;
        this.random = new Random(seed);
    }

    /** The holder starts, for the first time or again. */
    List<SpecificRecord> start() {
        life = "life-" + ++lives;
        seq = 0;
        return List.of(event(LeaseEventType.ENGINE_STARTED).build());
    }

    /** The reader asks for the holder's clock. */
    List<SpecificRecord> sample() {
        clockNs += STEP_NS;
        return List.of(HandshakeSample.newBuilder()
                .setReaderEngineId(READER)
                .setReaderIncarnation(READER)
                .setHolderEngineId(holder)
                .setHolderIncarnation(life)
                .setSentNs(readerNs() - STEP_NS / 100)
                .setRemoteNs(clockNs)
                .setReceivedNs(readerNs() + STEP_NS / 100)
                .build());
    }

    /** Leases come, go on, and go. */
    List<List<SpecificRecord>> leases(int batches) {
        List<List<SpecificRecord>> all = new ArrayList<>();
        for (int i = 0; i < batches; i++) {
            all.add(List.of(change(), change()));
        }
        return all;
    }

    List<List<SpecificRecord>> heartbeats(int batches) {
        List<List<SpecificRecord>> all = new ArrayList<>();
        for (int i = 0; i < batches; i++) {
            all.add(List.of(event(LeaseEventType.ENGINE_HEARTBEAT).build()));
        }
        return all;
    }

    /** The reader asks for every lease there ever was, and for one that never was. */
    List<List<SpecificRecord>> questions() {
        askings++;
        clockNs += STEP_NS;
        List<List<SpecificRecord>> all = new ArrayList<>();
        leases.forEach((request, lease) -> all.add(List.of(question(request, lease))));
        all.add(List.of(question("never", new Leased(life, clockNs))));
        return all;
    }

    private LeaseEvent change() {
        int dice = random.nextInt(10);
        if (leases.isEmpty() || dice < 6) {
            long expiryNs = clockNs + (dice == 0 ? SHORT_NS : LONG_NS);
            String request = "r" + leases.size();
            leases.put(request, new Leased(life, expiryNs));
            return event(LeaseEventType.BLOCKS_ALLOCATED)
                    .setRequestId(request)
                    .setBlockIds(List.of(List.of(leases.size() * 2, leases.size() * 2 + 1)))
                    .setExpiryNs(expiryNs)
                    .build();
        }
        String request = "r" + random.nextInt(leases.size());
        return dice < 8
                ? event(LeaseEventType.BLOCKS_RELEASED)
                        .setRequestId(request)
                        .setReason("ABORTED")
                        .build()
                : event(LeaseEventType.ENGINE_HEARTBEAT).build();
    }

    private LeaseEvent.Builder event(LeaseEventType type) {
        clockNs += STEP_NS;
        return LeaseEvent.newBuilder()
                .setType(type)
                .setHolderEngineId(holder)
                .setHolderIncarnation(life)
                .setSeq(seq++)
                .setEngineClockNs(clockNs);
    }

    private ReadIntent question(String request, Leased lease) {
        return ReadIntent.newBuilder()
                .setReaderEngineId(READER)
                .setReaderIncarnation(READER)
                .setHolderEngineId(holder)
                .setHolderIncarnation(lease.life())
                .setRequestId(request)
                .setReadRequestId(request + "-asked-" + askings)
                .setNumLocalBlocks(2)
                .setNowNs(readerNs())
                .setExpiryNs(lease.expiryNs())
                .build();
    }

    private long readerNs() {
        return clockNs - AHEAD_NS;
    }
}
