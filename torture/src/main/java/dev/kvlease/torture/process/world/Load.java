package dev.kvlease.torture.process.world;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topology.ValueSerdes;
import dev.kvlease.fleet.truth.ReadTruth;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serde;

/** Sends the fleet's records at an even pace, whatever happens. Each is sent until the cluster has acknowledged it. */
public final class Load implements AutoCloseable {
    private static final String PATIENCE_MS = "900000";
    private static final long LOOK_MS = 5;

    private final Traffic traffic;
    private final Optional<Engine> engine;
    private final KvleaseConfig config;
    private final Serde<Object> values;
    private final KafkaProducer<byte[], byte[]> producer;
    private final long perSecond;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong connected = new AtomicLong();
    private final AtomicLong atOnce = new AtomicLong();
    private final AtomicReference<String> failure = new AtomicReference<>();
    private final Thread thread;
    private volatile boolean paused = true;
    private volatile boolean stopped;

    /**
     * A load that waits to be started.
     *
     * @param config the cluster
     * @param traffic what is said
     * @param engine an engine over which its holder's records go instead
     * @param perSecond records a second
     */
    Load(KvleaseConfig config, Traffic traffic, Optional<Engine> engine, int perSecond) {
        this.config = config;
        this.traffic = traffic;
        this.engine = engine;
        this.perSecond = perSecond;
        this.values = ValueSerdes.of(config).get();
        Map<String, Object> properties = new HashMap<>(config.clientProperties());
        properties.put("acks", "all");
        properties.put("linger.ms", 5);
        properties.put("delivery.timeout.ms", PATIENCE_MS);
        properties.put("max.block.ms", PATIENCE_MS);
        properties.put("request.timeout.ms", "5000");
        this.producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        this.thread = new Thread(this::run, "load");
        thread.setDaemon(true);
        thread.start();
    }

    /** Goes on. */
    public void resume() {
        paused = false;
    }

    /** Holds still. */
    public void pause() {
        paused = true;
    }

    /**
     * Sends records as fast as it can, besides what is due.
     *
     * @param records how many
     */
    public void burst(long records) {
        atOnce.addAndGet(records);
    }

    /**
     * Records that have been sent, those over the connector too.
     *
     * @return a count
     */
    public long sent() {
        return sent.get();
    }

    /**
     * Reads of the fleet that really got bytes of another request, and used them.
     *
     * @return what happened to each
     */
    public List<ReadTruth> foreignReads() {
        return traffic.foreign();
    }

    /**
     * Whether the fleet itself has lost a record of a read, or has it under way, so that nobody can judge the read. Only
     * while the load is paused.
     *
     * @param read the read
     * @return true if the read may go unnoticed
     */
    public boolean hasLostRecordOf(ReadTruth read) {
        return traffic.hasLostRecordOf(read);
    }

    /**
     * Whether all that was sent straight to the cluster is acknowledged.
     *
     * @return true if nothing is under way
     */
    boolean isAcknowledged() {
        return acknowledged.get() + connected.get() == sent.get();
    }

    /**
     * Why a record could not be sent.
     *
     * @return empty if none was lost
     */
    public Optional<String> failure() {
        return Optional.ofNullable(failure.get());
    }

    private void run() {
        long dueNs = System.nanoTime();
        long stepNs = TimeUnit.SECONDS.toNanos(1) / perSecond;
        try {
            while (!stopped) {
                long nowNs = System.nanoTime();
                if (atOnce.get() > 0) {
                    atOnce.decrementAndGet();
                    send();
                } else if (paused) {
                    dueNs = nowNs;
                    TimeUnit.MILLISECONDS.sleep(LOOK_MS);
                } else if (nowNs >= dueNs) {
                    // after a pause of the machine nothing is made up for
                    dueNs = Math.max(dueNs + stepNs, nowNs - TimeUnit.SECONDS.toNanos(1));
                    send();
                } else {
                    TimeUnit.NANOSECONDS.sleep(Math.min(dueNs - nowNs, TimeUnit.MILLISECONDS.toNanos(LOOK_MS)));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failure.compareAndSet(null, "the load stopped: " + e);
        }
    }

    private void send() throws InterruptedException {
        Traffic.Step step = traffic.next();
        sent.incrementAndGet();
        SpecificRecord value = InputCodec.toAvro(step.input());
        if (engine.isPresent() && engine.get().holder().equals(step.input().holder())) {
            engine.get().publish(value);
            connected.incrementAndGet();
            return;
        }
        String topic = config.nameOf(step.topic());
        byte[] bytes = values.serializer().serialize(topic, new RecordHeaders(), value);
        byte[] key = step.input().holder().getBytes(UTF_8);
        // the callback is told
        Future<RecordMetadata> unused = producer.send(new ProducerRecord<>(topic, key, bytes), this::taken);
    }

    private void taken(RecordMetadata metadata, Exception problem) {
        if (problem == null) {
            acknowledged.incrementAndGet();
        } else {
            failure.compareAndSet(null, "a record was not taken: " + problem);
        }
    }

    /**
     * Puts something that nobody can read into one partition of an input, and waits until it is there.
     *
     * @param topic the input
     * @param partition the partition
     * @param bytes anything
     */
    void poison(Topic topic, int partition, byte[] bytes) throws InterruptedException {
        try {
            producer.send(new ProducerRecord<>(config.nameOf(topic), partition, new byte[] {'x'}, bytes))
                    .get();
        } catch (ExecutionException e) {
            throw new TortureException("a poison record was not taken: " + e.getCause(), e);
        }
    }

    @Override
    public void close() {
        stopped = true;
        thread.interrupt();
        producer.close(Duration.ofSeconds(5));
        values.close();
    }
}
