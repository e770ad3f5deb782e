package dev.kvlease.app.topology;

import org.apache.kafka.common.utils.Utils;

/** The partition of a key, as Kafka's Java clients choose it. */
public final class Partitions {
    private Partitions() {}

    /**
     * The partition of a key.
     *
     * @param key the key's bytes
     * @param count how many partitions there are
     * @return 0 to count - 1
     */
    public static int of(byte[] key, int count) {
        return Utils.toPositive(Utils.murmur2(key)) % count;
    }
}
