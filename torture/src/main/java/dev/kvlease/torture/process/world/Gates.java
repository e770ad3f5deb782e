package dev.kvlease.torture.process.world;

import dev.kvlease.gate.GateConfig;
import dev.kvlease.gate.ReadGate;
import dev.kvlease.gate.core.Answer;
import dev.kvlease.gate.core.GateOptions;
import dev.kvlease.gate.core.ReadKey;
import dev.kvlease.gate.core.Reader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The real gates of the readers. They follow all the time what the stream says; nobody reads. */
public final class Gates implements AutoCloseable {
    private static final Duration LONG = Duration.ofDays(1);
    private static final int MANY = 50_000_000;

    private final Map<Reader, ReadGate> gates;
    private final long beganNs;

    private Gates(Map<Reader, ReadGate> gates, long beganNs) {
        this.gates = gates;
        this.beganNs = beganNs;
    }

    static Gates start(List<Reader> readers, Map<String, Object> clients, String prefix) {
        long beganNs = System.nanoTime();
        Map<Reader, ReadGate> gates = new LinkedHashMap<>();
        for (Reader reader : readers) {
            GateConfig config = new GateConfig(reader, clients, prefix, LONG, LONG, options());
            gates.put(
                    reader,
                    ReadGate.start(
                            config,
                            () -> System.nanoTime() - beganNs,
                            holder -> Optional.empty(),
                            (read, reason) -> {}));
        }
        return new Gates(gates, beganNs);
    }

    /**
     * How these gates behave: they remember everything.
     *
     * @return the options
     */
    public static GateOptions options() {
        GateOptions usual = GateOptions.DEFAULT;
        return new GateOptions(
                GateOptions.Fallback.EXPIRED,
                usual.staleAfter(),
                usual.retryFirst(),
                usual.retryMost(),
                usual.resendAfter(),
                LONG,
                MANY,
                usual.settings());
    }

    /**
     * Who reads.
     *
     * @return the readers
     */
    public List<Reader> readers() {
        return new ArrayList<>(gates.keySet());
    }

    /**
     * The clock of the gates, which is that of no reader: no time to start runs out by it.
     *
     * @return nanoseconds since they were started
     */
    public long nowNs() {
        return System.nanoTime() - beganNs;
    }

    /**
     * What a gate says of a read now.
     *
     * @param reader whose gate
     * @param read the read
     * @param nowNs {@link #nowNs}
     * @return its answer
     */
    public Answer answer(Reader reader, ReadKey read, long nowNs) {
        return gates.get(reader).check(read, nowNs);
    }

    /** Waits until all have seen what there is. */
    void awaitFresh() throws InterruptedException {
        long sinceNs = System.nanoTime();
        Patience.until(
                "the gates have caught up with the verdicts",
                Duration.ofMinutes(1),
                () -> gates.values().stream()
                        .allMatch(gate -> gate.staleness().behindNs() < System.nanoTime() - sinceNs));
    }

    @Override
    public void close() {
        gates.values().forEach(ReadGate::close);
    }
}
