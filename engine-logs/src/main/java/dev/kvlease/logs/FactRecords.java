package dev.kvlease.logs;

import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.common.Ids;
import dev.kvlease.logs.LogFact.BlocksHeld;
import dev.kvlease.logs.LogFact.EngineRestarted;
import dev.kvlease.logs.LogFact.ForceFreed;
import dev.kvlease.logs.LogFact.ForeignReadSuspected;
import dev.kvlease.logs.LogFact.FreeDelayed;
import dev.kvlease.logs.LogFact.LeaseRanOut;
import dev.kvlease.logs.LogFact.ReadDeclined;
import dev.kvlease.logs.LogFact.TransferFailed;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

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
final class FactRecords {
    /** What incarnations begin with that are made up here. */
    static final String LIFE = "log-";

    private static final String NAME_OF_READERS = "reader-in-log-of-";
    private static final String READERS_LIFE = LIFE + "reader";

    private final LogOptions options;
    private final Naming naming;
    private final int mostLeases;
    private final Consumer<LogRecord> out;
    private final Map<String, LogHolder> holders = new TreeMap<>();

    /**
     * Begins with nothing known.
     *
     * @param options what the logs do not say themselves
     * @param naming what ids begin with
     * @param mostLeases how many leases of a holder are remembered
     * @param out takes the records
     */
    FactRecords(LogOptions options, Naming naming, int mostLeases, Consumer<LogRecord> out) {
        this.options = options;
        this.naming = naming;
        this.mostLeases = mostLeases;
        this.out = out;
    }

    /** What engine ids and incarnations in records begin with. */
    record Naming(String enginePrefix, String lifePrefix) {
        /** Engines as the logs name them, lives counted from 1. */
        static final Naming PLAIN = new Naming("", LIFE);
    }

    /** Takes the next fact; false if it is no record. */
    boolean take(LogFact fact) {
        if (!isUsable(fact.at().time())) {
            return false;
        }
        long atNs = fact.at().time().fromNs();
        if (fact instanceof BlocksHeld held) {
            long expiryNs = atNs + Math.max(0, held.leaseNs());
            return changed(holder(fact), holder -> holder.leased(held.requestId(), atNs, expiryNs));
        }
        if (fact instanceof FreeDelayed) {
            return changed(holder(fact), holder -> holder.leased(fact.requestId(), atNs));
        }
        if (fact instanceof LeaseRanOut || fact instanceof ForceFreed) {
            return changed(holder(fact), holder -> holder.freed(fact.requestId(), atNs));
        }
        if (fact instanceof ForeignReadSuspected notice) {
            return holder(fact).filter(holder -> noticed(holder, notice)).isPresent();
        }
        if (fact instanceof ReadDeclined declined) {
            return ended(fact, declined.holder(), declined.requestId(), ReadStatus.DECLINED);
        }
        if (fact instanceof TransferFailed failed) {
            return ended(fact, failed.holder(), failed.holderRequestId(), ReadStatus.FAILED);
        }
        if (fact instanceof EngineRestarted) {
            known(engineOf(fact.at()), fact.at()).ifPresent(holder -> holder.restarted(atNs));
            return true;
        }
        return false; // a handshake that took long has neither side's clock
    }

    /** A line that tells no fact shows that its holder, if it is one, is alive. */
    void heard(Sighting at) {
        if (isUsable(at.time())) {
            known(engineOf(at), at).ifPresent(holder -> {
                holder.heard(at.time().fromNs());
                bounds(holder, at);
            });
        }
    }

    /** Nothing more will come, so what waits can be judged: each holder is heard once more, after its last line. */
    void close(LogReading reading) {
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

    private static boolean isUsable(LogTime time) {
        return time.isKnown() && time.fromNs() >= 0 && time.untilNs() < Constants.TIME_END_NS;
    }

    /** The reader itself says that it did not use the bytes. Which life of the holder it meant, the holder's log tells. */
    private boolean ended(LogFact fact, String holderName, String leaseRequest, ReadStatus status) {
        String request = leaseRequest.isEmpty() ? fact.requestId() : leaseRequest;
        String reader = naming.enginePrefix() + engineOf(fact.at());
        boolean named = Ids.isValid(request) && Ids.isValid(fact.requestId()) && Ids.isValid(reader);
        Optional<LogHolder> holder = named ? known(options.nameOf(holderName), fact.at()) : Optional.empty();
        long atNs = fact.at().time().fromNs();
        return changed(
                holder, from -> out.accept(from.ended(reader, READERS_LIFE, request, fact.requestId(), status, atNs)));
    }

    private boolean noticed(LogHolder holder, ForeignReadSuspected notice) {
        String reader = readerIn(notice.at());
        String read = notice.requestId();
        if (options.noticeDelay().isEmpty() || !holder.hasFreed(read) || !Ids.isValid(reader)) {
            return false;
        }
        bounds(holder, notice.at());
        long atNs = notice.at().time().fromNs();
        out.accept(holder.ended(reader, READERS_LIFE, read, read, ReadStatus.COMPLETED, atNs));
        return true;
    }

    /** What relates the time of notices in a holder's log to its clock. */
    private void bounds(LogHolder holder, Sighting at) {
        String reader = readerIn(at);
        if (options.noticeDelay().isPresent() && Ids.isValid(reader)) {
            holder.bounds(
                    reader, READERS_LIFE, at.time(), options.noticeDelay().get().toNanos());
        }
    }

    private String readerIn(Sighting at) {
        return naming.enginePrefix() + NAME_OF_READERS + engineOf(at);
    }

    private static boolean changed(Optional<LogHolder> holder, Consumer<LogHolder> change) {
        holder.ifPresent(change);
        return holder.isPresent();
    }

    private Optional<LogHolder> holder(LogFact fact) {
        String engine = engineOf(fact.at());
        String id = naming.enginePrefix() + engine;
        if (!Ids.isValid(id) || !Ids.isValid(fact.requestId())) {
            return Optional.empty();
        }
        long atNs = fact.at().time().fromNs();
        LogLine line = LogLine.of(fact.at());
        holders.computeIfAbsent(engine, name -> new LogHolder(id, naming.lifePrefix(), mostLeases, atNs, line, out));
        return known(engine, fact.at());
    }

    private Optional<LogHolder> known(String engine, Sighting at) {
        return Optional.ofNullable(holders.get(engine)).map(holder -> holder.by(LogLine.of(at)));
    }

    /** Data-parallel ranks are engines of their own. */
    private static String engineOf(Sighting at) {
        int rank = at.dataParallelRank();
        return rank <= 0 ? at.engine() : LogHolder.rankOf(at.engine(), rank);
    }
}
