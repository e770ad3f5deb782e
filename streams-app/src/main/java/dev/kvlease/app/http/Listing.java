package dev.kvlease.app.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kvlease.app.query.StreamAccess;
import dev.kvlease.app.query.UnavailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.kafka.streams.state.HostInfo;

/**
 * Makes one page of a list that all instances have a part of: the first of what each has, in one order. Either every
 * partition is in it, or it is said that it cannot be had now.
 */
final class Listing {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PARTITIONS = "partitions";
    private static final String NEXT = "next";

    private final StreamAccess stream;
    private final Peers peers;

    Listing(StreamAccess stream, Peers peers) {
        this.stream = stream;
        this.peers = peers;
    }

    /**
     * A list.
     *
     * @param field the field that has the items
     * @param order the order of items
     * @param cursor where a page after an item begins
     * @param here the first items of one partition of this instance
     */
    record Spec(
            String field,
            Comparator<JsonNode> order,
            Function<JsonNode, String> cursor,
            Function<Integer, List<byte[]>> here) {}

    Answer page(Spec spec, Page page, URI address, boolean passedOn) {
        Set<Integer> covered = new TreeSet<>();
        List<JsonNode> items = new ArrayList<>();
        for (int partition : stream.partitionsHere()) {
            spec.here().apply(partition).forEach(item -> items.add(read(item)));
            covered.add(partition);
        }
        if (!passedOn) {
            stream.others().forEach(other -> add(other, spec, address, covered, items));
            checkAll(covered);
        }
        items.sort(spec.order());
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode list = answer.putArray(spec.field());
        items.stream().limit(page.limit()).forEach(list::add);
        if (items.size() >= page.limit()) {
            answer.put(NEXT, spec.cursor().apply(items.get(page.limit() - 1)));
        }
        covered.forEach(answer.withArray(PARTITIONS)::add);
        return Answer.ok(bytes(answer));
    }

    private void add(HostInfo other, Spec spec, URI address, Set<Integer> covered, List<JsonNode> items) {
        Answer theirs = peers.ask(other, address);
        JsonNode read = read(theirs.body());
        if (theirs.status() != 200) {
            throw new UnavailableException(read.path("error").asText("another instance cannot answer"));
        }
        read.path(spec.field()).forEach(items::add);
        for (JsonNode partition : read.path(PARTITIONS)) {
            if (!covered.add(partition.asInt())) {
                throw new UnavailableException("partition " + partition + " is being moved between instances");
            }
        }
    }

    private void checkAll(Set<Integer> covered) {
        for (int partition = 0; partition < stream.fixed().inputPartitions(); partition++) {
            if (!covered.contains(partition)) {
                throw new UnavailableException("no instance has partition " + partition + " at this moment");
            }
        }
    }

    private static JsonNode read(byte[] json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new UnavailableException("another instance gave an answer that is no JSON");
        }
    }

    private static byte[] bytes(JsonNode json) {
        try {
            return JSON.writeValueAsBytes(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
