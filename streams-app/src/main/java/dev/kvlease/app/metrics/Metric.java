package dev.kvlease.app.metrics;

import java.util.List;
import java.util.Locale;

/**
 * Every metric of kvlease: its name, type, unit, meaning and labels. docs/operations.md has the same list. No label is named
 * {@code type}: JMX has that for the group.
 */
@SuppressWarnings("ImmutableEnumChecker") // the lists are made by List.of
public enum Metric {
    /** Answers to read intents. */
    VERDICTS(Type.COUNTER, Unit.NONE, "Answers to read intents.", "status", "reason"),
    /** Answers that rest on nothing but the intent's own deadline. */
    UNTRACKED_VERDICTS(
            Type.COUNTER, Unit.NONE, "Answers about holders that send no lease events; part of verdicts.", "status"),
    /** Answers that may change. */
    PROVISIONAL_VERDICTS(
            Type.COUNTER,
            Unit.NONE,
            "Answers that may be another one if the reader asks again; part of verdicts.",
            "reason"),
    /** Verdicts written once more. */
    REPEATED_VERDICTS(Type.COUNTER, Unit.NONE, "Last words sent again after a task was taken over."),
    /** Answers taken back. */
    REVOCATIONS(Type.COUNTER, Unit.NONE, "READABLE answers taken back.", "reason"),
    /** Reads that may have gone wrong. */
    VIOLATIONS(
            Type.COUNTER,
            Unit.NONE,
            "Reads that may have returned foreign bytes, and blocks given away while leased.",
            "violation",
            "certainty"),
    /** How reads ended, by the readers' own reports. */
    READ_OUTCOMES(
            Type.COUNTER,
            Unit.NONE,
            "Reads by how they ended. FAILED is a failure of the transport, never an expired lease.",
            "status"),
    /** Records that could not be used. */
    DEAD_LETTERS(Type.COUNTER, Unit.NONE, "Records that could not be used.", "reason"),
    /** Leases that ended by an event. */
    LEASES_ENDED(Type.COUNTER, Unit.NONE, "Leases that ended by what was said or seen.", "reason"),
    /** Steps of clocks. */
    CLOCK_STEPS(Type.COUNTER, Unit.NONE, "Times that the clocks of a pair were seen to step."),
    /** Events seen before. */
    DUPLICATE_EVENTS(Type.COUNTER, Unit.NONE, "Lease events whose seq had been seen."),
    /** Records of an engine's other lives. */
    STALE_LIFE_RECORDS(
            Type.COUNTER,
            Unit.NONE,
            "Events and samples of a life that is not the current one: superseded, or unknown for it has not started.",
            "life"),
    /** Everything else that is noted and is no error. */
    NOTES(Type.COUNTER, Unit.NONE, "What happened to records without a verdict to show for it.", "note"),

    /** How long answers take. */
    VERDICT_LATENCY(
            Type.HISTOGRAM,
            Unit.SECONDS,
            "From the record time of a read intent to the writing of its answer.",
            List.of(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0)),
    /** How much is left of leases when they are asked about. */
    DEADLINE_HEADROOM(
            Type.HISTOGRAM,
            Unit.SECONDS,
            "Time left until the deadline when a read was asked about, reader clock; answers with a deadline only.",
            List.of(0.0, 1.0, 2.0, 5.0, 7.5, 10.0, 15.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0)),
    /** How long provisional answers stay so. */
    PROVISIONAL_RESOLUTION(
            Type.HISTOGRAM,
            Unit.SECONDS,
            "From the first provisional answer for a read to an answer that is not, by record time.",
            List.of(0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)),

    /** Holders remembered. */
    HOLDERS(Type.GAUGE_SUM, Unit.NONE, "Holders of which anything is remembered.", "state"),
    /** Holders in doubt. */
    HOLDERS_IN_DOUBT(Type.GAUGE_SUM, Unit.NONE, "Holders of which an event of an unknown life was seen lately."),
    /** Holders not heard from. */
    SILENT_HOLDERS(
            Type.GAUGE_SUM,
            Unit.NONE,
            "Tracked holders whose clock has not advanced for 10 s, by this machine's clock."),
    /** The longest silence. */
    HOLDER_SILENCE_MAX(
            Type.GAUGE_MAX, Unit.SECONDS, "Longest time for which the clock of a tracked holder has not advanced."),
    /** Leases that stand. */
    LIVE_LEASES(Type.GAUGE_SUM, Unit.NONE, "Leases that have not ended; their deadlines may have passed."),
    /** Reads under way. */
    OPEN_READS(Type.GAUGE_SUM, Unit.NONE, "Reads told READABLE that have neither ended nor been revoked."),
    /** Reads to be judged. */
    WAITING_READS(Type.GAUGE_SUM, Unit.NONE, "Completed reads that wait for judgement."),
    /** Requests remembered. */
    REMEMBERED_REQUESTS(Type.GAUGE_SUM, Unit.NONE, "Requests of which leases or reads are remembered."),
    /** Size of the block index. */
    INDEXED_BLOCKS(Type.GAUGE_SUM, Unit.NONE, "Block ids in the index that finds reuse."),
    /** Missing lease events. */
    MISSING_EVENTS(Type.GAUGE_SUM, Unit.NONE, "Lease events that are missing; older leases are not trusted meanwhile."),
    /** Holders with gaps. */
    HOLDERS_WITH_GAPS(Type.GAUGE_SUM, Unit.NONE, "Holders of which lease events are missing."),
    /** The oldest gap. */
    GAP_AGE_MAX(Type.GAUGE_MAX, Unit.SECONDS, "Age of the oldest gap of any holder, on the holder's clock."),
    /** Pairs of clocks. */
    CLOCK_PAIRS(
            Type.GAUGE_SUM, Unit.NONE, "Pairs of holder and reader by whether their clocks can be compared.", "state"),
    /** How well clocks are known. */
    CLOCK_ERROR_BOUND(
            Type.SUMMARY_MAX,
            Unit.SECONDS,
            "Half the width of the bounds of a pair's clock offset, drift since its last sample included.",
            "quantile"),
    /** How old what is known of clocks is. */
    CLOCK_AGE(
            Type.SUMMARY_MAX,
            Unit.SECONDS,
            "Time since the last sample that a pair's clock offset rests on.",
            "quantile"),
    /** Round trips of handshakes. */
    CLOCK_MIN_RTT(Type.SUMMARY_MAX, Unit.SECONDS, "Round trip of the best handshake sample of a pair.", "quantile"),

    /** What the stream does. */
    STREAM_STATE(Type.PAGE_GAUGE, Unit.NONE, "1 for the state that the stream is in, 0 for the others.", "state"),
    /** What is left on the disk. */
    STATE_DISK_FREE(Type.PAGE_GAUGE, Unit.BYTES, "What this process may still write to the disk that state.dir is on."),
    /** The disk. */
    STATE_DISK_SIZE(Type.PAGE_GAUGE, Unit.BYTES, "The size of the disk that state.dir is on."),
    /** Whether an input stands still. */
    INPUT_STALLED(
            Type.PAGE_GAUGE,
            Unit.SECONDS,
            "Time for which a partition of an input has stood still behind an open transaction; kvlease.watch.interval.ms.",
            "topic"),
    /** Whether the instance is ready. */
    READY(Type.PAGE_GAUGE, Unit.NONE, "1 if the instance answers for all its partitions, as /health/ready says."),

    /** Leases of one holder. */
    HOLDER_LIVE_LEASES(
            Type.PAGE_GAUGE,
            Unit.NONE,
            "Leases of one holder that have not ended; kvlease.metrics.holders.max.",
            "holder"),
    /** Missing events of one holder. */
    HOLDER_MISSING_EVENTS(
            Type.PAGE_GAUGE,
            Unit.NONE,
            "Lease events of one holder that are missing; kvlease.metrics.holders.max.",
            "holder"),
    /** Silence of one holder. */
    HOLDER_SILENCE(
            Type.PAGE_GAUGE,
            Unit.SECONDS,
            "Time for which the clock of one holder has not advanced; kvlease.metrics.holders.max.",
            "holder"),
    /** Clock of one pair. */
    PAIR_CLOCK_ERROR_BOUND(
            Type.PAGE_GAUGE,
            Unit.SECONDS,
            "As clock_error_bound, of one pair; kvlease.metrics.pairs.max.",
            "holder",
            "reader"),
    /** Clock of one pair. */
    PAIR_CLOCK_AGE(
            Type.PAGE_GAUGE, Unit.SECONDS, "As clock_age, of one pair; kvlease.metrics.pairs.max.", "holder", "reader");

    /** What a metric is, and how the values of tasks or threads become one. */
    public enum Type {
        /** Only grows; values are added up. */
        COUNTER,
        /** Durations in buckets; values are added up. */
        HISTOGRAM,
        /** A value of this moment; values are added up. */
        GAUGE_SUM,
        /** A value of this moment; the highest counts. */
        GAUGE_MAX,
        /** Quantiles of many values of this moment; of each the highest counts. */
        SUMMARY_MAX,
        /** A value of this moment that is only on the page for Prometheus: of the process, or of one holder or pair. */
        PAGE_GAUGE
    }

    /** The base unit of a metric. */
    public enum Unit {
        /** A count. */
        NONE(""),
        /** Seconds. */
        SECONDS("_seconds"),
        /** Bytes. */
        BYTES("_bytes");

        private final String suffix;

        Unit(String suffix) {
            this.suffix = suffix;
        }
    }

    /** What the names on the page for Prometheus start with. */
    public static final String PREFIX = "kvlease_";

    private final Type type;
    private final Unit unit;
    private final String help;
    private final List<Double> buckets;
    private final List<String> labels;

    Metric(Type type, Unit unit, String help, String... labels) {
        this(type, unit, help, List.of(), labels);
    }

    Metric(Type type, Unit unit, String help, List<Double> buckets, String... labels) {
        this.type = type;
        this.unit = unit;
        this.help = help;
        this.buckets = buckets;
        this.labels = List.of(labels);
    }

    /**
     * What it is.
     *
     * @return its type
     */
    public Type type() {
        return type;
    }

    /**
     * What it means.
     *
     * @return a sentence
     */
    public String help() {
        return help;
    }

    /**
     * Names of its labels.
     *
     * @return names, perhaps none
     */
    public List<String> labels() {
        return labels;
    }

    /** The unit of its values. */
    Unit unit() {
        return unit;
    }

    /** Upper bounds of the buckets of a histogram. */
    List<Double> buckets() {
        return buckets;
    }

    /** The name without what Prometheus appends to counters. */
    String baseName() {
        return PREFIX + name().toLowerCase(Locale.ROOT) + unit.suffix;
    }

    /**
     * The name on the page for Prometheus.
     *
     * @return for example {@code kvlease_verdicts_total}
     */
    public String prometheusName() {
        return type == Type.COUNTER ? baseName() + "_total" : baseName();
    }

    /**
     * The name as a metric of Kafka Streams, in the group {@link Sensors#GROUP}.
     *
     * @return for example {@code verdicts-total}
     */
    public String kafkaName() {
        return prometheusName().substring(PREFIX.length()).replace('_', '-');
    }
}
