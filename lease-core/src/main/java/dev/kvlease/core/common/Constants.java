package dev.kvlease.core.common;

/** The constants and limits of semantics.md, each in one place and in the unit that its name says. */
public final class Constants {
    /** One second. */
    public static final long SECOND_NS = 1_000_000_000L;

    /** Valid times lie in {@code [0, TIME_END_NS)}. */
    public static final long TIME_END_NS = 1L << 61;

    /** {@code SAFETY_MARGIN}: absorbs read latency; the original fix's constant. */
    public static final long SAFETY_MARGIN_NS = 5 * SECOND_NS;

    /** {@code DRIFT_PPM}: bound on the relative rate error of two engine clocks, in parts per million. */
    public static final int DRIFT_PPM = 100;

    /** {@code SILENCE}: a holder must be heard from at least this often. */
    public static final long SILENCE_NS = 10 * SECOND_NS;

    /** {@code DOUBT}: how long an event of an unknown life puts the holder in doubt. */
    public static final long DOUBT_NS = 120 * SECOND_NS;

    /** {@code HORIZON}: how long late events, gaps and ended leases are waited for, on the holder's clock. */
    public static final long HORIZON_NS = 600 * SECOND_NS;

    /** {@code LEAP} in time: how far one record may jump ahead before it is believed only with a second one. */
    public static final long LEAP_NS = 24 * 3600 * SECOND_NS;

    /** {@code LEAP} in events. */
    public static final long LEAP_EVENTS = 1_000_000;

    /** {@code MAX_RTT}: a slower handshake sample is a bad record. */
    public static final long MAX_RTT_NS = 10 * SECOND_NS;

    /** V8: how far the intent's and the lease's first expiry may lie apart. */
    public static final long EXPIRY_TOLERANCE_NS = 1_000_000;

    /** Record time without a record after which leases, clocks and reads of a holder are forgotten. */
    public static final long HOLDER_STATE_KEPT_MS = 24L * 3600 * 1000;

    /** Record time without a record after which a holder's lives are forgotten too. */
    public static final long HOLDER_LIVES_KEPT_MS = 30L * 24 * 3600 * 1000;

    /** Longest id, in bytes of UTF-8. */
    public static final int MAX_ID_BYTES = 256;

    /** Most block ids of one lease, over all groups. */
    public static final int MAX_BLOCK_IDS = 65_536;

    /** Most KV-cache groups of one lease. */
    public static final int MAX_GROUPS = 64;

    /** Superseded lives remembered, of a holder and of a reader each. */
    public static final int MAX_SUPERSEDED_LIVES = 64;

    /** Missing ranges of a holder. */
    public static final int MAX_MISSING_RANGES = 1_024;

    /** Open reads of one lease (V11). */
    public static final int MAX_OPEN_READS = 64;

    /** Reads of one holder that wait for judgement. */
    public static final int MAX_WAITING_READS = 100_000;

    /** Requests of one holder of which anything is remembered; far more than a holder has blocks for. */
    public static final int MAX_REQUESTS = 4_000_000;

    /** Readers of one holder whose clocks are remembered. */
    public static final int MAX_READERS = 100_000;

    private Constants() {}
}
