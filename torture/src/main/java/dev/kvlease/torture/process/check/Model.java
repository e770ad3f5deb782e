package dev.kvlease.torture.process.check;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.codec.OutputCodec;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.replay.ReplayObserver;
import dev.kvlease.app.replay.Replayer;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.core.verdict.Verdict;
import dev.kvlease.gate.GateCodec;
import dev.kvlease.gate.core.Answer;
import dev.kvlease.gate.core.GateCore;
import dev.kvlease.gate.core.Outbox;
import dev.kvlease.gate.core.Reader;
import dev.kvlease.torture.process.world.Gates;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The core alone, and a gate's logic alone, over the records of the inputs, each once, in the order in which the
 * application says that it took them.
 */
final class Model implements ReplayObserver {
    private final KvleaseConfig config;
    private final Said said = new Said();
    private final Map<Reader, GateCore> gates = new HashMap<>();
    private final long nowNs;
    private String topic = "";
    private Origin at = new Origin("", 0, 0, 0, 0);
    private long records;

    private Model(KvleaseConfig config, Gates real) {
        this.config = config;
        this.nowNs = real.nowNs();
        real.readers().forEach(reader -> gates.put(reader, new GateCore(reader, Gates.options(), new Mute())));
    }

    static Model of(KvleaseConfig config, Gates real) throws IOException {
        Model model = new Model(config, real);
        Topics topics = new Topics(config);
        Replayer replayer = new Replayer(config.settings(), model);
        topics.read(Topic.inputs(), topics.order(), record -> record.deliver(replayer));
        model.gates.values().forEach(gate -> gate.caughtUp(model.nowNs));
        return model;
    }

    Said said() {
        return said;
    }

    long records() {
        return records;
    }

    /** The time at which gates are asked. */
    long nowNs() {
        return nowNs;
    }

    boolean hasGate(ReadName read) {
        return gates.containsKey(read.reader());
    }

    Answer answer(ReadName read) {
        return gates.get(read.reader()).check(read.key(), nowNs);
    }

    @Override
    public void applying(Topic input, Origin origin) {
        topic = config.nameOf(input);
        at = origin;
        records++;
    }

    @Override
    public void verdict(Verdict verdict) {
        dev.kvlease.schemas.Verdict avro = OutputCodec.toAvro(verdict);
        said.words().learn(avro);
        GateCore gate = gates.get(new Reader(verdict.reader(), verdict.readerLife()));
        if (gate != null) {
            gate.take(GateCodec.verdict(avro), nowNs);
        }
    }

    @Override
    public void violation(Violation violation) {
        said.violation(OutputCodec.toAvro(violation));
    }

    @Override
    public void nullValue() {
        said.deadLetter(topic, at.partition(), at.offset());
    }

    @Override
    public void unusable(DeadLetterReason reason, String detail) {
        nullValue();
    }

    @Override
    public void refused(BadRecord reason) {
        nullValue();
    }

    @Override
    public void clockOffset(ClockOffset offset) {}

    @Override
    public void note(Note note) {}

    /** A gate of the model only listens. */
    private static final class Mute implements Outbox {
        @Override
        public void intent(ReadIntent intent) {}

        @Override
        public void outcome(ReadOutcome outcome) {}
    }
}
