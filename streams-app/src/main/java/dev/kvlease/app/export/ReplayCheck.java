package dev.kvlease.app.export;

import dev.kvlease.app.codec.OutputCodec;
import dev.kvlease.app.eventfile.EventFileReader;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.replay.ReplayObserver;
import dev.kvlease.app.replay.Replayer;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Settings;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.schemas.Verdict;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares the verdicts of a replay with those that the stream gave. */
final class ReplayCheck implements ReplayObserver {
    private final Map<List<Object>, Integer> unmatched = new HashMap<>();

    private ReplayCheck(Collection<Verdict> recorded) {
        recorded.forEach(verdict -> unmatched.merge(essence(verdict), 1, Integer::sum));
    }

    /** How many verdicts only one side has. */
    static long differing(Path file, Collection<Verdict> recorded, Settings settings) throws IOException {
        ReplayCheck check = new ReplayCheck(recorded);
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            new EventFileReader(new Replayer(settings, check), (line, problem) -> {}).read(in);
        }
        return check.unmatched.values().stream().mapToLong(Math::abs).sum();
    }

    /** What a reader acts on. */
    private static List<Object> essence(Verdict verdict) {
        return Arrays.asList(
                verdict.getReaderIncarnation(),
                verdict.getHolderEngineId(),
                verdict.getRequestId(),
                verdict.getReadRequestId(),
                verdict.getLeaseSeq(),
                verdict.getStatus(),
                verdict.getReason(),
                verdict.getTrigger(),
                verdict.getReadableUntilNs(),
                verdict.getDeadlineNs());
    }

    @Override
    public void verdict(dev.kvlease.core.verdict.Verdict verdict) {
        unmatched.merge(essence(OutputCodec.toAvro(verdict)), -1, Integer::sum);
    }

    @Override
    public void applying(Topic topic, Origin at) {}

    @Override
    public void nullValue() {}

    @Override
    public void violation(Violation violation) {}

    @Override
    public void clockOffset(ClockOffset offset) {}

    @Override
    public void refused(BadRecord reason) {}

    @Override
    public void note(Note note) {}
}
