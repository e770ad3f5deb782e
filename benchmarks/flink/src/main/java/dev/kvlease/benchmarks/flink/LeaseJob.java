package dev.kvlease.benchmarks.flink;

import dev.kvlease.app.topics.Topic;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamUtils;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The whole job: one source of the four inputs, the join, one sink of the outputs. */
public final class LeaseJob {
    private static final String TRANSACTION_TIMEOUT_MS =
            Long.toString(Duration.ofMinutes(10).toMillis());

    /** How far ahead, in record time, a partition may be. */
    private static final Duration AHEAD = Duration.ofSeconds(20);

    private static final Duration ALIGNED_EVERY = Duration.ofMillis(20);
    private static final Duration WATERMARK_EVERY = Duration.ofMillis(10);

    /** Small enough that the consumer turns to another partition before one is far ahead. */
    private static final String PARTITION_FETCH_BYTES = "65536";

    private static final String POLL_RECORDS = "500";
    private static final MemorySize ROCKSDB_MEMORY = MemorySize.ofMebiBytes(256);

    private LeaseJob() {}

    /**
     * Runs the job until the process is ended.
     *
     * @param args {@code name=value} each; the names are those of {@link JobSettings}
     * @throws Exception if the job fails
     */
    public static void main(String[] args) throws Exception {
        JobSettings settings = JobSettings.of(Arrays.stream(args)
                .map(argument -> argument.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1])));
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(settings.parallelism(), configuration(settings));
        KeyedStream<TopicRecord, String> inputs = keyed(
                environment.fromSource(source(settings), alignment(), "inputs", TopicRecordInfo.INSTANCE),
                settings.parallelism());
        join(inputs, settings).sinkTo(sink(settings)).name("outputs");
        environment.execute("kvlease");
    }

    static Configuration configuration(JobSettings settings) {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        configuration.set(PipelineOptions.AUTO_WATERMARK_INTERVAL, WATERMARK_EVERY);
        configuration.set(
                CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE,
                settings.exactlyOnce() ? CheckpointingMode.EXACTLY_ONCE : CheckpointingMode.AT_LEAST_ONCE);
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(settings.checkpointMs()));
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, "file://" + settings.directory() + "/checkpoints");
        configuration.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
        configuration.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, ROCKSDB_MEMORY);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        return configuration;
    }

    static DataStream<OutputRecord> join(KeyedStream<TopicRecord, String> inputs, JobSettings settings) {
        return inputs.transform("join", TypeInformation.of(OutputRecord.class), new LeaseJoin(settings))
                .uid("join");
    }

    /** With one subtask every record is where its key is; without a shuffle the whole job is one chain in one thread. */
    private static KeyedStream<TopicRecord, String> keyed(DataStream<TopicRecord> records, int parallelism) {
        return parallelism == 1
                ? DataStreamUtils.reinterpretAsKeyedStream(records, TopicRecord::holder, Types.STRING)
                : records.keyBy(TopicRecord::holder, Types.STRING);
    }

    /** Partitions that are ahead wait for the others, so that few records wait in the join. */
    private static WatermarkStrategy<TopicRecord> alignment() {
        return WatermarkStrategy.<TopicRecord>forMonotonousTimestamps()
                .withWatermarkAlignment("inputs", AHEAD, ALIGNED_EVERY);
    }

    private static KafkaSource<TopicRecord> source(JobSettings settings) {
        Map<String, Topic> topics = new HashMap<>();
        Topic.inputs().forEach(topic -> topics.put(settings.nameOf(topic), topic));
        return KafkaSource.<TopicRecord>builder()
                .setBootstrapServers(settings.bootstrapServers())
                .setTopics(topics.keySet().toArray(String[]::new))
                .setGroupId(settings.group())
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setProperty("max.poll.records", POLL_RECORDS)
                .setProperty("max.partition.fetch.bytes", PARTITION_FETCH_BYTES)
                .setDeserializer(new TopicRecords(topics))
                .build();
    }

    private static KafkaSink<OutputRecord> sink(JobSettings settings) {
        Properties producer = new Properties();
        producer.setProperty("linger.ms", "2");
        producer.setProperty("compression.type", "lz4");
        producer.setProperty("transaction.timeout.ms", TRANSACTION_TIMEOUT_MS);
        return KafkaSink.<OutputRecord>builder()
                .setBootstrapServers(settings.bootstrapServers())
                .setKafkaProducerConfig(producer)
                .setDeliveryGuarantee(
                        settings.exactlyOnce() ? DeliveryGuarantee.EXACTLY_ONCE : DeliveryGuarantee.AT_LEAST_ONCE)
                .setTransactionalIdPrefix(settings.group())
                .setRecordSerializer(new OutputRecords(settings))
                .build();
    }
}
