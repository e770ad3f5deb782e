package dev.kvlease.gate;

import dev.kvlease.schemas.LeaseEvent;
import dev.kvlease.schemas.LeaseEventType;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** A holder with a clock of its own, 1000 s ahead of the reader's. */
final class TestHolder implements AutoCloseable {
    static final long AHEAD_NS = 1_000_000_000_000L;

    private final String id;
    private final String life;
    private final LongSupplier readerClock;
    private final SpecificAvroSerde<SpecificRecord> serde = new SpecificAvroSerde<>();
    private final KafkaProducer<String, SpecificRecord> producer;
    private long seq;

    TestHolder(String id, String life, LongSupplier readerClock, Map<String, Object> properties) throws Exception {
        this.id = id;
        this.life = life;
        this.readerClock = readerClock;
        serde.configure(properties, false);
        this.producer = new KafkaProducer<>(properties, new StringSerializer(), serde.serializer());
        send(event(LeaseEventType.ENGINE_STARTED));
    }

    String id() {
        return id;
    }

    String life() {
        return life;
    }

    long clockNs() {
        return readerClock.getAsLong() + AHEAD_NS;
    }

    /** Leases four blocks for that long; returns the deadline on the holder's clock. */
    long lease(String request, long forNs) throws Exception {
        LeaseEvent event = of(LeaseEventType.BLOCKS_ALLOCATED, request);
        event.setBlockIds(List.of(List.of(1, 2, 3, 4)));
        event.setExpiryNs(event.getEngineClockNs() + forNs);
        send(event);
        return event.getExpiryNs();
    }

    /** Moves the deadline out to that long from now. */
    void extend(String request, long forNs) throws Exception {
        LeaseEvent event = of(LeaseEventType.LEASE_EXTENDED, request);
        event.setExpiryNs(event.getEngineClockNs() + forNs);
        send(event);
    }

    void release(String request) throws Exception {
        LeaseEvent event = of(LeaseEventType.BLOCKS_RELEASED, request);
        event.setReason("ABORTED");
        send(event);
    }

    void heartbeat() throws Exception {
        send(event(LeaseEventType.ENGINE_HEARTBEAT));
    }

    private LeaseEvent of(LeaseEventType type, String request) {
        LeaseEvent event = event(type);
        event.setRequestId(request);
        return event;
    }

    private synchronized LeaseEvent event(LeaseEventType type) {
        LeaseEvent event = new LeaseEvent();
        event.setType(type);
        event.setHolderEngineId(id);
        event.setHolderIncarnation(life);
        event.setSeq(seq++);
        event.setEngineClockNs(clockNs());
        event.setHolderRole(dev.kvlease.schemas.HolderRole.DECODE);
        return event;
    }

    private void send(LeaseEvent event) throws ExecutionException, InterruptedException {
        producer.send(new ProducerRecord<>("kvlease.lease-events", id, event)).get();
    }

    @Override
    public void close() {
        producer.close();
        serde.close();
    }
}
