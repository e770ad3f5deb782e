package dev.kvlease.app.query;

import dev.kvlease.app.metrics.LeaseMeters;
import dev.kvlease.app.metrics.Metric;
import dev.kvlease.app.metrics.PagePoint;
import dev.kvlease.app.topology.StoredHolders;
import dev.kvlease.core.Settings;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.HostInfo;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The running stream, as it can be looked at from any thread. */
public final class StreamAccess {
    /**
     * What does not change while it runs.
     *
     * @param applicationId the name that all instances share
     * @param self where other instances reach this one
     * @param inputPartitions the partition count that all inputs share
     * @param settings the rules' variable parts
     * @param topology the topology in words
     * @param stateDirectory where state is kept
     */
    public record Fixed(
            String applicationId,
            HostInfo self,
            int inputPartitions,
            Settings settings,
            String topology,
            Path stateDirectory) {}

    private static final Logger LOG = LoggerFactory.getLogger(StreamAccess.class);

    private final KafkaStreams streams;
    private final Fixed fixed;
    private final LeaseMeters meters;
    private final Supplier<Optional<String>> restoring;
    private final Supplier<List<PagePoint>> watched;

    /**
     * Looks at a stream.
     *
     * @param streams the stream
     * @param fixed what does not change
     * @param meters what is measured
     * @param restoring says how far state is being read back, or nothing
     * @param watched what is seen of the cluster
     */
    public StreamAccess(
            KafkaStreams streams,
            Fixed fixed,
            LeaseMeters meters,
            Supplier<Optional<String>> restoring,
            Supplier<List<PagePoint>> watched) {
        this.streams = streams;
        this.fixed = fixed;
        this.meters = meters;
        this.restoring = restoring;
        this.watched = watched;
    }

    /**
     * What does not change while it runs.
     *
     * @return the same each time
     */
    public Fixed fixed() {
        return fixed;
    }

    /**
     * The state of the stream.
     *
     * @return Kafka's word for it
     */
    public KafkaStreams.State state() {
        return streams.state();
    }

    /**
     * Why this instance is not ready to answer.
     *
     * @return a reason; empty if it is RUNNING and no state is being read back
     */
    public Optional<String> whyNotReady() {
        KafkaStreams.State state = streams.state();
        Optional<String> readingBack = restoring.get();
        if (readingBack.isPresent()) {
            return readingBack;
        }
        return switch (state) {
            case RUNNING -> Optional.empty();
            case REBALANCING -> Optional.of("partitions are being assigned");
            case CREATED -> Optional.of("the stream has not started");
            default ->
                Optional.of(
                        "the stream is " + state.name().toLowerCase(Locale.ROOT).replace('_', ' '));
        };
    }

    /**
     * Tells whether the process must be started anew.
     *
     * @return true if the stream has failed or ended
     */
    public boolean isOver() {
        return switch (streams.state()) {
            case PENDING_ERROR, ERROR, NOT_RUNNING -> true;
            case CREATED, REBALANCING, RUNNING, PENDING_SHUTDOWN -> false;
        };
    }

    /**
     * Who can answer for a holder.
     *
     * @param holder the holder
     * @return this instance or another
     * @throws UnavailableException while the partition of the holder is on its way from one instance to another
     */
    public Owner ownerOf(String holder) {
        KeyQueryMetadata owner = metadataOf(holder);
        return owner.activeHost().equals(fixed.self())
                ? new Owner.Here(holdersOf(owner.partition()))
                : new Owner.There(owner.activeHost());
    }

    private KeyQueryMetadata metadataOf(String holder) {
        try (StringSerializer keys = new StringSerializer()) {
            KeyQueryMetadata owner = streams.queryMetadataForKey(StoredHolders.STORE, holder, keys);
            if (owner.equals(KeyQueryMetadata.NOT_AVAILABLE)
                    || owner.activeHost().equals(HostInfo.unavailable())) {
                throw new UnavailableException("it is not known yet which instance has this holder");
            }
            return owner;
        } catch (IllegalStateException | InvalidStateStoreException e) {
            throw new UnavailableException("the stream is not running", e);
        }
    }

    /**
     * The store of a holder, if this instance has it; never another instance.
     *
     * @param holder the holder
     * @return its store
     * @throws UnavailableException if its partition is not here
     */
    public StoredHolders here(String holder) {
        KeyQueryMetadata owner = metadataOf(holder);
        return holdersOf(owner.partition());
    }

    /**
     * The store of a partition of this instance.
     *
     * @param partition the partition
     * @return its holders
     * @throws UnavailableException if it is not here, or not ready
     */
    public StoredHolders holdersOf(int partition) {
        try {
            ReadOnlyKeyValueStore<Bytes, byte[]> store = streams.store(StoreQueryParameters.fromNameAndType(
                            StoredHolders.STORE, QueryableStoreTypes.<Bytes, byte[]>keyValueStore())
                    .withPartition(partition));
            return new StoredHolders(store, fixed.settings());
        } catch (InvalidStateStoreException | IllegalStateException e) {
            throw new UnavailableException("partition " + partition + " is being moved between instances", e);
        }
    }

    /**
     * Partitions that this instance works on.
     *
     * @return numbers, ascending
     */
    public Set<Integer> partitionsHere() {
        return streams.metadataForLocalThreads().stream()
                .flatMap(thread -> thread.activeTasks().stream())
                .map(task -> task.taskId().partition())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * The other instances that work on partitions.
     *
     * @return where they listen
     * @throws UnavailableException if the stream is not running
     */
    public List<HostInfo> others() {
        try {
            return streams.metadataForAllStreamsClients().stream()
                    .filter(instance -> !instance.topicPartitions().isEmpty())
                    .map(StreamsMetadata::hostInfo)
                    .filter(address -> !address.equals(fixed.self()))
                    .toList();
        } catch (IllegalStateException | InvalidStateStoreException e) {
            throw new UnavailableException("the stream is not running", e);
        }
    }

    /**
     * All metrics of the stream and its clients.
     *
     * @return a view
     */
    public Map<MetricName, ? extends org.apache.kafka.common.Metric> metrics() {
        return streams.metrics();
    }

    /**
     * What is only on the page for Prometheus.
     *
     * @return values of this moment
     */
    public List<PagePoint> points() {
        List<PagePoint> points = new ArrayList<>(meters.details());
        points.addAll(watched.get());
        KafkaStreams.State now = streams.state();
        for (KafkaStreams.State state : KafkaStreams.State.values()) {
            points.add(PagePoint.of(Metric.STREAM_STATE, state == now ? 1 : 0, state.name()));
        }
        points.add(PagePoint.of(Metric.READY, whyNotReady().isEmpty() ? 1 : 0));
        addDisk(points);
        return points;
    }

    /** Nothing while it cannot be told: the directory is made when the stream starts. */
    private void addDisk(List<PagePoint> points) {
        try {
            FileStore disk = Files.getFileStore(fixed.stateDirectory());
            points.add(PagePoint.of(Metric.STATE_DISK_FREE, (double) disk.getUsableSpace()));
            points.add(PagePoint.of(Metric.STATE_DISK_SIZE, (double) disk.getTotalSpace()));
        } catch (IOException e) {
            LOG.debug("the disk of {} cannot be looked at", fixed.stateDirectory(), e);
        }
    }
}
