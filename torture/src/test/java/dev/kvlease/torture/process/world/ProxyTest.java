package dev.kvlease.torture.process.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.app.platform.LoopbackPorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProxyTest {
    private static final int SHORTLY_MS = 300;
    private static final int PATIENTLY_MS = 30_000;

    private ServerSocket server;
    private Proxy proxy;
    private int port;

    @BeforeEach
    void start() throws IOException {
        List<Integer> ports = LoopbackPorts.free(2);
        port = ports.get(0);
        server = new ServerSocket(ports.get(1), 8, InetAddress.getLoopbackAddress());
        server.setSoTimeout(PATIENTLY_MS);
        proxy = new Proxy(port, ports.get(1));
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
    }

    private Socket connect() throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), port);
        client.setSoTimeout(PATIENTLY_MS);
        return client;
    }

    @Test
    void whatIsHeldBackIsDeliveredLater() throws IOException {
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            client.getOutputStream().write(1);
            assertThat(accepted.getInputStream().read()).isEqualTo(1);

            proxy.hold();
            client.getOutputStream().write(2);
            accepted.setSoTimeout(SHORTLY_MS);
            assertThatThrownBy(() -> accepted.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);

            proxy.release();
            accepted.setSoTimeout(PATIENTLY_MS);
            assertThat(accepted.getInputStream().read()).isEqualTo(2);
        }
    }

    @Test
    void newConnectionsAreHeldBackToo() throws IOException {
        proxy.hold();
        try (Socket client = connect()) {
            client.getOutputStream().write(7);
            server.setSoTimeout(SHORTLY_MS);
            assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);

            proxy.release();
            server.setSoTimeout(PATIENTLY_MS);
            try (Socket accepted = server.accept()) {
                assertThat(accepted.getInputStream().read()).isEqualTo(7);
            }
        }
    }

    @Test
    void aDeadBrokerIsSeenByItsClients() throws IOException {
        try (Socket client = connect()) {
            server.accept().close();

            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }
}
