package dev.kvlease.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is remembered of reads: those that are open, the claims they hold, and those that are completed. */
final class PlainReads {
    /** A read's name. */
    record ReadKey(String reader, String request, String read) {}

    /** A lease of the current life. */
    record LeaseKey(String request, long seq) {}

    /** An open read. */
    record Open(ReadKey key, String readerLife, LeaseKey lease) {}

    /** A held claim. */
    record Claim(LeaseKey lease, String read) {}

    /** A completed read; it is also a claim used up. */
    static final class Completed {
        final ReadKey key;
        final String life;
        /** Null while nobody knows the lease. */
        Long leaseSeq;
        /** Whether judgement can still find the lease. */
        boolean floating;

        boolean waits;
        long fMin;
        long fMax;
        long sinceW;

        Completed(ReadKey key, String life, Long leaseSeq, long sinceW) {
            this.key = key;
            this.life = life;
            this.leaseSeq = leaseSeq;
            this.floating = leaseSeq == null;
            this.sinceW = sinceW;
        }
    }

    final List<Open> open = new ArrayList<>();
    final Set<Claim> claims = new HashSet<>();
    final List<Completed> completed = new ArrayList<>();

    Open open(ReadKey key) {
        return open.stream().filter(o -> o.key().equals(key)).findFirst().orElse(null);
    }

    boolean isCompleted(ReadKey key) {
        return completed.stream().anyMatch(c -> c.key.equals(key));
    }

    /** Claims of the current lease of its request that are no longer to be had by this read. */
    long claimsOfOthers(LeaseKey lease, String life, String read) {
        long held = claims.stream()
                .filter(c -> c.lease().equals(lease) && !c.read().equals(read))
                .count();
        long used = completed.stream()
                .filter(c -> c.life.equals(life) && c.key.request().equals(lease.request()))
                .filter(c -> c.floating || (c.leaseSeq != null && c.leaseSeq == lease.seq()))
                .map(c -> c.key.read())
                .distinct()
                .count();
        return held + used;
    }

    long openReadsOfOthers(LeaseKey lease, ReadKey key) {
        return open.stream()
                .filter(o -> o.lease().equals(lease) && !o.key().equals(key))
                .count();
    }

    /** Gives a claim back unless a read of that id on that lease is open. */
    void giveBack(LeaseKey lease, String read) {
        boolean open = this.open.stream()
                .anyMatch(o -> o.lease().equals(lease) && o.key().read().equals(read));
        if (!open) {
            claims.remove(new Claim(lease, read));
        }
    }

    boolean waits(String request) {
        return completed.stream().anyMatch(c -> c.waits && c.key.request().equals(request));
    }

    void forgetRequest(String request) {
        open.removeIf(o -> o.lease().request().equals(request));
        claims.removeIf(c -> c.lease().request().equals(request));
    }
}
