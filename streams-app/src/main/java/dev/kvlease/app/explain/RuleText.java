package dev.kvlease.app.explain;

import dev.kvlease.core.verdict.Reason;
import dev.kvlease.core.verdict.Rule;

/** The rules in the words of semantics.md. */
final class RuleText {
    private RuleText() {}

    /** The condition of a row of the decision table. */
    static String condition(Rule rule) {
        return switch (rule) {
            case V1 -> "num_local_blocks == 0: all is in R's own cache, nothing will be read";
            case V2 -> "kvlease.untracked.holders = expired";
            case V3 -> "the intent names a superseded life";
            case V4 -> "H is in doubt";
            case V5 -> "the intent names a life not started, or no allocation of the request is known";
            case V6 -> "the current lease has ended";
            case V7 -> "a missing seq above its allocation";
            case V8 ->
                "the intent has an expiry_ns and the lease has none, or a first expiry more than 1 ms apart: it"
                        + " speaks of another lease";
            case V9 -> "the intent lists a block id other than 0 that the lease has not";
            case V10 -> "the lease's max_reads claims are held by other reads";
            case V11 -> "64 other reads of the lease are open";
            case V12 -> "no expiry_ns in the intent";
            case V13 ->
                "the pair's clock is not known, or of another life than the intent's R, the intent's H (if"
                        + " named) or H's current one";
            case V14 -> "expiry_ns lies more than 24 h after H_max(now)";
            case V15 -> "now > latest(W + SILENCE)";
            case V16 -> "the lease has no deadline";
            case V17 -> "now >= earliest(expiry), or W >= expiry";
            case V18 -> "now + SAFETY_MARGIN >= earliest(expiry), or W + SAFETY_MARGIN >= expiry";
            case V19 -> "otherwise (none of the rules above applies)";
            case REVOCATION -> "an open read is revoked when by a later record";
        };
    }

    /** The cause of a revocation. */
    static String revocationCause(Reason reason) {
        return switch (reason) {
            case ENGINE_RESTARTED -> "H's life is superseded";
            case HOLDER_IN_DOUBT -> "H falls in doubt";
            case EVENT_GAP -> "a seq above its allocation is found missing, or lost";
            case CLOCK_UNKNOWN -> "its pair's clock becomes unknown or another's";
            default -> "its lease ends";
        };
    }

    /** What a reason means to whoever is on call, and what to look at. */
    static String meaning(Reason reason) {
        return switch (reason) {
            case FULL_PREFIX_HIT -> "the reader has every block itself, so nothing is read";
            case HOLDER_UNTRACKED -> "the holder sends no lease events, and such holders are not trusted here";
            case ENGINE_RESTARTED -> "the life of the holder that made the lease is over: its blocks went with it";
            case HOLDER_IN_DOUBT -> "events came of a life of the holder whose start has not been seen";
            case LEASE_UNKNOWN -> "no allocation of this request has arrived from this life of the holder";
            case RELEASED -> "the holder has released the blocks";
            case LEASE_EXPIRED -> "the holder's sweep has ended the lease";
            case BLOCKS_REUSED -> "the holder has given a block of the lease to another request";
            case EVENT_GAP -> "a lease event is missing that may have ended the lease";
            case LEASE_CHANGED -> "the lease meant is not the request's current one";
            case BLOCKS_NOT_LEASED -> "the reader wants blocks that are not part of the lease";
            case CLAIMED -> "other reads hold every claim that the lease allows";
            case TOO_MANY_READS -> "64 reads of the lease are open";
            case NO_DEADLINE -> "there is no deadline to check";
            case CLOCK_UNKNOWN -> "the two clocks cannot be compared";
            case DEADLINE_IMPLAUSIBLE -> "the deadline lies absurdly far ahead";
            case HOLDER_SILENT -> "the holder has not been heard from for too long";
            case DEADLINE_PASSED -> "the lease may be over already";
            case WITHIN_SAFETY_MARGIN -> "the lease may end while the read is under way";
            case WITHIN_LEASE -> "the lease surely lasts long enough";
        };
    }
}
