package dev.kvlease.app.topology;

import org.apache.kafka.common.utils.Utils;

/** The partition of a key, as Kafka's Java clients choose it. */
final class Partitions {
    private Partitions() {}

    static int of(byte[] key, int count) {
        return Utils.toPositive(Utils.murmur2(key)) % count;
    }
}
