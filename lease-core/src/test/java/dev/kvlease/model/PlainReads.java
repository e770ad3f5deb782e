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

    /** A completed read; most are also a claim used up. */
    static final class Completed {
        final ReadKey key;
        final String life;
        /** Whether it is a claim of its own, or shares that of another rank of the same attempt. */
        boolean usesClaim;
        /** Null while nobody knows the lease. */
        Long leaseSeq;
        /** Whether it counts on whichever lease is current. */
        boolean floating;

        /** Whether its request has been forgotten since. */
        boolean requestForgotten;

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

        boolean countsOn(LeaseKey lease, String currentLife) {
            return life.equals(currentLife)
                    && key.request().equals(lease.request())
                    && (floating || (leaseSeq != null && leaseSeq == lease.seq()));
        }
    }

    final List<Open> open = new ArrayList<>();
    final Set<Claim> claims = new HashSet<>();
    final List<Completed> completed = new ArrayList<>();

    Open open(ReadKey key) {
        return open.stream().filter(o -> o.key().equals(key)).findFirst().orElse(null);
    }

    boolean isCompleted(String life, ReadKey key) {
        return completed.stream().anyMatch(c -> c.life.equals(life) && c.key.equals(key));
    }

    /** Claims of the current lease of its request that are no longer to be had by this read. */
    long claimsOfOthers(LeaseKey lease, String life, String read) {
        long held = claims.stream()
                .filter(c -> c.lease().equals(lease) && !c.read().equals(read))
                .count();
        long used = completed.stream()
                .filter(c -> c.usesClaim && c.countsOn(lease, life))
                .count();
        return held + used;
    }

    long openReadsOfOthers(LeaseKey lease, ReadKey key) {
        return open.stream()
                .filter(o -> o.lease().equals(lease) && !o.key().equals(key))
                .count();
    }

    /** Takes a completed read: a held claim of its id is used up, else a new one unless its id has used one. */
    void complete(Completed read) {
        LeaseKey lease = new LeaseKey(read.key.request(), read.leaseSeq == null ? -1 : read.leaseSeq);
        boolean held = claims.remove(new Claim(lease, read.key.read()));
        boolean used =
                completed.stream().anyMatch(c -> c.key.read().equals(read.key.read()) && c.countsOn(lease, read.life));
        read.usesClaim = held || !used;
        completed.add(read);
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

    void forgetRequest(String life, String request) {
        completed.stream()
                .filter(c -> c.life.equals(life) && c.key.request().equals(request))
                .forEach(c -> c.requestForgotten = true);
        open.removeIf(o -> o.lease().request().equals(request));
        claims.removeIf(c -> c.lease().request().equals(request));
    }
}
