package dev.kvlease.connect;

import dev.kvlease.connect.order.Frame;
import dev.kvlease.connect.wire.Batch;
import dev.kvlease.connect.wire.Frames;
import dev.kvlease.connect.wire.Twins;
import dev.kvlease.connect.wire.ZmqContext;
import dev.kvlease.schemas.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;

/** Publishes each reader's verdicts under the reader's id. */
public final class ZmqVerdictSinkTask extends SinkTask {
    private static final Logger LOG = LoggerFactory.getLogger(ZmqVerdictSinkTask.class);
    private static final double MS_PER_SECOND = 1_000;

    /** All that is open while the task runs. */
    private record Open(ZContext context, ZMQ.Socket verdicts, ReplayBuffer buffer, ReplayServer replay) {}

    private Optional<Open> open = Optional.empty();

    /** Made by the worker. */
    public ZmqVerdictSinkTask() {}

    @Override
    public String version() {
        return Plugin.version();
    }

    @Override
    public void start(Map<String, String> props) {
        SinkConfig config = new SinkConfig(props);
        ZContext context = ZmqContext.logging(LOG);
        try {
            ReplayBuffer buffer = new ReplayBuffer(config.getInt(SinkConfig.KEPT));
            ZMQ.Socket verdicts = context.createSocket(SocketType.PUB);
            verdicts.setLinger(0);
            verdicts.bind(config.getString(SinkConfig.BIND));
            ReplayServer replay = new ReplayServer(context, config.getString(SinkConfig.REPLAY_BIND), buffer);
            open = Optional.of(new Open(context, verdicts, buffer, replay));
        } catch (ZMQException e) {
            context.close();
            throw new ConnectException(
                    "cannot bind " + config.getString(SinkConfig.BIND) + " and "
                            + config.getString(SinkConfig.REPLAY_BIND) + ": " + e.getMessage()
                            + ". Set " + SinkConfig.BIND + " and " + SinkConfig.REPLAY_BIND
                            + " to free addresses of the worker's host.",
                    e);
        }
    }

    @Override
    public void put(Collection<SinkRecord> records) {
        Map<String, List<Object>> twinsByReader = new LinkedHashMap<>();
        for (SinkRecord each : records) {
            verdict(each)
                    .ifPresent(verdict -> twinsByReader
                            .computeIfAbsent(verdict.getReaderEngineId(), unused -> new ArrayList<>())
                            .add(Twins.encode(verdict)));
        }
        twinsByReader.forEach((reader, twins) -> publish(open.orElseThrow(), reader, twins));
    }

    /** The verdict in a record. What is none goes where Connect's settings say. */
    private Optional<Verdict> verdict(SinkRecord from) {
        if (from.value() instanceof Struct struct
                && Verdict.getClassSchema().getFullName().equals(struct.schema().name())) {
            return Optional.of((Verdict) AvroStructs.record(Verdict.getClassSchema(), struct));
        }
        DataException fault = new DataException(from.topic() + "-" + from.kafkaPartition() + " at " + from.kafkaOffset()
                + " is no verdict. Set topics to the verdicts topic and value.converter to "
                + AvroConverter.class.getName() + ".");
        ErrantRecordReporter reporter = context.errantRecordReporter();
        if (reporter == null) {
            throw fault;
        }
        Future<Void> unused = reporter.report(from, fault);
        return Optional.empty();
    }

    private static void publish(Open to, String reader, List<Object> twins) {
        byte[] payload = Batch.write(System.currentTimeMillis() / MS_PER_SECOND, twins);
        Frame frame = to.buffer().add(reader, payload);
        to.verdicts().sendMore(reader);
        to.verdicts().sendMore(Frames.seq(frame.seq()));
        to.verdicts().send(payload);
    }

    @Override
    public void stop() {
        open.ifPresent(now -> {
            now.replay().close();
            now.context().close();
        });
        open = Optional.empty();
    }
}
