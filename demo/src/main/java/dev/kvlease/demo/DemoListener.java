package dev.kvlease.demo;

import dev.kvlease.demo.stats.Snapshot;

/** Told how a demo goes, in this order, by one thread. */
public interface DemoListener {
    /**
     * Something that takes a while begins.
     *
     * @param what a few words
     */
    void begins(String what);

    /**
     * What began last is done.
     *
     * @param what a few words
     */
    void done(String what);

    /**
     * Engines are followed by a Connect worker; told before {@link #running}.
     *
     * @param workerUrl where the worker answers
     * @param verdictAddress where readers subscribe to their verdicts over ZeroMQ
     */
    default void connected(String workerUrl, String verdictAddress) {}

    /**
     * Everything is up and the fleet begins.
     *
     * @param bootstrapServers where Kafka clients connect
     * @param registryUrl where the schema registry is
     * @param httpUrl where the stream has its console and answers questions
     */
    void running(String bootstrapServers, String registryUrl, String httpUrl);

    /**
     * The fleet runs; told several times a second.
     *
     * @param seen what has been seen so far
     */
    void seen(Snapshot seen);

    /**
     * The fleet has ended, and nothing has been shut down yet.
     *
     * @param result what it has shown
     */
    void ended(DemoResult result);
}
