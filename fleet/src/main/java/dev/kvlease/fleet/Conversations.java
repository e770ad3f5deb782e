package dev.kvlease.fleet;

import dev.kvlease.fleet.record.HolderRole;
import dev.kvlease.fleet.scenario.FleetScenario;
import java.util.List;
import java.util.Optional;

/** Users and the router: turns run, their blocks are leased, the next turn wants to read them. */
final class Conversations {
    private static final long MS = 1_000_000;
    private static final long RETRY_NS = 1_000 * MS;
    private static final int MAX_TURNS = 12;

    private final Timeline timeline;
    private final FleetScenario scenario;
    private final List<Holder> holders;
    private final List<Reader> readers;
    private final Reads reads;
    private long conversations;

    Conversations(Timeline timeline, FleetScenario scenario, List<Holder> holders, List<Reader> readers, Reads reads) {
        this.timeline = timeline;
        this.scenario = scenario;
        this.holders = holders;
        this.readers = readers;
        this.reads = reads;
    }

    /** Begins a conversation within a time. */
    void beginWithin(long withinNs) {
        Conversation fresh =
                new Conversation(conversations++, timeline.below(scenario.size().prompts()));
        timeline.after(timeline.between(0, withinNs), () -> run(fresh));
    }

    private void run(Conversation of) {
        if (timeline.closing()) {
            return;
        }
        Holder holder = holders.get(timeline.below(holders.size()));
        int own = of.ownBlocks(scenario.size().maxOwnBlocks());
        Optional<Holder.Running> running = holder.admit(of.prompt, own);
        if (running.isEmpty()) {
            timeline.after(timeline.between(RETRY_NS / 2, RETRY_NS), () -> run(of));
            return;
        }
        timeline.after(timeline.exponential(scenario.workload().meanRunNs()), () -> ran(of, holder, running.get()));
    }

    private void ran(Conversation of, Holder holder, Holder.Running running) {
        if (running.life().crashed()) {
            timeline.after(RETRY_NS, () -> run(of));
            return;
        }
        boolean late = timeline.chance(scenario.workload().lateShare());
        long thinkNs = thinkNs(holder.role, late);
        String requestId = "c" + of.number + "-t" + of.turn++;
        long extendUntilNs = timeline.nowNs() + (late ? 0 : thinkNs);
        Reference reference = new Reference(holder.lease(running, requestId, extendUntilNs));
        if (timeline.chance(scenario.faults().replacementShare())) {
            timeline.after(timeline.between(0, thinkNs), () -> replace(of, holder, reference));
        }
        if (of.turn >= MAX_TURNS || timeline.chance(scenario.workload().abandonShare())) {
            beginWithin(2 * scenario.workload().meanThinkNs());
            return;
        }
        timeline.after(thinkNs, () -> comeBack(of, reference));
    }

    private long thinkNs(HolderRole role, boolean late) {
        if (!late) {
            return timeline.exponential(scenario.workload().meanThinkNs());
        }
        boolean decode = role == HolderRole.DECODE;
        long ttlNs = decode ? scenario.terms().decodeTtlNs() : scenario.terms().prefillTtlNs();
        return timeline.between(ttlNs - Math.min(ttlNs, 8_000 * MS), ttlNs + ttlNs / 3);
    }

    private void replace(Conversation of, Holder holder, Reference reference) {
        holder.replace(reference.lease, of.prompt, of.ownBlocks(scenario.size().maxOwnBlocks()))
                .ifPresent(lease -> {
                    reference.replaced = true;
                    if (timeline.chance(0.5)) {
                        reference.lease = lease;
                    }
                });
    }

    private void comeBack(Conversation of, Reference reference) {
        if (timeline.closing()) {
            return;
        }
        Reader reader = readers.get(timeline.below(readers.size()));
        if (!reader.up()) {
            timeline.after(RETRY_NS, () -> comeBack(of, reference));
            return;
        }
        if (timeline.chance(scenario.workload().secondReadShare())) {
            timeline.after(timeline.exponential(scenario.workload().meanReadNs()), () -> readAgain(reference));
        }
        reads.begin(
                reader,
                reference.lease,
                reference.replaced,
                () -> timeline.after(timeline.between(50 * MS, 500 * MS), () -> run(of)));
    }

    private void readAgain(Reference reference) {
        Reader other = readers.get(timeline.below(readers.size()));
        if (other.up() && !timeline.closing()) {
            reads.begin(other, reference.lease, reference.replaced, () -> {});
        }
    }

    /** One user and what was said so far. */
    private static final class Conversation {
        private final long number;
        private final int prompt;
        private int turn;

        Conversation(long number, int prompt) {
            this.number = number;
            this.prompt = prompt;
        }

        int ownBlocks(int most) {
            return 1 + (int) ((number * 3 + turn * 2L) % most);
        }
    }

    /** The lease that the router remembers for a conversation's next turn. */
    private static final class Reference {
        private Lease lease;
        private boolean replaced;

        Reference(Lease lease) {
            this.lease = lease;
        }
    }
}
