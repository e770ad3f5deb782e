package dev.kvlease.connect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.connect.FakeEngine.Way;
import dev.kvlease.connect.order.Frame;
import dev.kvlease.connect.wire.Batch;
import dev.kvlease.connect.wire.Frames;
import dev.kvlease.connect.wire.Twins;
import dev.kvlease.schemas.BlockEvent;
import dev.kvlease.schemas.LeaseEvent;
import dev.kvlease.schemas.LeaseEventType;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.serde.SpecificAvroSerializer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Future;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** A real worker, a real broker, and engines that speak as vLLM does. */
class OnAWorkerTest {
    private static final int PARTITIONS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String LEASES = "kvlease.lease-events";
    private static final String BLOCKS = "kvlease.block-events";
    private static final String DEAD = "kvlease.dead-letters";
    private static final List<Way> WAYS = List.of(Way.values());

    @TempDir
    static Path directory;

    private static EmbeddedPlatform platform;
    private static Topics topics;
    private static ConnectWorker worker;

    private final List<String> sent = new ArrayList<>();
    private final Map<String, Long> seqs = new HashMap<>();

    @BeforeAll
    static void start() throws IOException {
        platform = EmbeddedPlatform.start(
                directory, new TopicLayout(TopicLayout.DEFAULT_PREFIX, PARTITIONS, PARTITIONS, Optional.empty()));
        topics = new Topics(platform);
        worker = new ConnectWorker(platform.bootstrapServers(), Ports.free());
    }

    @AfterAll
    static void stop() {
        worker.close();
        platform.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whateverHappensOnTheWayTheTopicHasWhatWasSent(boolean topicInReplay) throws Exception {
        long seed = 11;
        Random random = new Random(seed);
        String engine = "decode-" + topicInReplay;
        int events = Ports.free();
        int replay = Ports.free();
        try (FakeEngine first = new FakeEngine(events, replay, topicInReplay)) {
            send(first, engine, "life-1", 20, random);
            create(engine, events, replay, "none");
            awaitSent(engine);
            send(first, engine, "life-1", 100, random);
            awaitSent(engine);
            first.stuck(true);
            send(first, engine, "life-1", 30, random);
            Thread.sleep(500);
            first.stuck(false);
            awaitSent(engine);
            assertThat(worker.call("POST", "/connectors/" + engine + "/restart?includeTasks=true", ""))
                    .startsWith("202");
            send(first, engine, "life-1", 60, random);
            awaitSent(engine);
        }
        try (FakeEngine second = new FakeEngine(events, replay, topicInReplay)) {
            send(second, engine, "life-2", 100, random);
            awaitSent(engine);
        }

        assertThat(onceEach(engine)).as("seed %d", seed).isEqualTo(sent);
        assertThat(lives(engine)).as("seed %d", seed).hasSize(2);
        assertThat(records(LEASES, engine))
                .allSatisfy(each -> assertThat(each.partition())
                        .isEqualTo(Utils.toPositive(Utils.murmur2(engine.getBytes(UTF_8))) % PARTITIONS));
    }

    @Test
    void alteredOffsetsSendAgainFromThere() throws Exception {
        int events = Ports.free();
        int replay = Ports.free();
        try (FakeEngine engine = new FakeEngine(events, replay, true)) {
            create("altered", events, replay, "none");
            send(engine, "altered", "life-1", 10, new Random(1));
            awaitSent("altered");
            int before = records(LEASES, "altered").size();

            stop("altered");
            String refused = alter("{\"next\": -1}");
            assertThat(refused).contains("must be the number of the next batch");
            assertThat(alter("{\"next\": 7}")).startsWith("200");
            worker.call("PUT", "/connectors/altered/resume", "");

            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(records(LEASES, "altered").size()).isEqualTo(before + 3));
            assertThat(onceEach("altered")).isEqualTo(sent);

            stop("altered");
            assertThat(worker.call("DELETE", "/connectors/altered/offsets", "")).startsWith("200");
            worker.call("PUT", "/connectors/altered/resume", "");

            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(records(LEASES, "altered").size()).isEqualTo(before + 3 + 10));
        }
    }

    private static void stop(String connector) throws Exception {
        assertThat(worker.call("PUT", "/connectors/" + connector + "/stop", "")).startsWith("204");
        await().atMost(PATIENCE)
                .until(
                        () -> worker.call("GET", "/connectors/" + connector + "/status", "{}"),
                        is -> is.contains("STOPPED"));
    }

    @Test
    void whatCannotBeReadIsADeadLetter() throws Exception {
        int events = Ports.free();
        int replay = Ports.free();
        try (FakeEngine engine = new FakeEngine(events, replay, true)) {
            create("noisy", events, replay, "all");
            send(engine, "noisy", "life-1", 1, new Random(1));
            awaitSent("noisy");
            engine.publish("no msgpack".getBytes(UTF_8), Way.SENT);
            engine.publishRaw("kv-events".getBytes(UTF_8), "short".getBytes(UTF_8), "payload".getBytes(UTF_8));
            send(engine, "noisy", "life-1", 1, new Random(1));
            awaitSent("noisy");

            assertThat(topics.read(DEAD, new ByteArrayDeserializer()))
                    .filteredOn(each -> "noisy".equals(each.key()))
                    .extracting(each -> new String(each.value(), UTF_8))
                    .containsExactly("no msgpack", "payload");
        }
    }

    @Test
    void withoutToleranceTheTaskFailsAndSaysWhatToDo() throws Exception {
        int events = Ports.free();
        int replay = Ports.free();
        try (FakeEngine engine = new FakeEngine(events, replay, true)) {
            engine.publish("no msgpack".getBytes(UTF_8), Way.SENT);
            create("strict", events, replay, "none");

            await().atMost(PATIENCE)
                    .until(
                            () -> worker.call("GET", "/connectors/strict/status", "{}"),
                            status -> status.contains("FAILED") && status.contains("errors.tolerance=all"));
        }
    }

    @Test
    void readersGetTheirVerdictsAndWhatTheyMissed() throws Exception {
        int bind = Ports.free();
        int replay = Ports.free();
        assertThat(worker.call("POST", "/connectors", """
                {"name": "verdicts", "config": {
                  "connector.class": "dev.kvlease.connect.ZmqVerdictSinkConnector",
                  "topics": "kvlease.verdicts",
                  "zmq.bind": "tcp://127.0.0.1:%d",
                  "zmq.replay.bind": "tcp://127.0.0.1:%d",
                  "value.converter": "dev.kvlease.connect.AvroConverter",
                  "value.converter.schema.registry.url": "%s"}}
                """.formatted(bind, replay, platform.registryUrl())))
                .startsWith("201");
        List<Verdict> verdicts = List.of(verdict("reader-1", 1), verdict("reader-2", 2), verdict("reader-1", 3));
        verdicts.forEach(OnAWorkerTest::produce);

        try (ZContext context = new ZContext()) {
            assertThat(replayed(context, replay, "reader-1", 2)).containsExactly(verdicts.get(0), verdicts.get(2));
            assertThat(replayed(context, replay, "reader-2", 1)).containsExactly(verdicts.get(1));

            ZMQ.Socket live = context.createSocket(SocketType.SUB);
            live.setReceiveTimeOut(500);
            live.subscribe("reader-2");
            live.connect("tcp://127.0.0.1:" + bind);
            // what is published before the subscription has arrived is not sent to it
            String topic = await().atMost(PATIENCE)
                    .until(
                            () -> {
                                produce(verdict("reader-2", 4));
                                return live.recvStr();
                            },
                            Objects::nonNull);
            assertThat(topic).isEqualTo("reader-2");
            assertThat(ByteBuffer.wrap(live.recv()).getLong()).isPositive();
            assertThat(verdicts(live.recv())).isNotEmpty().containsOnly(verdict("reader-2", 4));
        }
    }

    @Test
    void recordsThatAreNoVerdictsGoToConnectsDeadLetterQueue() throws Exception {
        LeaseEvent event = (LeaseEvent) TestRecords.full(LeaseEvent.getClassSchema());
        topics.make("no-verdicts");
        produce("no-verdicts", event);
        produce("no-verdicts", "no Avro at all".getBytes(UTF_8));

        assertThat(worker.call("POST", "/connectors", """
                {"name": "mistaken", "config": {
                  "connector.class": "dev.kvlease.connect.ZmqVerdictSinkConnector",
                  "topics": "no-verdicts",
                  "zmq.bind": "tcp://127.0.0.1:*",
                  "zmq.replay.bind": "tcp://127.0.0.1:*",
                  "value.converter": "dev.kvlease.connect.AvroConverter",
                  "value.converter.schema.registry.url": "%s",
                  "errors.tolerance": "all",
                  "errors.deadletterqueue.topic.name": "sink-letters",
                  "errors.deadletterqueue.topic.replication.factor": "1",
                  "errors.deadletterqueue.context.headers.enable": "true"}}
                """.formatted(platform.registryUrl())))
                .startsWith("201");

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(topics.read("sink-letters", new ByteArrayDeserializer()))
                        .extracting(each -> new String(
                                each.headers()
                                        .lastHeader("__connect.errors.exception.message")
                                        .value(),
                                UTF_8))
                        .hasSize(2)
                        .anyMatch(told -> told.contains("no-verdicts-0 at 0 is no verdict. Set topics to"))
                        .anyMatch(told -> told.contains("Not Confluent's wire format")));
    }

    /** Asks the replay socket until the answer has as many verdicts. */
    private static List<Verdict> replayed(ZContext context, int port, String reader, int count) {
        return await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> replayed(context, port, reader), all -> all.size() == count);
    }

    private static List<Verdict> replayed(ZContext context, int port, String reader) throws Exception {
        ZMQ.Socket socket = context.createSocket(SocketType.DEALER);
        socket.setReceiveTimeOut(1_000);
        socket.connect("tcp://127.0.0.1:" + port);
        socket.sendMore(Frames.DELIMITER);
        socket.sendMore(reader);
        socket.send(Frames.seq(0));
        List<Verdict> all = new ArrayList<>();
        while (true) {
            List<byte[]> parts = List.of(socket.recv(), socket.recv(), socket.recv(), socket.recv());
            Optional<Frame> frame = Frames.read(parts);
            if (frame.isEmpty()) {
                return all;
            }
            all.addAll(verdicts(frame.get().payload()));
        }
    }

    private static List<Verdict> verdicts(byte[] payload) throws Exception {
        List<Verdict> verdicts = new ArrayList<>();
        for (Object each : Batch.read(payload).events()) {
            verdicts.add((Verdict) Twins.decode(Verdict.getClassSchema(), (Map<?, ?>) each));
        }
        return verdicts;
    }

    private static Verdict verdict(String reader, long revision) {
        Verdict verdict = (Verdict) TestRecords.full(Verdict.getClassSchema());
        verdict.setReaderEngineId(reader);
        verdict.setRevision(revision);
        return verdict;
    }

    private static void produce(Verdict verdict) {
        produce("kvlease.verdicts", verdict);
    }

    private static void produce(String topic, SpecificRecord record) {
        SpecificAvroSerializer<SpecificRecord> values = new SpecificAvroSerializer<>();
        values.configure(Map.of("schema.registry.url", platform.registryUrl()), false);
        produce(topic, values.serialize(topic, record));
    }

    private static void produce(String topic, byte[] value) {
        Map<String, Object> client = Map.of("bootstrap.servers", platform.bootstrapServers());
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(client, new StringSerializer(), new ByteArraySerializer())) {
            Future<RecordMetadata> unused = producer.send(new ProducerRecord<>(topic, 0, "key", value));
        }
    }

    @Test
    void linesOfLogsAreCountedInTheMetricsOfTheWorker() throws Exception {
        Path log = Files.writeString(directory.resolve("engine.log"), "tells nothing\n\ntells nothing either\n");
        assertThat(worker.call("POST", "/connectors", """
                {"name": "counted", "config": {
                  "connector.class": "dev.kvlease.lines.LineSourceConnector",
                  "file": "%s",
                  "topic": "unused",
                  "transforms": "leases",
                  "transforms.leases.type": "dev.kvlease.connect.LogTransform",
                  "transforms.leases.engine": "decode-0"}}
                """.formatted(log))).startsWith("201");
        MBeanServer metrics = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("kafka.connect:type=plugins,connector=counted,task=0,transformation=leases,*");

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(metrics.queryNames(name, null))
                        .singleElement()
                        .satisfies(each -> {
                            assertThat(metrics.getAttribute(each, "lines")).isEqualTo(2L);
                            assertThat(metrics.getAttribute(each, "facts")).isEqualTo(0L);
                        }));
    }

    @Test
    void aBadConfigurationIsRefusedWithAHint() throws Exception {
        String answer = worker.call(
                "POST",
                "/connectors",
                "{\"name\": \"bad\", \"config\": {\"connector.class\": \"ZmqSourceConnector\", \"engines\": \"a=tcp://*:1\"}}");

        assertThat(answer)
                .startsWith("400")
                .contains("name the host to connect to")
                .contains("Set key.converter=");
    }

    private static void create(String engine, int events, int replay, String tolerance) throws Exception {
        String config = """
                {"name": "%1$s", "config": {
                  "connector.class": "dev.kvlease.connect.ZmqSourceConnector",
                  "engines": "%1$s=tcp://127.0.0.1:%2$d;tcp://127.0.0.1:%3$d",
                  "zmq.topic": "kv-",
                  "key.converter": "org.apache.kafka.connect.storage.StringConverter",
                  "value.converter": "dev.kvlease.connect.AvroConverter",
                  "value.converter.schema.registry.url": "%4$s",
                  "dead.letters.topic": "kvlease.dead-letters",
                  "errors.tolerance": "%5$s",
                  "idle.probe.ms": "500",
                  "replay.answer.timeout.ms": "300"}}
                """.formatted(engine, events, replay, platform.registryUrl(), tolerance);
        assertThat(worker.call("POST", "/connectors", config)).startsWith("201");
    }

    private static String alter(String offset) throws Exception {
        return worker.call(
                "PATCH",
                "/connectors/altered/offsets",
                "{\"offsets\": [{\"partition\": {\"engine\": \"altered\"}, \"offset\": " + offset + "}]}");
    }

    /** Sends batches of a lease event and a block event each; some get lost on the way, some arrive twice. */
    private void send(FakeEngine to, String engine, String life, int batches, Random random) throws Exception {
        for (int i = 0; i < batches; i++) {
            long seq = seqs.merge(life, 1L, Long::sum) - 1;
            LeaseEvent event = LeaseEvent.newBuilder()
                    .setType(seq == 0 ? LeaseEventType.ENGINE_STARTED : LeaseEventType.ENGINE_HEARTBEAT)
                    .setHolderEngineId(engine)
                    .setHolderIncarnation(life)
                    .setSeq(seq)
                    .setEngineClockNs(seq)
                    .build();
            Way way = WAYS.get(random.nextInt(WAYS.size()));
            to.publish(Batch.write((double) seq, List.of(Twins.encode(event), List.of("AllBlocksCleared"))), way);
            sent.add(life + " " + seq);
        }
    }

    private void awaitSent(String engine) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(onceEach(engine)).hasSameSizeAs(sent));
    }

    private static List<String> onceEach(String engine) {
        return records(LEASES, engine).stream()
                .map(each -> (LeaseEvent) each.value())
                .map(event -> event.getHolderIncarnation() + " " + event.getSeq())
                .distinct()
                .toList();
    }

    private static Set<String> lives(String engine) {
        Set<String> lives = new HashSet<>();
        records(BLOCKS, engine).forEach(each -> lives.add(((BlockEvent) each.value()).getEngineIncarnation()));
        return lives;
    }

    private static List<ConsumerRecord<String, SpecificRecord>> records(String topic, String engine) {
        return topics.read(topic).stream()
                .filter(each -> engine.equals(each.key()))
                .toList();
    }
}
