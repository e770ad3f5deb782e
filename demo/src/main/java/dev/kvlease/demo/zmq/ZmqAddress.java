package dev.kvlease.demo.zmq;

import dev.kvlease.app.platform.LoopbackPorts;
import java.util.List;

/**
 * Where somebody publishes, and where what was missed can be asked for.
 *
 * @param events address of the PUB socket
 * @param replay address of the ROUTER socket
 */
record ZmqAddress(String events, String replay) {
    /** Two free ports on the loopback interface. */
    static ZmqAddress free() {
        List<Integer> ports = LoopbackPorts.free(2);
        return new ZmqAddress(tcp(ports.get(0)), tcp(ports.get(1)));
    }

    private static String tcp(int port) {
        return "tcp://" + LoopbackPorts.HOST + ":" + port;
    }
}
