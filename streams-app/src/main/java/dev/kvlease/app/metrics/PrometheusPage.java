package dev.kvlease.app.metrics;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.MetricName;

/** What Prometheus reads: the metrics of kvlease, added up over threads and tasks, and a choice of Kafka's own. */
public final class PrometheusPage {
    private final ExpositionFormats formats = ExpositionFormats.init();

    /** A page without content; {@link #write} gives it each time anew. */
    public PrometheusPage() {}

    /**
     * The format that a scraper gets.
     *
     * @param accept its Accept header, or empty
     * @return the content type
     */
    public String contentType(Optional<String> accept) {
        return writer(accept).getContentType();
    }

    private ExpositionFormatWriter writer(Optional<String> accept) {
        return formats.findWriter(accept.orElse(null));
    }

    /**
     * Writes the page.
     *
     * @param accept the scraper's Accept header, or empty
     * @param metrics all metrics of the stream
     * @param points values that are only on the page
     * @param out where to
     * @throws IOException if it cannot be written
     */
    public void write(
            Optional<String> accept,
            Map<MetricName, ? extends org.apache.kafka.common.Metric> metrics,
            List<PagePoint> points,
            OutputStream out)
            throws IOException {
        List<MetricSnapshot> all = new ArrayList<>(OwnSnapshots.of(metrics, points));
        all.addAll(KafkaSnapshots.of(metrics));
        EscapingScheme escaping = EscapingScheme.fromAcceptHeader(accept.orElse(null));
        writer(accept).write(out, new MetricSnapshots(all), escaping);
    }
}
