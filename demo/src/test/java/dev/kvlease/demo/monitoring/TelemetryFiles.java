package dev.kvlease.demo.monitoring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricsReporter;
import org.apache.kafka.server.telemetry.ClientTelemetryExporter;
import org.apache.kafka.server.telemetry.ClientTelemetryExporterProvider;

/** A broker's plugin that takes the metrics that clients push (KIP-714), and keeps each push as a file. */
public final class TelemetryFiles implements MetricsReporter, ClientTelemetryExporterProvider {
    /** The broker's setting that names the directory. */
    static final String DIRECTORY = "kvlease.test.telemetry.directory";

    private Path directory = Path.of(".");

    /** The broker makes it. */
    public TelemetryFiles() {}

    @Override
    public void configure(Map<String, ?> configs) {
        directory = Path.of((String) configs.get(DIRECTORY));
    }

    @Override
    public ClientTelemetryExporter clientTelemetryExporter() {
        return (context, payload) -> keep(payload.data());
    }

    private void keep(ByteBuffer data) {
        byte[] bytes = new byte[data.remaining()];
        data.duplicate().get(bytes);
        try {
            Path part = Files.write(directory.resolve(UUID.randomUUID() + ".part"), bytes);
            Files.move(part, Path.of(part.toString().replace(".part", ".push")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void init(List<KafkaMetric> metrics) {
        // the broker's own are not asked for
    }

    @Override
    public void metricChange(KafkaMetric metric) {
        // as above
    }

    @Override
    public void metricRemoval(KafkaMetric metric) {
        // as above
    }

    @Override
    public void close() {
        // nothing is held
    }
}
