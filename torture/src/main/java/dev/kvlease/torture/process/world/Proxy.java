package dev.kvlease.torture.process.world;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Stands between clients and a broker. It can slow every packet down, or hold all of them back, new connections too, as a
 * network does that is cut: what waits is delivered when it heals.
 */
final class Proxy implements Closeable {
    private static final int BUFFER = 16 * 1024;

    private final ServerSocket server;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Object change = new Object();
    private volatile long delayMs;
    private volatile boolean held;
    private volatile boolean closed;

    Proxy(int port, int target) {
        this.target = target;
        try {
            this.server = new ServerSocket(port, 64, loopback());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    private static InetAddress loopback() throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    void delay(long ms) {
        delayMs = ms;
    }

    void hold() {
        held = true;
    }

    void release() {
        synchronized (change) {
            held = false;
            change.notifyAll();
        }
    }

    private void accept() {
        while (!closed) {
            try {
                Socket client = server.accept();
                sockets.add(client);
                daemon(() -> connect(client));
            } catch (IOException e) {
                if (!closed) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void connect(Socket client) {
        try {
            awaitOpen();
            Socket broker = new Socket(loopback(), target);
            sockets.add(broker);
            client.setTcpNoDelay(true);
            broker.setTcpNoDelay(true);
            daemon(() -> pump(client, broker));
            pump(broker, client);
        } catch (IOException e) {
            drop(client);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitOpen() throws InterruptedException {
        if (delayMs > 0) {
            TimeUnit.MILLISECONDS.sleep(delayMs);
        }
        synchronized (change) {
            while (held && !closed) {
                change.wait();
            }
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                awaitOpen();
                out.write(buffer, 0, read);
            }
        } catch (IOException e) {
            // one side is gone, and so the other goes
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            drop(from);
            drop(to);
        }
    }

    private void drop(Socket socket) {
        sockets.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            // it is gone either way
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        release();
        server.close();
        sockets.forEach(this::drop);
    }
}
