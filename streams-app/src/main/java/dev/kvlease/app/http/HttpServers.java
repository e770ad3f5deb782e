package dev.kvlease.app.http;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * Makes the servers of this process. The JDK's server reads its settings once in the life of a process, so each server must
 * be made here. Settings that the user gives with {@code -D} stay.
 */
public final class HttpServers {
    /** How long a request may take to arrive, in seconds; the server's own default is for ever, and a thread waits for each. */
    static final int MOST_REQUEST_S = 10;

    private static final String REQUEST_TIME = "sun.net.httpserver.maxReqTime";
    private static final String NO_DELAY = "sun.net.httpserver.nodelay";

    private HttpServers() {}

    /**
     * A server.
     *
     * @param address where to listen
     * @param backlog how many connections may wait to be accepted; 0 for the system's default
     * @return a server that is not started
     * @throws IOException if it cannot listen there
     */
    public static HttpServer create(InetSocketAddress address, int backlog) throws IOException {
        prepare();
        return HttpServer.create(address, backlog);
    }

    /**
     * A server with TLS.
     *
     * @param address where to listen
     * @param backlog how many connections may wait to be accepted; 0 for the system's default
     * @return a server that is not started, yet without a configuration of TLS
     * @throws IOException if it cannot listen there
     */
    public static HttpsServer createWithTls(InetSocketAddress address, int backlog) throws IOException {
        prepare();
        return HttpsServer.create(address, backlog);
    }

    private static void prepare() {
        setUnlessSet(REQUEST_TIME, Integer.toString(MOST_REQUEST_S));
        // without it the server answers small requests on a kept connection 40 ms late
        setUnlessSet(NO_DELAY, "true");
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }
}
