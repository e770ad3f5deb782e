package dev.kvlease.logs;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets what was put first when there is too much in it. */
final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;

    private final int most;

    BoundedMap(int most) {
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}
