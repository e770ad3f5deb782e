package dev.kvlease.app.topology;

import static dev.kvlease.app.topology.Lines.allocation;
import static dev.kvlease.app.topology.Lines.event;
import static dev.kvlease.app.topology.Lines.intent;
import static dev.kvlease.app.topology.Lines.records;
import static dev.kvlease.app.topology.Lines.sample;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.run.LeaseApplication;
import dev.kvlease.app.run.StartUpChecks;
import dev.kvlease.app.run.StartUpException;
import dev.kvlease.app.topics.Commands;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.schemas.registry.SchemaRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Faults of those who write to the inputs, on a real broker and registry; docs/operations.md has each. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class InputFaultsTest {
    private static final Commands COMMANDS = new Commands("./kvlease topics create", "BROKERS");

    @TempDir
    private static Path dir;

    private static EmbeddedPlatform platform;

    @BeforeAll
    static void start() {
        platform = EmbeddedPlatform.start(dir.resolve("broker"), TopicLayout.standard());
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    private static Cluster cluster(String name) throws Exception {
        return new Cluster(platform, name, Map.of("max.task.idle.ms", "0"));
    }

    private static void await(org.awaitility.core.ThrowingRunnable check) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(50))
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(check);
    }

    private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
        return new String(letter.headers().lastHeader(name).value(), UTF_8);
    }

    private static void setOnInputs(Cluster cluster, String setting, String value) throws Exception {
        Map<ConfigResource, java.util.Collection<AlterConfigOp>> changes = new HashMap<>();
        cluster.inputNames()
                .forEach(input -> changes.put(
                        new ConfigResource(ConfigResource.Type.TOPIC, input),
                        List.of(new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET))));
        cluster.admin().incrementalAlterConfigs(changes).all().get();
    }

    /** Librdkafka and old clients send -1 for a time that they do not know; Java's producer would refuse to. */
    private static final class At extends ProducerRecord<byte[], byte[]> {
        private final long timestampMs;

        At(ProducerRecord<byte[], byte[]> record, long timestampMs) {
            super(record.topic(), record.key(), record.value());
            this.timestampMs = timestampMs;
        }

        @Override
        public Long timestamp() {
            return timestampMs;
        }
    }

    @Test
    void topicsWithTheTimesOfProducersAreRefusedAndWhatTheyHoldNeverMovesTime() throws Exception {
        try (Cluster cluster = cluster("stamps")) {
            KvleaseConfig config = cluster.config(dir.resolve("stamps"));
            assertThatThrownBy(() -> StartUpChecks.check(config, COMMANDS))
                    .isInstanceOf(StartUpException.class)
                    .message()
                    .hasLineCount(4)
                    .contains("topic stamps.lease-events has message.timestamp.type=CreateTime but needs LogAppendTime;"
                            + " set it: kafka-configs.sh --bootstrap-server BROKERS --alter --entity-type topics"
                            + " --entity-name stamps.lease-events --add-config message.timestamp.type=LogAppendTime");

            setOnInputs(cluster, "message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE));
            long future = System.currentTimeMillis() + Duration.ofDays(400).toMillis();
            History.Arriving start = records(event(0, 1, "ENGINE_STARTED", "")).get(0);
            await(() -> cluster.sendAsTheyAre(
                    List.of(new At(cluster.serialized(start, 0), -1), new At(cluster.serialized(start, 0), future))));
            setOnInputs(cluster, "message.timestamp.type", "LogAppendTime");
            await(() -> assertThat(StartUpChecks.check(config, COMMANDS)).isEqualTo(Cluster.PARTITIONS));

            LeaseApplication application = cluster.start(dir.resolve("stamps"));
            cluster.send(records(
                    event(0, 1, "ENGINE_STARTED", ""),
                    sample(2),
                    event(1, 100, "BLOCKS_ALLOCATED", allocation("good"))));
            cluster.awaitConsumed();
            cluster.send(records(intent("good", "read", 101)));
            cluster.awaitConsumed();
            application.close();

            List<ConsumerRecord<byte[], byte[]>> letters = cluster.deadLetters();
            assertThat(letters)
                    .extracting(letter -> header(letter, DeadLetter.TIMESTAMP))
                    .contains("-1", Long.toString(future));
            assertThat(letters).allSatisfy(letter -> {
                assertThat(header(letter, DeadLetter.REASON)).isEqualTo("TIMESTAMP_INVALID");
                assertThat(header(letter, DeadLetter.MESSAGE)).contains("set message.timestamp.type=LogAppendTime");
            });
            assertThat(cluster.outputs().words())
                    .hasEntrySatisfying("p0|read", word -> assertThat(word).startsWith("READABLE WITHIN_LEASE"));
        }
    }

    /** What librdkafka's default partitioner, consistent_random, does with a key. */
    private static int ofLibrdkafka(String key, int partitions) {
        CRC32 crc = new CRC32();
        crc.update(key.getBytes(UTF_8));
        return (int) (crc.getValue() % partitions);
    }

    /** As kcat 1.7.1 put them, into a topic of seven partitions. */
    @Test
    void theRuleOfLibrdkafkaIsTheOneThatItFollows() {
        assertThat(IntStream.range(0, 12).mapToObj(i -> ofLibrdkafka("decode-" + i, 7)))
                .containsExactly(0, 3, 3, 3, 1, 3, 5, 3, 5, 6, 3, 6);
    }

    @Test
    void kcatFollowsItAndMurmur2WhenItIsToldTo() throws Exception {
        assumeTrue(isThere("kcat"), "kcat is not installed");
        try (Cluster cluster = cluster("kcat")) {
            cluster.admin()
                    .createTopics(List.of(new NewTopic("crc", 7, (short) 1), new NewTopic("murmur", 7, (short) 1)))
                    .all()
                    .get();
            List<String> holders =
                    IntStream.range(0, 40).mapToObj(i -> "decode-" + i).toList();
            kcat("crc", holders);
            kcat("murmur", holders, "-X", "partitioner=murmur2_random");

            assertThat(partitionsByKey(cluster, "crc"))
                    .hasSize(holders.size())
                    .allSatisfy((holder, at) -> assertThat(at).isEqualTo(ofLibrdkafka(holder, 7)));
            assertThat(partitionsByKey(cluster, "murmur"))
                    .hasSize(holders.size())
                    .allSatisfy((holder, at) -> assertThat(at).isEqualTo(Partitions.of(holder.getBytes(UTF_8), 7)));
        }
    }

    private static boolean isThere(String program) {
        try {
            return new ProcessBuilder(program, "-V")
                            .redirectErrorStream(true)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void kcat(String topic, List<String> keys, String... options) throws Exception {
        List<String> command =
                new ArrayList<>(List.of("kcat", "-P", "-b", platform.bootstrapServers(), "-t", topic, "-K", ":"));
        command.addAll(List.of(options));
        Process kcat = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var in = kcat.outputWriter()) {
            for (String key : keys) {
                in.write(key + ":x\n");
            }
        }
        String said = new String(kcat.getInputStream().readAllBytes(), UTF_8);
        assertThat(kcat.waitFor()).as(said).isZero();
    }

    private static Map<String, Integer> partitionsByKey(Cluster cluster, String topic) throws Exception {
        Map<String, Integer> partitions = new TreeMap<>();
        cluster.raw(topic, 7).forEach(each -> partitions.put(new String(each.key(), UTF_8), each.partition()));
        return partitions;
    }

    @Test
    void aProducerWithLibrdkafkasPartitionerGetsDeadLettersThatNameTheCure() throws Exception {
        int partitions = 5;
        try (Cluster cluster = new Cluster(platform, "crc32", partitions, Map.of("max.task.idle.ms", "0"))) {
            int right = Partitions.of(Lines.HOLDER_ID.getBytes(UTF_8), partitions);
            int wrong = ofLibrdkafka(Lines.HOLDER_ID, partitions);
            assertThat(wrong).as("a holder that shows it").isNotEqualTo(right);
            List<History.Arriving> said = records(
                    event(0, 1, "ENGINE_STARTED", ""), sample(2), event(1, 100, "BLOCKS_ALLOCATED", allocation("q")));
            cluster.sendAsTheyAre(said.stream()
                    .map(each -> cluster.serialized(each, each.timestampMs()))
                    .map(each -> new ProducerRecord<>(each.topic(), wrong, each.key(), each.value()))
                    .toList());
            LeaseApplication application = cluster.start(dir.resolve("crc32"));
            cluster.send(records(intent("q", "before", 101)));
            cluster.awaitConsumed();
            assertThat(MetricsPage.value(application, "kvlease_dead_letters_total{reason=\"WRONG_PARTITION\"}"))
                    .isEqualTo(3);

            cluster.send(said);
            cluster.awaitConsumed();
            cluster.send(records(intent("q", "after", 101)));
            cluster.awaitConsumed();
            application.close();

            assertThat(cluster.deadLetters()).hasSize(3).allSatisfy(letter -> {
                assertThat(header(letter, DeadLetter.REASON)).isEqualTo("WRONG_PARTITION");
                assertThat(header(letter, DeadLetter.MESSAGE)).contains("partitioner=murmur2_random");
                assertThat(header(letter, DeadLetter.PARTITION)).isEqualTo("" + wrong);
            });
            assertThat(cluster.outputs().words())
                    .hasEntrySatisfying("p0|after", word -> assertThat(word).startsWith("READABLE WITHIN_LEASE"));
        }
    }

    @Test
    void aSchemaOfAnotherSubjectIsADeadLetterAndOneThatFitsIsNot() throws Exception {
        SchemaRegistry registry = SchemaRegistry.open(Map.of("schema.registry.url", platform.registryUrl()));
        Schema own = dev.kvlease.schemas.ReadIntent.getClassSchema();
        Schema other = SchemaBuilder.record("ReadIntent")
                .namespace(own.getNamespace())
                .fields()
                .requiredString("title")
                .endRecord();
        Schema foreign = SchemaBuilder.record("ReadIntent")
                .namespace("org.example")
                .fields()
                .requiredString("title")
                .endRecord();
        try (Cluster cluster = cluster("subjects")) {
            String intents = cluster.config(dir).nameOf(Topic.READ_INTENTS);
            ProducerRecord<byte[], byte[]> good =
                    cluster.serialized(records(intent("q", "good", 101)).get(0), 0);
            ProducerRecord<byte[], byte[]> sample =
                    cluster.serialized(records(sample(2)).get(0), 0);
            int id = ByteBuffer.wrap(good.value()).getInt(1);
            int ofTheTopic = registry.register("of-another-topic-value", own, false);
            byte[] ofOtherSubject = good.value().clone();
            ByteBuffer.wrap(ofOtherSubject).putInt(1, ofTheTopic);
            List<byte[]> values = List.of(
                    sample.value(),
                    written(registry.register("other-value", other, false), other),
                    written(registry.register("foreign-value", foreign, false), foreign),
                    written(registry.register("text-value", Schema.create(Schema.Type.STRING), false), "a text"),
                    written(id, "a text"),
                    ofOtherSubject);
            LeaseApplication application = cluster.start(dir.resolve("subjects"));
            cluster.sendAsTheyAre(values.stream()
                    .map(value -> new ProducerRecord<>(intents, good.key(), value))
                    .toList());
            cluster.awaitConsumed();
            application.close();

            assertThat(cluster.deadLetters())
                    .extracting(letter -> header(letter, DeadLetter.REASON))
                    .containsExactly("UNEXPECTED_RECORD", "UNDECODABLE", "UNDECODABLE", "UNDECODABLE", "UNDECODABLE");
            assertThat(cluster.deadLetters())
                    .extracting(letter -> header(letter, DeadLetter.MESSAGE))
                    .satisfiesExactly(
                            message -> assertThat(message).contains("HandshakeSample"),
                            message -> assertThat(message).contains("cannot be read as " + own.getFullName()),
                            message -> assertThat(message).contains("org.example.ReadIntent"),
                            message -> assertThat(message).contains("string"),
                            message ->
                                    assertThat(message).contains("The bytes are not what schema id " + id + " says"));
            assertThat(cluster.outputs().words()).containsOnlyKeys("p0|good");
        }
    }

    private static byte[] written(int id, Schema schema) throws IOException {
        GenericRecord record = new GenericData.Record(schema);
        record.put("title", "a text");
        return written(id, schema, record);
    }

    private static byte[] written(int id, String text) throws IOException {
        return written(id, Schema.create(Schema.Type.STRING), text);
    }

    private static byte[] written(int id, Schema schema, Object value) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(ByteBuffer.allocate(5).put((byte) 0).putInt(id).array());
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        new GenericDatumWriter<>(schema).write(value, encoder);
        encoder.flush();
        return out.toByteArray();
    }
}
