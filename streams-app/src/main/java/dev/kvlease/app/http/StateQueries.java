package dev.kvlease.app.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kvlease.app.eventfile.FieldNames;
import dev.kvlease.app.query.Owner;
import dev.kvlease.app.query.StreamAccess;
import dev.kvlease.app.topology.StoredHolders;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.CompositeKey;
import dev.kvlease.core.view.HolderFacts;
import dev.kvlease.core.view.LeaseFacts;
import dev.kvlease.core.view.ReadFacts;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Answers questions about the state: here, or by the instance that has the holder. */
final class StateQueries {
    private static final Comparator<String> STORE_ORDER = Comparator.<String>comparingInt(id -> utf8(id).length)
            .thenComparing(StateQueries::utf8, Arrays::compareUnsigned);

    private final StreamAccess stream;
    private final Peers peers;
    private final Listing listing;

    StateQueries(StreamAccess stream, Peers peers) {
        this.stream = stream;
        this.peers = peers;
        this.listing = new Listing(stream, peers);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * A question.
     *
     * @param address as it came
     * @param passedOn whether another instance passes it on
     */
    record Asked(URI address, boolean passedOn) {}

    Answer holders(Page page, Asked asked) {
        Listing.Spec spec = new Listing.Spec(
                "holders",
                Comparator.comparing(item -> text(item, FieldNames.HOLDER), STORE_ORDER),
                item -> text(item, FieldNames.HOLDER),
                partition -> holders(stream.holdersOf(partition), page));
        return listing.page(spec, page, asked.address(), asked.passedOn());
    }

    private static List<byte[]> holders(StoredHolders stored, Page page) {
        List<byte[]> found = new ArrayList<>();
        for (String holder : stored.holders(page.after(), page.limit())) {
            stored.holder(holder).ifPresent(facts -> found.add(Json.object(out -> Json.holder(facts, out))));
        }
        return found;
    }

    Answer clocks(Page page, Asked asked) {
        Comparator<JsonNode> byHolder = Comparator.comparing(item -> text(item, FieldNames.HOLDER), STORE_ORDER);
        Listing.Spec spec = new Listing.Spec(
                "clocks",
                byHolder.thenComparing(item -> text(item, FieldNames.READER), STORE_ORDER),
                item -> CompositeKey.join(text(item, FieldNames.HOLDER), text(item, FieldNames.READER)),
                partition -> clocks(stream.holdersOf(partition), page));
        return listing.page(spec, page, asked.address(), asked.passedOn());
    }

    /** The pairs behind a cursor: of its holder those behind its reader, then those of the holders that follow. */
    private static List<byte[]> clocks(StoredHolders stored, Page page) {
        Optional<PairCursor> after = page.after().map(PairCursor::of);
        List<ClockOffset> found = new ArrayList<>();
        after.ifPresent(cursor -> stored.clocks(cursor.holder()).stream()
                .filter(clock -> STORE_ORDER.compare(clock.reader(), cursor.reader()) > 0)
                .forEach(found::add));
        Optional<String> holder = after.map(PairCursor::holder);
        List<String> next = stored.holders(holder, 1);
        while (found.size() < page.limit() && !next.isEmpty()) {
            found.addAll(stored.clocks(next.get(0)));
            next = stored.holders(Optional.of(next.get(0)), 1);
        }
        return found.stream()
                .limit(page.limit())
                .map(clock -> Json.object(out -> Json.clock(clock, out)))
                .toList();
    }

    /** The holders that remember a request; a page counts holders. */
    Answer requests(String request, Page page, Asked asked) {
        Listing.Spec spec = new Listing.Spec(
                "requests",
                Comparator.comparing(item -> text(item, FieldNames.HOLDER), STORE_ORDER),
                item -> text(item, FieldNames.HOLDER),
                partition -> requests(stream.holdersOf(partition), request, page));
        return listing.page(spec, page, asked.address(), asked.passedOn());
    }

    private static List<byte[]> requests(StoredHolders stored, String request, Page page) {
        List<byte[]> found = new ArrayList<>();
        List<String> next = stored.holders(page.after(), Page.MAX_LIMIT);
        while (!next.isEmpty() && found.size() < page.limit()) {
            next.stream()
                    .filter(holder -> stored.remembers(holder, request))
                    .forEach(holder -> found.add(Json.object(out -> {
                        out.text(FieldNames.HOLDER, holder);
                        Json.leases(stored.leases(holder, request), out);
                    })));
            next = stored.holders(Optional.of(next.get(next.size() - 1)), Page.MAX_LIMIT);
        }
        return found.stream().limit(page.limit()).toList();
    }

    Answer leases(String holder, Page page, Asked asked) {
        return byOwner(holder, asked, stored -> {
            HolderFacts facts = known(stored, holder);
            List<String> requests = stored.requests(holder, page.after(), page.limit());
            List<LeaseFacts> leases = new ArrayList<>();
            requests.forEach(request -> leases.addAll(stored.leases(holder, request)));
            return Json.object(out -> {
                Json.holder(facts, out);
                Json.leases(leases, out);
                if (requests.size() == page.limit()) {
                    out.text("next", requests.get(requests.size() - 1));
                }
            });
        });
    }

    Answer leases(String holder, String request, Asked asked) {
        return byOwner(holder, asked, stored -> {
            HolderFacts facts = known(stored, holder);
            List<LeaseFacts> leases = stored.leases(holder, request);
            if (leases.isEmpty()) {
                throw new HttpError(HttpError.NOT_FOUND, "no lease of this request is remembered");
            }
            return Json.object(out -> {
                Json.holder(facts, out);
                Json.leases(leases, out);
            });
        });
    }

    Answer verdicts(String reader, String holder, String request, Asked asked) {
        return byOwner(holder, asked, stored -> {
            List<ReadFacts> reads = stored.reads(reader, holder, request);
            if (reads.isEmpty()) {
                throw new HttpError(
                        HttpError.NOT_FOUND, "no read of this request is remembered; EXPIRED answers never are");
            }
            return Json.object(out -> {
                out.text(FieldNames.READER, reader);
                out.text(FieldNames.HOLDER, holder);
                out.text(FieldNames.REQUEST, request);
                Json.reads(reads, out);
            });
        });
    }

    private static HolderFacts known(StoredHolders stored, String holder) {
        return stored.holder(holder)
                .orElseThrow(() -> new HttpError(HttpError.NOT_FOUND, "nothing is remembered of this holder"));
    }

    private Answer byOwner(String holder, Asked asked, Function<StoredHolders, byte[]> question) {
        if (asked.passedOn()) {
            return Answer.ok(question.apply(stream.here(holder)));
        }
        Owner owner = stream.ownerOf(holder);
        if (owner instanceof Owner.There there) {
            return peers.ask(there.address(), asked.address());
        }
        return Answer.ok(question.apply(((Owner.Here) owner).holders()));
    }

    private static String text(JsonNode item, String field) {
        return item.path(field).asText();
    }
}
