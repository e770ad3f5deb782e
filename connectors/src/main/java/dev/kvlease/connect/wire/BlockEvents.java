package dev.kvlease.connect.wire;

import dev.kvlease.schemas.BlockEvent;
import dev.kvlease.schemas.BlockEventType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** vLLM's KV cache events, in both of their shapes. */
final class BlockEvents {
    private static final String TAG = "type";

    /** Fields by their place in the array shape; those of a newer vLLM follow behind and are ignored. */
    private static final Map<String, List<String>> PLACES = Map.of(
            "BlockStored",
            List.of(
                    "block_hashes",
                    "parent_block_hash",
                    "token_ids",
                    "block_size",
                    "lora_id",
                    "medium",
                    "lora_name",
                    "extra_keys",
                    "group_idx"),
            "BlockRemoved",
            List.of("block_hashes", "medium", "group_idx"),
            "AllBlocksCleared",
            List.of());

    private static final Map<String, BlockEventType> TYPES = Map.of(
            "BlockStored", BlockEventType.BLOCK_STORED,
            "BlockRemoved", BlockEventType.BLOCK_REMOVED,
            "AllBlocksCleared", BlockEventType.ALL_BLOCKS_CLEARED);

    private BlockEvents() {}

    /** The name of the event's type; empty if the value has neither shape. */
    static Optional<String> tag(Object event) {
        Object tag = event instanceof Map<?, ?> map
                ? map.get(TAG)
                : event instanceof List<?> list && !list.isEmpty() ? list.get(0) : null;
        return tag instanceof String name ? Optional.of(name) : Optional.empty();
    }

    static boolean knows(String tag) {
        return TYPES.containsKey(tag);
    }

    /** The event; its place in the stream is still to be set. */
    static BlockEvent.Builder read(String tag, Object event) throws MalformedBatchException {
        Fields fields = new Fields(tag, byName(tag, event));
        BlockEvent.Builder made = BlockEvent.newBuilder()
                .setType(TYPES.get(tag))
                .setMedium(fields.text("medium"))
                .setGroupIdx(fields.integer("group_idx"));
        if (TYPES.get(tag) == BlockEventType.ALL_BLOCKS_CLEARED) {
            return made;
        }
        made.setBlockHashes(fields.hashes());
        if (TYPES.get(tag) == BlockEventType.BLOCK_STORED) {
            made.setParentBlockHash(fields.hash("parent_block_hash"))
                    .setTokenIds(fields.integers("token_ids"))
                    .setBlockSize(fields.integer("block_size"))
                    .setLoraId(fields.number("lora_id"))
                    .setLoraName(fields.text("lora_name"));
        }
        return made;
    }

    private static Map<String, Object> byName(String tag, Object event) {
        Map<String, Object> named = new HashMap<>();
        if (event instanceof Map<?, ?> map) {
            map.forEach((name, value) -> named.put((String) name, value));
        } else if (event instanceof List<?> list) {
            List<String> places = PLACES.get(tag);
            for (int i = 0; i < Math.min(places.size(), list.size() - 1); i++) {
                named.put(places.get(i), list.get(i + 1));
            }
        }
        named.values().removeIf(MsgPack.Nil.NIL::equals);
        return named;
    }

    /** An event's fields; what is absent is null, as the generated builder takes it. */
    private record Fields(String tag, Map<String, Object> named) {
        String text(String name) throws MalformedBatchException {
            return get(String.class, name);
        }

        Long number(String name) throws MalformedBatchException {
            return get(Long.class, name);
        }

        Integer integer(String name) throws MalformedBatchException {
            Long number = number(name);
            return number == null ? null : narrow(name, number);
        }

        String hash(String name) throws MalformedBatchException {
            Object hash = named.get(name);
            return hash == null ? null : hash(name, hash);
        }

        List<String> hashes() throws MalformedBatchException {
            List<String> hashes = new ArrayList<>();
            for (Object each : list("block_hashes")) {
                hashes.add(hash("block_hashes", each));
            }
            return hashes;
        }

        List<Integer> integers(String name) throws MalformedBatchException {
            List<Integer> integers = new ArrayList<>();
            for (Object each : list(name)) {
                if (!(each instanceof Long number)) {
                    throw wrong(name, each);
                }
                integers.add(narrow(name, number));
            }
            return integers;
        }

        private List<?> list(String name) throws MalformedBatchException {
            List<?> list = get(List.class, name);
            if (list == null) {
                throw new MalformedBatchException(tag + "." + name + " is missing");
            }
            return list;
        }

        private int narrow(String name, long number) throws MalformedBatchException {
            if (number != (int) number) {
                throw wrong(name, number);
            }
            return (int) number;
        }

        private String hash(String name, Object hash) throws MalformedBatchException {
            if (hash instanceof byte[] bytes) {
                return "0x" + HexFormat.of().formatHex(bytes);
            }
            if (hash instanceof Number && !(hash instanceof Double)) {
                return hash.toString();
            }
            throw wrong(name, hash);
        }

        private <T> T get(Class<T> type, String name) throws MalformedBatchException {
            Object value = named.get(name);
            if (value != null && !type.isInstance(value)) {
                throw wrong(name, value);
            }
            return type.cast(value);
        }

        private MalformedBatchException wrong(String name, Object value) {
            return new MalformedBatchException(tag + "." + name + " cannot be " + value);
        }
    }
}
