package dev.kvlease.app.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.kvlease.app.feed.Feed;
import dev.kvlease.app.lookup.CaseLookup;
import dev.kvlease.app.metrics.PrometheusPage;
import dev.kvlease.app.query.StreamAccess;
import dev.kvlease.app.query.UnavailableException;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.common.Ids;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.HostInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Between HTTP and the answers: who may ask, what is asked, and what becomes of failures. */
final class Front implements HttpHandler, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Front.class);
    private static final String RETRY_AFTER_S = "1";

    private final StreamAccess stream;
    private final BearerToken token;
    private final Callers callers;
    private final StateQueries queries;
    private final PrometheusPage metrics = new PrometheusPage();
    private final ConsolePage console = new ConsolePage();
    private final Cases cases;
    private final OwnFeed own;
    private final FleetFeed fleet;
    private final EventStreams events;

    Front(StreamAccess stream, Feed feed, CaseLookup lookup, Optional<String> secret, Callers callers) {
        this.stream = stream;
        this.token = new BearerToken(secret);
        this.callers = callers;
        Peers peers = new Peers(secret);
        this.queries = new StateQueries(stream, peers);
        this.cases = new Cases(lookup);
        this.own = new OwnFeed(stream, feed);
        this.fleet = new FleetFeed(new Followed(own, stream, peers), feed, Clock.systemUTC());
        this.events = new EventStreams(fleet, EventStreams.Limits.DEFAULT);
        fleet.start(FleetFeed.EVERY, events::cutOffThoseThatDoNotTake);
    }

    /** The instances of a stream. */
    private record Followed(OwnFeed feed, StreamAccess stream, Peers peers) implements Instances {
        @Override
        public byte[] own(String cursor) {
            return feed.since(cursor);
        }

        @Override
        public List<HostInfo> others() {
            return stream.others();
        }

        @Override
        public Answer ask(HostInfo other, URI question) {
            return peers.ask(other, question);
        }
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        boolean staysOpen = false;
        try {
            Optional<Answer> answer = respond(exchange);
            staysOpen = answer.isEmpty();
            if (answer.isPresent()) {
                send(exchange, answer.get());
            }
        } finally {
            if (!staysOpen) {
                exchange.close();
            }
        }
    }

    /** The answer, or nothing if events are sent from now on. */
    private Optional<Answer> respond(HttpExchange exchange) throws IOException {
        try {
            return answer(exchange);
        } catch (HttpError e) {
            return Optional.of(failure(e.status(), e.getMessage()));
        } catch (UnavailableException e) {
            return Optional.of(failure(HttpError.UNAVAILABLE, e.getMessage()));
        } catch (InvalidStateStoreException e) {
            return Optional.of(failure(HttpError.UNAVAILABLE, "the state is being moved between instances"));
        } catch (RuntimeException e) {
            LOG.error(
                    "{} {} failed",
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getPath(),
                    e);
            return Optional.of(failure(HttpError.INTERNAL, "kvlease failed on this request; its log says how"));
        }
    }

    private static Answer failure(int status, String reason) {
        return new Answer(status, Answer.JSON, Json.error(reason));
    }

    private Optional<Answer> answer(HttpExchange exchange) throws IOException {
        Address address = addressOf(exchange);
        Route route = Route.find(address.segments())
                .orElseThrow(() ->
                        new HttpError(HttpError.NOT_FOUND, "there is no such path; docs/openapi.json lists them"));
        callers.check(route, exchange.getRequestHeaders());
        if (route.needsToken() && !token.admits(header(exchange, "Authorization"))) {
            throw new HttpError(HttpError.UNAUTHORIZED, "the bearer token is missing or wrong");
        }
        String method = exchange.getRequestMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            throw new HttpError(HttpError.METHOD_NOT_ALLOWED, "only GET and HEAD: nothing can be changed here");
        }
        StateQueries.Asked asked = new StateQueries.Asked(
                exchange.getRequestURI(), header(exchange, Peers.PASSED_ON).isPresent());
        if (route == Route.EVENTS && method.equals("GET")) {
            events.serve(exchange);
            return Optional.empty();
        }
        return Optional.of(answer(exchange, route, address, asked));
    }

    private Answer answer(HttpExchange exchange, Route route, Address address, StateQueries.Asked asked)
            throws IOException {
        List<String> ids = route.parameters(address.segments());
        if (!ids.stream().allMatch(Ids::isValid)) {
            throw new HttpError(
                    HttpError.BAD_REQUEST,
                    "an id has 1 to " + Constants.MAX_ID_BYTES + " bytes of UTF-8 and no control characters");
        }
        return switch (route) {
            case CONSOLE -> console.answer();
            case EVENTS -> new Answer(200, EventStreams.TYPE, new byte[0]);
            case FEED -> Answer.ok(own.since(address.query().getOrDefault(Page.AFTER, "")));
            case REQUESTS -> queries.requests(ids.get(0), Page.of(address.query()), asked);
            case EXPLAIN -> cases.explain(ids.get(0), ids.get(1), address.query());
            case LIVE -> live();
            case READY -> ready();
            case METRICS -> metrics(header(exchange, "Accept"));
            case TOPOLOGY -> topology();
            case HOLDERS -> queries.holders(Page.of(address.query()), asked);
            case CLOCKS -> queries.clocks(Page.of(address.query()), asked);
            case HOLDER_LEASES -> queries.leases(ids.get(0), Page.of(address.query()), asked);
            case LEASES -> queries.leases(ids.get(0), ids.get(1), asked);
            case VERDICTS -> queries.verdicts(ids.get(0), ids.get(1), ids.get(2), asked);
        };
    }

    private static Address addressOf(HttpExchange exchange) {
        try {
            return Address.of(exchange.getRequestURI());
        } catch (IllegalArgumentException e) {
            throw new HttpError(HttpError.BAD_REQUEST, "the address is not encoded properly");
        }
    }

    private static Optional<String> header(HttpExchange exchange, String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
    }

    private Answer live() {
        boolean live = !stream.isOver();
        byte[] body = Json.object(out -> {
            out.flag("live", live);
            out.symbol("state", stream.state());
        });
        return new Answer(live ? 200 : HttpError.UNAVAILABLE, Answer.JSON, body);
    }

    private Answer ready() {
        Optional<String> reason = stream.whyNotReady();
        byte[] body = Json.object(out -> {
            out.flag("ready", reason.isEmpty());
            out.symbol("state", stream.state());
            out.text("reason", reason.orElse(""));
        });
        return new Answer(reason.isEmpty() ? 200 : HttpError.UNAVAILABLE, Answer.JSON, body);
    }

    private Answer metrics(Optional<String> accept) throws IOException {
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        metrics.write(accept, stream.metrics(), stream.points(), page);
        return new Answer(200, metrics.contentType(accept), page.toByteArray());
    }

    private Answer topology() {
        StreamAccess.Fixed fixed = stream.fixed();
        return Answer.ok(Json.object(out -> {
            out.text("application_id", fixed.applicationId());
            out.symbol("state", stream.state());
            out.text(
                    "application_server",
                    fixed.self().host() + ":" + fixed.self().port());
            out.number("input_partitions", fixed.inputPartitions());
            out.list(
                    "partitions",
                    stream.partitionsHere().stream().mapToInt(Integer::intValue).toArray());
            out.text("topology", fixed.topology());
        }));
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        Headers headers = exchange.getResponseHeaders();
        answer.headers().forEach(headers::set);
        headers.set("Content-Type", answer.contentType());
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        if (answer.status() == HttpError.UNAVAILABLE) {
            headers.set("Retry-After", RETRY_AFTER_S);
        }
        if (answer.status() == HttpError.UNAUTHORIZED) {
            headers.set("WWW-Authenticate", "Bearer");
        }
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(answer.status(), -1);
            return;
        }
        exchange.sendResponseHeaders(answer.status(), answer.body().length);
        exchange.getResponseBody().write(answer.body());
    }

    @Override
    public void close() {
        events.close();
        fleet.close();
    }
}
