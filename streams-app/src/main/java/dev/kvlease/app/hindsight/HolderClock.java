package dev.kvlease.app.hindsight;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.verdict.ReadIntent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells when, on a holder's clock, what its records tell of happened. Lease events and samples say so themselves. What a
 * reader says is moved by the offset of its last sample that had come; without one, it counts as happening when it came.
 */
final class HolderClock {
    private final List<String> lives = new ArrayList<>();
    private final Map<String, Long> offsets = new HashMap<>();
    private String current = "";
    private long watermarkNs;

    /** The place of the life that a record is of, in the order in which lives became known. */
    int life(InputRecord input) {
        String named = named(input);
        String life = named.isEmpty() ? current : named;
        if (!lives.contains(life)) {
            lives.add(life);
        }
        return lives.indexOf(life);
    }

    private static String named(InputRecord input) {
        if (input instanceof InputRecord.Event event) {
            return event.event().life();
        }
        if (input instanceof InputRecord.Sample sample) {
            return sample.sample().holderLife();
        }
        if (input instanceof InputRecord.Outcome outcome) {
            return outcome.outcome().holderLife();
        }
        return ((InputRecord.Intent) input).intent().holderLife().orElse("");
    }

    /** The moment of a record; takes from it what it tells of clocks. */
    long holderNs(InputRecord input) {
        if (input instanceof InputRecord.Event event) {
            return ofEvent(event.event());
        }
        if (input instanceof InputRecord.Sample sample) {
            return ofSample(sample.sample());
        }
        if (input instanceof InputRecord.Outcome outcome) {
            ReadOutcome ended = outcome.outcome();
            return ofReader(ended.reader(), ended.readerLife(), ended.holderLife(), ended.finishedNs());
        }
        ReadIntent intent = ((InputRecord.Intent) input).intent();
        return ofReader(
                intent.reader(), intent.readerLife(), intent.holderLife().orElse(current), intent.nowNs());
    }

    private long ofEvent(LeaseEvent event) {
        if (event.type() == LeaseEventType.ENGINE_STARTED && !event.life().equals(current)) {
            current = event.life();
            watermarkNs = event.clockNs();
        }
        boolean believable = event.clockNs() >= 0 && event.clockNs() - watermarkNs <= Constants.LEAP_NS;
        if (!event.life().equals(current) || !believable) {
            return believable ? event.clockNs() : watermarkNs;
        }
        watermarkNs = Math.max(watermarkNs, event.clockNs());
        return event.clockNs();
    }

    private long ofSample(HandshakeSample sample) {
        long rttNs = sample.receivedNs() - sample.sentNs();
        if (rttNs >= 0 && rttNs <= Constants.MAX_RTT_NS) {
            offsets.put(
                    pair(sample.reader(), sample.readerLife(), sample.holderLife()),
                    sample.remoteNs() - (sample.sentNs() + rttNs / 2));
        }
        return sample.remoteNs();
    }

    private long ofReader(String reader, String readerLife, String holderLife, long readerNs) {
        Long offset = offsets.get(pair(reader, readerLife, holderLife));
        return offset == null || Absent.is(readerNs) ? watermarkNs : readerNs + offset;
    }

    private static String pair(String reader, String readerLife, String holderLife) {
        return reader + '\n' + readerLife + '\n' + holderLife;
    }
}
