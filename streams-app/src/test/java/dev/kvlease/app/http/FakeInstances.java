package dev.kvlease.app.http;

import dev.kvlease.app.query.UnavailableException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.streams.state.HostInfo;

/** Instances that say one numbered thing each time they are asked. */
final class FakeInstances implements Instances {
    final List<HostInfo> others = new CopyOnWriteArrayList<>();
    final Map<HostInfo, String> silent = new ConcurrentHashMap<>();
    final AtomicInteger asked = new AtomicInteger();
    volatile String padding = "";
    private final Map<String, AtomicInteger> said = new ConcurrentHashMap<>();

    @Override
    public byte[] own(String cursor) {
        return say("me:1", cursor);
    }

    @Override
    public List<HostInfo> others() {
        return others;
    }

    @Override
    public Answer ask(HostInfo other, URI question) {
        asked.incrementAndGet();
        if (silent.containsKey(other)) {
            throw new UnavailableException(silent.get(other));
        }
        String after = Address.of(question).query().get(Page.AFTER);
        return Answer.ok(say(other.host() + ":" + other.port(), after));
    }

    /** From the cursor on, as an instance does: a new one each time, all of them for who begins. */
    private byte[] say(String address, String cursor) {
        int end = said.computeIfAbsent(address, first -> new AtomicInteger()).incrementAndGet();
        int from = cursor.isEmpty() ? 0 : Integer.parseInt(cursor);
        StringBuilder verdicts = new StringBuilder();
        for (int i = from; i < end; i++) {
            verdicts.append(i > from ? "," : "")
                    .append("\"")
                    .append(address + "#" + i)
                    .append("\"");
        }
        String json = """
                {"address": "%s", "state": "RUNNING", "input_partitions": 2, "partitions": [0], "next": "%d", "missed_verdicts": 0,
                 "seconds": [{"at_ms": 5000, "counts": [{"told": "READABLE", "reason": "WITHIN_LEASE", "count": %d}]}],
                 "verdicts": [%s], "violations": ["%s"]}""".formatted(address, end, end - from, verdicts, padding);
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
