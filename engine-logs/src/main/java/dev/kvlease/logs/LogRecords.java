package dev.kvlease.logs;

import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.common.Ids;
import dev.kvlease.logs.LogFact.BlocksHeld;
import dev.kvlease.logs.LogFact.EngineRestarted;
import dev.kvlease.logs.LogFact.ForceFreed;
import dev.kvlease.logs.LogFact.ForeignReadSuspected;
import dev.kvlease.logs.LogFact.FreeDelayed;
import dev.kvlease.logs.LogFact.HandshakeTook;
import dev.kvlease.logs.LogFact.LeaseRanOut;
import dev.kvlease.logs.LogFact.ReadDeclined;
import dev.kvlease.logs.LogFact.TransferFailed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What facts amount to as records of the core. What they cannot tell is left out rather than guessed:
 *
 * <ul>
 *   <li>The holder's clock is the wall clock of its log, in nanoseconds of the epoch, as coarse as its stamps. It must not
 *       be mixed with records of an engine that sends its own.
 *   <li>A lease has no block ids, so nothing follows about reuse. One that the log only shows ending begins where it ends.
 *   <li>Numbers are given out here, so a line that was never written leaves no hole.
 *   <li>A notice of a read that the holder no longer knew becomes the outcome of a read only if there is a line before it
 *       that freed the blocks, and {@link LogOptions#noticeDelay} bounds how long ago the read may have ended. Bound and
 *       coarseness of the stamps become the bounds of the pair's clock, so the audit is CERTAIN only if the read ended
 *       after the blocks were freed whatever the delay was. Alone it stays a finding.
 * </ul>
 */
final class LogRecords {
    private static final String NAME_OF_READERS = "reader-in-log-of-";
    private static final String LIFE = "log-";

    private final LogOptions options;
    private final Map<String, LogHolder> holders = new TreeMap<>();
    private final List<LogRecord> records = new ArrayList<>();

    private LogRecords(LogOptions options) {
        this.options = options;
    }

    /** The records, in the order of their times. */
    static List<LogRecord> of(LogReading reading, LogOptions options) {
        LogRecords made = new LogRecords(options);
        for (LogFact fact : reading.facts()) {
            LogTime time = fact.at().time();
            boolean usable = time.isKnown() && time.fromNs() >= 0 && time.untilNs() < Constants.TIME_END_NS;
            if (usable) {
                made.take(fact);
            }
        }
        made.close(reading);
        made.records.sort(Comparator.comparingLong(LogRecord::recordTimeMs));
        return made.records;
    }

    private void take(LogFact fact) {
        if (fact instanceof BlocksHeld held) {
            holder(fact)
                    .ifPresent(holder ->
                            holder.leased(held.requestId(), timeNs(fact), timeNs(fact) + Math.max(0, held.leaseNs())));
        } else if (fact instanceof FreeDelayed) {
            holder(fact).ifPresent(holder -> holder.leased(fact.requestId(), timeNs(fact)));
        } else if (fact instanceof LeaseRanOut || fact instanceof ForceFreed) {
            holder(fact).ifPresent(holder -> holder.freed(fact.requestId(), timeNs(fact)));
        } else if (fact instanceof ForeignReadSuspected notice) {
            holder(fact).ifPresent(holder -> noticed(holder, notice));
        } else if (fact instanceof EngineRestarted) {
            known(engineOf(fact), fact).ifPresent(holder -> holder.restarted(timeNs(fact)));
        } else if (fact instanceof ReadDeclined declined) {
            ended(fact, declined.holder(), declined.requestId(), ReadStatus.DECLINED);
        } else if (fact instanceof TransferFailed failed) {
            ended(fact, failed.holder(), failed.holderRequestId(), ReadStatus.FAILED);
        } else if (fact instanceof HandshakeTook) {
            return; // has neither side's clock
        }
    }

    /** The reader itself says that it did not use the bytes. Which life of the holder it meant, the holder's log tells. */
    private void ended(LogFact fact, String holderName, String leaseRequest, ReadStatus status) {
        String request = leaseRequest.isEmpty() ? fact.requestId() : leaseRequest;
        boolean named = Ids.isValid(request) && Ids.isValid(fact.requestId()) && Ids.isValid(engineOf(fact));
        if (named) {
            known(options.nameOf(holderName), fact)
                    .ifPresent(holder -> records.add(holder.ended(
                            engineOf(fact), LIFE + "reader", request, fact.requestId(), status, timeNs(fact))));
        }
    }

    private void noticed(LogHolder holder, ForeignReadSuspected notice) {
        if (options.noticeDelay().isEmpty() || !holder.hasFreed(notice.requestId())) {
            return;
        }
        LogTime time = notice.at().time();
        long delayNs = options.noticeDelay().get().toNanos();
        String reader = NAME_OF_READERS + engineOf(notice);
        if (Ids.isValid(reader)) {
            records.add(holder.boundsOf(reader, LIFE + "reader", time, delayNs));
            String read = notice.requestId();
            records.add(holder.ended(reader, LIFE + "reader", read, read, ReadStatus.COMPLETED, time.fromNs()));
        }
    }

    private Optional<LogHolder> holder(LogFact fact) {
        String engine = engineOf(fact);
        boolean named = Ids.isValid(engine) && Ids.isValid(fact.requestId());
        if (!named) {
            return Optional.empty();
        }
        LogLine line = LogLine.of(fact);
        holders.computeIfAbsent(engine, name -> new LogHolder(name, timeNs(fact), line, records::add));
        return known(engine, fact);
    }

    private Optional<LogHolder> known(String engine, LogFact fact) {
        return Optional.ofNullable(holders.get(engine)).map(holder -> holder.by(LogLine.of(fact)));
    }

    /** Nothing more will come, so what waits can be judged: each holder is heard once more, after its last line. */
    private void close(LogReading reading) {
        for (Map.Entry<String, LogHolder> holder : holders.entrySet()) {
            long lastNs = reading.engines().stream()
                    .filter(seen -> LogHolder.isOf(holder.getKey(), seen.engine())
                            && seen.last().isKnown())
                    .mapToLong(seen -> seen.last().untilNs())
                    .max()
                    .orElse(0);
            holder.getValue().by(LogLine.NONE).closed(lastNs);
        }
    }

    /** Data-parallel ranks are engines of their own. */
    private static String engineOf(LogFact fact) {
        int rank = fact.at().dataParallelRank();
        return rank <= 0 ? fact.at().engine() : LogHolder.rankOf(fact.at().engine(), rank);
    }

    private static long timeNs(LogFact fact) {
        return fact.at().time().fromNs();
    }
}
