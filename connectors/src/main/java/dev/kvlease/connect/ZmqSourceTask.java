package dev.kvlease.connect;

import dev.kvlease.connect.EngineLink.Arrival;
import dev.kvlease.connect.EngineLink.Garbled;
import dev.kvlease.connect.EngineLink.Ordered;
import dev.kvlease.connect.order.Position;
import dev.kvlease.connect.wire.ZmqContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** Follows some engines. */
public final class ZmqSourceTask extends SourceTask {
    private static final Logger LOG = LoggerFactory.getLogger(ZmqSourceTask.class);
    private static final long PATIENCE_MS = 100;

    /** An engine and what makes records of its batches. */
    private record Source(EngineLink link, RecordMaker maker) {}

    private final List<Source> sources = new ArrayList<>();
    private Optional<ZContext> sockets = Optional.empty();
    private int batchesAtOnce;

    /** Made by the worker. */
    public ZmqSourceTask() {}

    @Override
    public String version() {
        return Plugin.version();
    }

    @Override
    public synchronized void start(Map<String, String> props) {
        SourceConfig config = new SourceConfig(props);
        ZContext opened = ZmqContext.logging(LOG);
        sockets = Optional.of(opened);
        batchesAtOnce = config.getInt(SourceConfig.POLL_BATCHES);
        for (EngineAddress engine : config.engines()) {
            EngineLink link = new EngineLink(
                    opened, engine, config.getString(SourceConfig.SUBSCRIPTION), config.limits(engine), start(engine));
            sources.add(new Source(link, new RecordMaker(engine.id(), config)));
        }
    }

    private Position start(EngineAddress engine) {
        Map<String, Object> stored = context.offsetStorageReader().offset(SourceOffsets.partition(engine.id()));
        return stored == null ? Position.START : SourceOffsets.position(stored);
    }

    @Override
    public synchronized List<SourceRecord> poll() {
        if (sockets.isEmpty()) {
            return null;
        }
        List<SourceRecord> records = take();
        if (records.isEmpty()) {
            await(sockets.get());
            records = take();
        }
        return records.isEmpty() ? null : records;
    }

    private List<SourceRecord> take() {
        List<SourceRecord> records = new ArrayList<>();
        for (Source source : sources) {
            source.link().pump();
            Optional<Arrival> arrival = source.link().poll();
            for (int taken = 1; arrival.isPresent(); taken++) {
                records.addAll(records(source.maker(), arrival.get()));
                arrival = taken < batchesAtOnce ? source.link().poll() : Optional.empty();
            }
        }
        return records;
    }

    private static List<SourceRecord> records(RecordMaker maker, Arrival arrival) {
        return arrival instanceof Ordered ordered ? maker.records(ordered) : maker.garbled((Garbled) arrival);
    }

    private void await(ZContext opened) {
        try (ZMQ.Poller poller = opened.createPoller(sources.size())) {
            sources.forEach(source -> source.link().registerWith(poller));
            poller.poll(PATIENCE_MS);
        }
    }

    @Override
    public synchronized void stop() {
        sources.forEach(source -> source.link().close());
        sources.clear();
        sockets.ifPresent(ZContext::close);
        sockets = Optional.empty();
    }
}
