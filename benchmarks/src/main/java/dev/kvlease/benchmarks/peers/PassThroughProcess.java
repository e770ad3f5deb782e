package dev.kvlease.benchmarks.peers;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.KafkaStreams;

/** The process of the pass-through; with the application's own settings of Kafka Streams and its clients. */
final class PassThroughProcess {
    private PassThroughProcess() {}

    /**
     * Runs until the process is ended.
     *
     * @param args the topic to write to, then {@code key=value} each, of the application's configuration
     */
    public static void main(String[] args) {
        Map<String, String> settings = Arrays.stream(args)
                .skip(1)
                .map(argument -> argument.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        KvleaseConfig config = new KvleaseConfig(settings);
        SpecificAvroSerde<SpecificRecord> serde = new SpecificAvroSerde<>();
        serde.configure(settings, false);
        KafkaStreams streams = new KafkaStreams(
                PassThrough.topology(config.topicPrefix(), serde, args[0]), config.streamsProperties());
        Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
        streams.start();
    }
}
