package dev.kvlease.app.platform;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds free TCP ports on the loopback interface.
 *
 * <p>They are taken from below the range from which operating systems serve outgoing connections, so that a port stays free while
 * its broker is down and can be had again at a restart.
 */
public final class LoopbackPorts {
    /** The address that everything of the embedded platform binds to. */
    public static final String HOST = "127.0.0.1";

    private static final int FIRST = 15_000;
    private static final int END = 32_000;
    private static final int ATTEMPTS = 1_000;

    private LoopbackPorts() {}

    /**
     * Different ports that were free a moment ago.
     *
     * @param count how many
     * @return the ports
     * @throws PlatformException if there are not as many
     */
    public static List<Integer> free(int count) {
        List<Integer> ports = new ArrayList<>(count);
        for (int attempt = 0; attempt < ATTEMPTS && ports.size() < count; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            if (!ports.contains(port) && isFree(port)) {
                ports.add(port);
            }
        }
        if (ports.size() < count) {
            throw new PlatformException("no free port on " + HOST + " between " + FIRST + " and " + END);
        }
        return List.copyOf(ports);
    }

    /**
     * Whether a server can listen on the port now.
     *
     * @param port the port
     * @return true if it can
     */
    static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(address(port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    /**
     * A port on the loopback interface.
     *
     * @param port the port; 0 lets the system choose
     * @return what a server binds to
     */
    static InetSocketAddress address(int port) {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
        } catch (UnknownHostException impossible) {
            throw new AssertionError("four bytes are an address", impossible);
        }
    }
}
