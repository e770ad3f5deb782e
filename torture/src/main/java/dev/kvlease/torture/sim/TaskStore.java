package dev.kvlease.torture.sim;

import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.state.StateKind;
import dev.kvlease.core.state.StateSink;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What one task's engines remember outside the heap: what was committed, and the writes since. */
final class TaskStore {
    private static final byte[] DELETED = {};

    /** Names an entry. A holder's lives lie in its own entry, as in the application's store. */
    private record Key(String holder, StateKind kind, String key) implements Comparable<Key> {
        byte[] bytes() {
            return key.getBytes(StandardCharsets.ISO_8859_1);
        }

        @Override
        public int compareTo(Key other) {
            int byKind = kind.compareTo(other.kind);
            return byKind == 0 ? key.compareTo(other.key) : byKind;
        }
    }

    private record Write(Key key, byte[] value) {}

    private final Map<String, TreeMap<Key, byte[]>> committed = new HashMap<>();
    private final Map<String, byte[]> lives = new HashMap<>();
    private List<Write> writes = new ArrayList<>();

    /** Takes what has changed in the engine of a holder. */
    StateSink of(String holder) {
        return new StateSink() {
            @Override
            public void put(StateKind kind, byte[] key, byte[] value) {
                if (kind == StateKind.LIVES) {
                    lives.put(holder, value);
                } else {
                    write(holder, kind, key, kind == StateKind.HOLDER ? ownEntry(holder, value) : value);
                }
            }

            @Override
            public void delete(StateKind kind, byte[] key) {
                if (kind == StateKind.LIVES) {
                    lives.remove(holder);
                } else {
                    write(holder, kind, key, DELETED);
                }
            }
        };
    }

    private void write(String holder, StateKind kind, byte[] key, byte[] value) {
        writes.add(new Write(new Key(holder, kind, new String(key, StandardCharsets.ISO_8859_1)), value));
    }

    private byte[] ownEntry(String holder, byte[] header) {
        byte[] own = lives.getOrDefault(holder, DELETED);
        return ByteBuffer.allocate(Integer.BYTES + own.length + header.length)
                .putInt(own.length)
                .put(own)
                .put(header)
                .array();
    }

    void commit() {
        writes.forEach(this::keep);
        writes.clear();
    }

    private void keep(Write write) {
        Map<Key, byte[]> entries = committed.computeIfAbsent(write.key().holder(), holder -> new TreeMap<>());
        if (write.value() == DELETED) {
            entries.remove(write.key());
            if (entries.isEmpty()) {
                committed.remove(write.key().holder());
            }
        } else {
            entries.put(write.key(), write.value());
        }
    }

    /** Only the first of the writes since the last commit survive, which a share of 2^16 says. */
    void crash(int share, boolean cached) {
        List<Write> written = cached ? inOrderOfLastChange() : writes;
        int kept = (int) (((long) written.size() * share) >> 16);
        written.subList(0, kept).forEach(this::keep);
        writes = new ArrayList<>();
        lives.clear();
    }

    private List<Write> inOrderOfLastChange() {
        Map<Key, Write> last = new LinkedHashMap<>();
        for (Write write : writes) {
            last.remove(write.key());
            last.put(write.key(), write);
        }
        return List.copyOf(last.values());
    }

    Set<String> holders() {
        return committed.keySet();
    }

    /** Entries of one kind of a holder; everything must be committed. */
    long count(String holder, StateKind kind) {
        return committed.getOrDefault(holder, new TreeMap<>()).keySet().stream()
                .filter(key -> key.kind() == kind)
                .count();
    }

    /** Gives an engine everything that was committed of its holder. */
    void load(String holder, LeaseEngine engine) {
        committed.getOrDefault(holder, new TreeMap<>()).forEach((key, value) -> {
            if (key.kind() == StateKind.HOLDER) {
                restoreOwnEntry(holder, engine, value);
            } else {
                engine.restore(key.kind(), key.bytes(), value);
            }
        });
        engine.restored();
    }

    private void restoreOwnEntry(String holder, LeaseEngine engine, byte[] stored) {
        int end = Integer.BYTES + ByteBuffer.wrap(stored).getInt();
        byte[] own = Arrays.copyOfRange(stored, Integer.BYTES, end);
        engine.restore(StateKind.HOLDER, new byte[0], Arrays.copyOfRange(stored, end, stored.length));
        if (own.length > 0) {
            engine.restore(StateKind.LIVES, new byte[0], own);
            lives.put(holder, own);
        }
    }
}
