package dev.kvlease.torture.fuzz;

import static dev.kvlease.torture.fuzz.Finding.require;

import dev.kvlease.app.config.HttpSettings;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.feed.Feed;
import dev.kvlease.app.http.LeaseServer;
import dev.kvlease.app.lookup.CaseLookup;
import dev.kvlease.app.query.StreamAccess;
import dev.kvlease.core.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What comes over a connection to the application's HTTP port: any bytes, mostly nearly a request. */
final class HttpTarget implements Target {
    static final String NAME = "http";

    private static final int PATIENCE_MS = 15_000;
    /** There is no cluster behind it. */
    private static final Duration SILENCE = Duration.ofMillis(20);

    private static final int CASES_BETWEEN_PROBES = 50;
    private static final String GOOD = "GET /holders?limit=3 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

    private final FuzzedStream stream = new FuzzedStream();
    private final LeaseServer server;
    private final int port;
    private int cases;

    HttpTarget() {
        try {
            server = LeaseServer.bind(new HttpSettings("127.0.0.1", 0, Optional.empty()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        port = Integer.parseInt(server.address().substring(server.address().lastIndexOf(':') + 1));
        KvleaseConfig config = stream.config();
        StreamAccess access = stream.access(Settings.DEFAULT);
        server.serve(
                access,
                new Feed(),
                new CaseLookup(config, 1, Clock.systemUTC(), new CaseLookup.Limits(10, SILENCE, SILENCE)));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int share() {
        return 1;
    }

    @Override
    public List<byte[]> seeds(long seed) {
        List<String> paths = new ArrayList<>(List.of(
                "/",
                "/health/live",
                "/health/ready",
                "/metrics",
                "/topology",
                "/holders",
                "/holders?limit=2&after=decode-0",
                "/clocks?limit=1&after=decode-0%7Cprefill-0",
                "/leases/nobody",
                "/feed?after=0",
                "/requests/nobody",
                "/explain/a/b?minutes=0",
                "/verdicts/a/b/c",
                "/no/such/path"));
        for (String holder : stream.holders()) {
            paths.add("/leases/" + holder + "?limit=5");
        }
        stream.requests().forEach(request -> {
            paths.add("/leases/" + request.holder() + "/" + request.request());
            paths.add("/requests/" + request.request() + "?limit=500");
            paths.add("/verdicts/" + request.reader() + "/" + request.holder() + "/" + request.request());
        });
        List<String> requests = new ArrayList<>();
        for (String path : paths) {
            requests.add("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n");
        }
        requests.add("HEAD /metrics HTTP/1.0\r\n\r\n");
        requests.add("POST /holders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc");
        requests.add(
                "PUT /holders HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n");
        requests.add(String.join(
                "\r\n",
                "GET /metrics HTTP/1.1",
                "Host: 127.0.0.1:80",
                "Accept: application/openmetrics-text",
                "Authorization: Bearer x",
                "Sec-Fetch-Site: cross-site",
                "",
                ""));
        requests.add("OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n");
        requests.add("GET http://localhost/holders HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n\r\n");
        return Seeds.utf8(requests);
    }

    @Override
    public List<byte[]> words() {
        return Seeds.utf8(List.of(
                "GET ",
                "HEAD ",
                "DELETE ",
                "TRACE ",
                " HTTP/1.1\r\n",
                " HTTP/9.9\r\n",
                "\r\n\r\n",
                "\r\n",
                "Host: ",
                "limit=",
                "after=",
                "minutes=",
                "%2F",
                "%00",
                "%C3%28",
                "%u0041",
                "..",
                "//",
                "/leases/",
                "/verdicts/",
                "/holders",
                "+",
                "Content-Length: -1\r\n",
                "Content-Length: 99999999999999999999\r\n",
                "Transfer-Encoding: chunked\r\n",
                "ffffffffffffffff\r\n",
                "Expect: 100-continue\r\n",
                "Connection: keep-alive\r\n",
                "mailto:x",
                "http://[::1]:x/",
                "Accept: ;q=,;=\r\n",
                "a%7Cb"));
    }

    @Override
    public String take(byte[] input) throws IOException {
        if (++cases % CASES_BETWEEN_PROBES == 0) {
            require(ask(Seeds.utf8(GOOD)).startsWith("HTTP/1.1 200 "), "a good request is answered after bad ones");
        }
        String answer = ask(input);
        String status = answer.lines().findFirst().orElse("no answer");
        require(!answer.contains("kvlease failed on this request"), "no request is an internal error");
        return status
                + (answer.contains("\"error\"") ? " " + Shapes.of(answer.substring(answer.indexOf("\"error\""))) : "");
    }

    /** The beginning of the answer; it is enough to know what became of the request. */
    private String ask(byte[] request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MS);
            socket.getOutputStream().write(request);
            socket.shutdownOutput();
            InputStream in = socket.getInputStream();
            byte[] start = in.readNBytes(1);
            if (start.length == 0) {
                return "";
            }
            byte[] rest = new byte[2_047];
            int length = Math.max(0, in.read(rest));
            return new String(start, StandardCharsets.ISO_8859_1)
                    + new String(rest, 0, length, StandardCharsets.ISO_8859_1);
        } catch (SocketTimeoutException e) {
            throw new Finding.Broken("neither an answer nor an end after " + PATIENCE_MS + " ms");
        } catch (SocketException e) {
            return "reset";
        }
    }

    @Override
    public void close() {
        server.close();
        stream.close();
    }
}
