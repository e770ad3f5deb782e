package dev.kvlease.app.topology;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the stream going if even a cut dead letter is larger than its topic accepts: it is logged with its coordinates,
 * where the record still lies. Any other failure to write stops the stream.
 */
public final class OversizedLetters implements ProductionExceptionHandler {
    /** Property under which the name of the dead-letter topic is handed to this class. */
    public static final String TOPIC = "kvlease.internal.dead.letters";

    private static final Logger LOG = LoggerFactory.getLogger(OversizedLetters.class);

    private String deadLetters;

    /** Kafka Streams makes one and configures it. */
    public OversizedLetters() {}

    @Override
    public void configure(Map<String, ?> configs) {
        deadLetters = (String) configs.get(TOPIC);
    }

    @Override
    public Response handleError(ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception failure) {
        if (!(failure instanceof RecordTooLargeException) || !record.topic().equals(deadLetters)) {
            return Response.fail(List.of());
        }
        LOG.error(
                "the dead letter of {}-{}@{} is larger than {} accepts and is not written there",
                context.topic(),
                context.partition(),
                context.offset(),
                deadLetters);
        return Response.resume(List.of());
    }
}
