package dev.kvlease.app.topology;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.trail.Trail;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What one task does with records, whether it runs in Kafka Streams or is followed by a replay: hands each record to the
 * engine of its holder, and keeps what the engine remembers.
 *
 * <p>A record is applied as a whole or not at all: what follows counts only when the engine has taken it, and an engine
 * that failed on it is dropped and read back from the store, as it was before.
 */
public final class LeaseJoin {
    private final HolderEngines engines;
    private final SilentHolders silentHolders;
    private final Positions positions;

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
        out.clear();
        AsOf asOf = positions.consumed(topic, offset);
        Optional<RuntimeException> failure =
                input.flatMap(record -> apply(record, new Arrival(recordTimeMs, offset, asOf), out));
        positions.save();
        sweep(streamTimeMs);
        return failure;
    }

    private void sweep(long streamTimeMs) {
        try {
            silentHolders.sweep(streamTimeMs);
        } catch (RuntimeException e) {
            throw DamagedStateException.explain("an entry of a silent holder", e);
        }
    }

    private Optional<RuntimeException> apply(InputRecord input, Arrival arrival, Consequences out) {
        LeaseEngine engine = engineOf(input.holder(), arrival.asOf(), out);
        try {
            input.applyTo(engine, arrival, out);
        } catch (RuntimeException e) {
            engines.drop(input.holder());
            out.clear();
            return Optional.of(e);
        }
        engines.save(input.holder());
        return Optional.empty();
    }

    private LeaseEngine engineOf(String holder, AsOf asOf, Consequences out) {
        try {
            return engines.of(holder, asOf, out);
        } catch (RuntimeException e) {
            throw DamagedStateException.explain("an entry of holder " + holder, e);
        }
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
