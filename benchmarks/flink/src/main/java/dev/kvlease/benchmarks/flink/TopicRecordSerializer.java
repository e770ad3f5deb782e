package dev.kvlease.benchmarks.flink;

import dev.kvlease.app.topics.Topic;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Records in a shuffle and in checkpoints; Flink's own serializer of Java records goes through reflection. Ordinals do, because no state outlives a measurement. */
@SuppressWarnings("EnumOrdinal")
public final class TopicRecordSerializer extends TypeSerializerSingleton<TopicRecord> {
    static final TopicRecordSerializer INSTANCE = new TopicRecordSerializer();

    private static final long serialVersionUID = 1;
    private static final Topic[] TOPICS = Topic.values();

    /** Flink makes one when it reads state. */
    public TopicRecordSerializer() {}

    @Override
    public void serialize(TopicRecord record, DataOutputView out) throws IOException {
        out.writeUTF(record.holder());
        out.writeByte(record.topic().ordinal());
        out.writeInt(record.partition());
        out.writeLong(record.offset());
        out.writeLong(record.timestampMs());
        out.writeInt(record.value().length);
        out.write(record.value());
    }

    @Override
    public TopicRecord deserialize(DataInputView in) throws IOException {
        String holder = in.readUTF();
        Topic topic = TOPICS[in.readByte()];
        int partition = in.readInt();
        long offset = in.readLong();
        long timestampMs = in.readLong();
        byte[] value = new byte[in.readInt()];
        in.readFully(value);
        return new TopicRecord(holder, topic, partition, offset, timestampMs, value);
    }

    @Override
    public TopicRecord deserialize(TopicRecord reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public void copy(DataInputView in, DataOutputView out) throws IOException {
        serialize(deserialize(in), out);
    }

    @Override
    public TopicRecord copy(TopicRecord record) {
        return record;
    }

    @Override
    public TopicRecord copy(TopicRecord record, TopicRecord reuse) {
        return record;
    }

    @Override
    public TopicRecord createInstance() {
        return new TopicRecord("", Topic.LEASE_EVENTS, 0, 0, 0, new byte[0]);
    }

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public TypeSerializerSnapshot<TopicRecord> snapshotConfiguration() {
        return new Snapshot();
    }

    /** Tells Flink how state was written. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<TopicRecord> {
        /** Flink makes one when it reads state. */
        public Snapshot() {
            super(() -> INSTANCE);
        }
    }
}
