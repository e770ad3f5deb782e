package dev.kvlease.core.verdict;

/** Why a read is READABLE or EXPIRED. */
public enum Reason {
    /** All blocks are in the reader's own cache (V1). */
    FULL_PREFIX_HIT,
    /** The holder sends no lease events, and the configuration trusts no such holder (V2). */
    HOLDER_UNTRACKED,
    /** The life of the holder that made the lease is over (V3). */
    ENGINE_RESTARTED,
    /** An event of a life that has not started has been seen (V4). */
    HOLDER_IN_DOUBT,
    /** No allocation of the request is known (V5). */
    LEASE_UNKNOWN,
    /** The holder released the blocks (V6). */
    RELEASED,
    /** The holder's sweep ended the lease (V6). */
    LEASE_EXPIRED,
    /** The holder has given a block to another request (V6). */
    BLOCKS_REUSED,
    /** An event that might have ended the lease is missing (V7) or lost (V6). */
    EVENT_GAP,
    /** The intent speaks of another lease of the request (V8). */
    LEASE_CHANGED,
    /** The intent lists a block that the lease has not (V9). */
    BLOCKS_NOT_LEASED,
    /** Other reads hold all claims of the lease (V10). */
    CLAIMED,
    /** Too many other reads of the lease are open (V11). */
    TOO_MANY_READS,
    /** There is no deadline to check (V12, V16). */
    NO_DEADLINE,
    /** The pair's clocks cannot be compared (V13). */
    CLOCK_UNKNOWN,
    /** The deadline lies absurdly far ahead (V14). */
    DEADLINE_IMPLAUSIBLE,
    /** The holder has not been heard from (V15). */
    HOLDER_SILENT,
    /** The deadline may have passed (V17). */
    DEADLINE_PASSED,
    /** The deadline may pass during the read (V18). */
    WITHIN_SAFETY_MARGIN,
    /** The deadline is far enough (V19). */
    WITHIN_LEASE
}
