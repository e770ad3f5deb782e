package dev.kvlease.app.topology;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.trail.Trail;
import dev.kvlease.core.Settings;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What one task does with records, whether it runs in Kafka Streams or is followed by a replay: hands each record to the
 * engine of its holder, and keeps what the engine remembers.
 *
 * <p>A record is applied as a whole or not at all: what follows counts only when the engine has taken it, and an engine
 * that failed on it is made anew, as it was before.
 *
 * <p>What changes is written behind: by {@link #save}, which is called before each commit, and by itself when much has piled
 * up. It is always written as a whole, between two records: of each holder all that has changed, its own entry last, and the
 * positions after all holders.
 */
public final class LeaseJoin {
    /** Records after which it is written; so many may have to be applied again where an engine fails. */
    static final int MAX_UNWRITTEN = 2_048;

    /** Block ids in these records; 4 bytes each. */
    private static final long MAX_UNWRITTEN_BLOCKS = 1 << 20;

    private final KeyValueStore<Bytes, byte[]> store;
    private final HolderEngines engines;
    private final SilentHolders silentHolders;
    private final Positions positions;
    private int unwritten;
    private long unwrittenBlocks;
    private boolean whole = true;

    /**
     * Goes on from what is stored, as a new run.
     *
     * @param store what was written before; empty for a new task
     * @param partition the partition of the inputs
     * @param settings the rules' variable parts
     * @param nowMs wall-clock time, which tells runs apart, in milliseconds of the epoch
     * @throws UnknownStateException if another version wrote the store
     * @throws DamagedStateException if the store has what no version writes
     */
    public LeaseJoin(KeyValueStore<Bytes, byte[]> store, int partition, Settings settings, long nowMs) {
        this.store = store;
        try {
            positions = new Positions(store, partition, nowMs);
            Trail trail = positions.trail();
            engines = new HolderEngines(new HolderStore(store, trail::step), settings, trail::foundTorn);
        } catch (RuntimeException e) {
            throw DamagedStateException.explain("an entry of partition " + partition, e);
        }
        silentHolders = new SilentHolders(engines);
    }

    /**
     * Takes a record.
     *
     * @param topic its input
     * @param offset its offset
     * @param recordTimeMs its record time, in milliseconds of the epoch
     * @param input what it says; empty if it cannot be used
     * @param streamTimeMs the highest record time so far
     * @param out takes what follows
     * @return why the engine failed on it, which is a defect of the engine
     */
    public Optional<RuntimeException> take(
            Topic topic,
            long offset,
            long recordTimeMs,
            Optional<InputRecord> input,
            long streamTimeMs,
            Consequences out) {
        whole = false;
        out.clear();
        AsOf asOf = positions.consumed(topic, offset);
        Optional<RuntimeException> failure =
                input.flatMap(record -> engines.apply(record, new Arrival(recordTimeMs, offset, asOf), out));
        if (failure.isPresent()) {
            out.clear();
        }
        positions.applied();
        boolean sleeps = sweep(streamTimeMs);
        unwritten++;
        unwrittenBlocks += input.map(InputRecord::blocks).orElse(0L);
        whole = true;
        if (sleeps || unwritten >= MAX_UNWRITTEN || unwrittenBlocks >= MAX_UNWRITTEN_BLOCKS) {
            save();
        }
        return failure;
    }

    private boolean sweep(long streamTimeMs) {
        try {
            return silentHolders.sweep(streamTimeMs);
        } catch (RuntimeException e) {
            throw DamagedStateException.explain("an entry of a silent holder", e);
        }
    }

    /**
     * Writes what has changed since it was called last. After a failure in the midst of a record nothing is written any
     * more: what is in the store is whole.
     */
    public void save() {
        if (!whole || unwritten == 0) {
            return;
        }
        whole = false;
        List<KeyValue<Bytes, byte[]>> batch = new ArrayList<>();
        engines.save(batch);
        positions.save(batch);
        store.putAll(batch);
        engines.written();
        unwritten = 0;
        unwrittenBlocks = 0;
        whole = true;
    }

    /** The holders, for who counts what is there. */
    HolderEngines engines() {
        return engines;
    }

    /**
     * The steps taken.
     *
     * @return the trail that goes on
     */
    public Trail trail() {
        return positions.trail();
    }
}
