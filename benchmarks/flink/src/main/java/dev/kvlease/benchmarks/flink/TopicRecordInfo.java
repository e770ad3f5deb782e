package dev.kvlease.benchmarks.flink;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Tells Flink of {@link TopicRecordSerializer}. */
final class TopicRecordInfo extends TypeInformation<TopicRecord> {
    static final TopicRecordInfo INSTANCE = new TopicRecordInfo();

    private static final long serialVersionUID = 1;

    private TopicRecordInfo() {}

    @Override
    public TypeSerializer<TopicRecord> createSerializer(SerializerConfig config) {
        return TopicRecordSerializer.INSTANCE;
    }

    @Override
    public Class<TopicRecord> getTypeClass() {
        return TopicRecord.class;
    }

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return false;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public int getTotalFields() {
        return 1;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public String toString() {
        return "TopicRecord";
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof TopicRecordInfo;
    }

    @Override
    public boolean equals(Object other) {
        return canEqual(other);
    }

    @Override
    public int hashCode() {
        return TopicRecordInfo.class.hashCode();
    }
}
