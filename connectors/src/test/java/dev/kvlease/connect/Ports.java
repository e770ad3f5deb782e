package dev.kvlease.connect;

import java.io.IOException;
import java.net.ServerSocket;

/** Ports that nobody has. */
final class Ports {
    private Ports() {}

    static int free() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
