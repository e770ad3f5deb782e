package dev.kvlease.app.http;

import dev.kvlease.app.query.UnavailableException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.apache.kafka.streams.state.HostInfo;

/**
 * Asks other instances. No more than a few requests wait for others at once, so that there are always threads for what the
 * others ask here; and a question that another instance has passed on is not passed on again.
 */
final class Peers {
    /** Header of a question that another instance passes on. */
    static final String PASSED_ON = "X-Kvlease-Passed-On";

    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final int AT_ONCE = 4;

    private final Optional<String> token;
    private final Semaphore permits = new Semaphore(AT_ONCE);
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();

    Peers(Optional<String> token) {
        this.token = token;
    }

    /** The answer of another instance, as it is, unless it could not be had. */
    Answer ask(HostInfo instance, URI address) {
        if (!permits.tryAcquire()) {
            throw new UnavailableException("too many questions wait for other instances");
        }
        try {
            HttpResponse<byte[]> response =
                    client.send(request(instance, address), HttpResponse.BodyHandlers.ofByteArray());
            if (response.statusCode() == HttpError.UNAUTHORIZED) {
                throw new UnavailableException("the instance at " + text(instance) + " does not accept the token of"
                        + " this one: give all instances the same");
            }
            return new Answer(
                    response.statusCode(),
                    response.headers().firstValue("Content-Type").orElse(Answer.JSON),
                    response.body());
        } catch (IOException e) {
            throw new UnavailableException("the instance at " + text(instance) + " does not answer: is"
                    + " application.server right, and can it be reached from here?");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("this instance is stopping");
        } finally {
            permits.release();
        }
    }

    /** Whether an address can be put into a URI; one with an underscore in its host cannot. */
    static boolean canBeAsked(HostInfo instance) {
        try {
            return new URI("http://" + text(instance)).getHost() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private HttpRequest request(HostInfo instance, URI address) {
        if (!canBeAsked(instance)) {
            throw new UnavailableException("the instance at " + text(instance) + " cannot be asked: its"
                    + " application.server is no host and port that a URI can have");
        }
        String query = address.getRawQuery() == null ? "" : "?" + address.getRawQuery();
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://" + text(instance) + address.getRawPath() + query))
                .timeout(PATIENCE)
                .header(PASSED_ON, "1");
        token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        return request.build();
    }

    private static String text(HostInfo instance) {
        return (instance.host().contains(":") ? "[" + instance.host() + "]" : instance.host()) + ":" + instance.port();
    }
}
