package dev.kvlease.torture.sim;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.fleet.truth.BrokenPromise;
import dev.kvlease.fleet.truth.ReadTruth;
import dev.kvlease.gate.core.ReadKey;
import dev.kvlease.gate.core.ReadRequest;

/**
 * Something that happens to the application or to a gate. A history is a list of steps: the fleet only decides which, so
 * that a history, or a part of it, can be played again without the fleet.
 *
 * <p>Steps of a part of a history may speak of what is not there; they then do nothing.
 */
sealed interface Step {
    /** Lets it happen. */
    void applyTo(World world, long id);

    /** The reader that it is about; empty if it is about none. */
    default String reader() {
        return "";
    }

    /** A task takes a record. */
    record Consume(int partition, Topic topic, long offset, long recordTimeMs, InputRecord input) implements Step {
        @Override
        public void applyTo(World world, long id) {
            world.consume(this, id);
        }
    }

    /** A task commits. */
    record Commit(int partition) implements Step {
        @Override
        public void applyTo(World world, long id) {
            world.commit(partition, id);
        }
    }

    /**
     * A task dies and is restored.
     *
     * @param keptWrites how many of the writes since the last commit are found again, as a share of 2^16
     * @param cached whether the writes lay in a cache, each entry where it changed last
     * @param keptUntilId verdicts that later steps gave, and that no gate has seen, are lost
     */
    record Crash(int partition, int keptWrites, boolean cached, long keptUntilId) implements Step {
        @Override
        public void applyTo(World world, long id) {
            world.crash(this);
        }
    }

    /** A gate is started, in a new life of its reader or again in the same. */
    record Open(String reader, String life) implements Step {
        @Override
        public void applyTo(World world, long id) {
            world.open(this);
        }
    }

    /** A gate is asked for a read. */
    record Ask(String reader, ReadRequest request, long nowNs) implements Step {
        @Override
        public void applyTo(World world, long id) {
            world.gate(reader).ifPresent(gate -> gate.ask(request, nowNs));
        }
    }

    /** A gate takes the verdicts that steps up to {@code upToId} gave. */
    record Take(String reader, long upToId, long nowNs) implements Step {
        @Override
        public void applyTo(World world, long id) {
            world.gate(reader).ifPresent(gate -> gate.take(upToId, nowNs));
        }
    }

    /** A gate learns that it has seen all that there was at a time. */
    record CaughtUp(String reader, long askedNs) implements Step {
        @Override
        public void applyTo(World world, long id) {
            world.gate(reader).ifPresent(gate -> gate.core().caughtUp(askedNs));
        }
    }

    /** A gate may have missed something. */
    record LostTrack(String reader) implements Step {
        @Override
        public void applyTo(World world, long id) {
            world.gate(reader).ifPresent(gate -> gate.core().lostTrack());
        }
    }

    /** A gate learns a sample. */
    record Sampled(String reader, HandshakeSample sample, long nowNs) implements Step {
        @Override
        public void applyTo(World world, long id) {
            world.gate(reader).ifPresent(gate -> gate.core().sampled(sample, nowNs));
        }
    }

    /** A reader looks whether an answer has come that waiting would not change. */
    record Await(String reader, ReadKey key, long nowNs) implements Step {
        @Override
        public void applyTo(World world, long id) {
            world.gate(reader).ifPresent(gate -> gate.await(key, nowNs));
        }
    }

    /** A reader is about to start a read. */
    record Check(String reader, ReadKey key, long nowNs) implements Step {
        @Override
        public void applyTo(World world, long id) {
            world.gate(reader).ifPresent(gate -> gate.check(key, nowNs));
        }
    }

    /** A reader asks what its gate can say by itself. */
    record Fallback(String reader, ReadKey key, long nowNs) implements Step {
        @Override
        public void applyTo(World world, long id) {
            world.gate(reader).ifPresent(gate -> gate.fallback(key, nowNs));
        }
    }

    /** A transfer is over. */
    record Finished(String reader, ReadKey key, long startedNs, long finishedNs, long giveUpNs) implements Step {
        @Override
        public void applyTo(World world, long id) {
            world.gate(reader).ifPresent(gate -> gate.finished(key, startedNs, finishedNs, giveUpNs));
        }
    }

    /** A reader asks whether it may use what it has read. */
    record Confirm(String reader, ReadKey key, long nowNs) implements Step {
        @Override
        public void applyTo(World world, long id) {
            world.gate(reader).ifPresent(gate -> gate.confirm(key, nowNs));
        }
    }

    /** A reader ends a read that is not to be confirmed. */
    record End(String reader, ReadKey key, ReadStatus status, long startedNs, long finishedNs, long nowNs)
            implements Step {
        @Override
        public void applyTo(World world, long id) {
            world.gate(reader).ifPresent(gate -> gate.end(key, status, startedNs, finishedNs, nowNs));
        }
    }

    /** A gate does what is due, and forgets what is old. */
    record Tick(String reader, long nowNs) implements Step {
        @Override
        public void applyTo(World world, long id) {
            world.gate(reader).ifPresent(gate -> gate.tick(nowNs));
        }
    }

    /** A read is over, and what its blocks were is known. */
    record Truth(ReadTruth read) implements Step {
        @Override
        public void applyTo(World world, long id) {
            world.truth(read);
        }

        @Override
        public String reader() {
            return read.reader();
        }
    }

    /** A holder breaks its promise, which nobody sees. */
    record Betrayal(BrokenPromise promise) implements Step {
        @Override
        public void applyTo(World world, long id) {
            world.broken(promise);
        }
    }

    /**
     * A step and its number in the whole history.
     *
     * @param id grows from step to step
     * @param step the step
     */
    record Numbered(long id, Step step) {}
}
