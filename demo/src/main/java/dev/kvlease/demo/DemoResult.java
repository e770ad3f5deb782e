package dev.kvlease.demo;

import dev.kvlease.app.export.Recording;
import dev.kvlease.demo.proof.Proof;
import dev.kvlease.demo.stats.Snapshot;
import dev.kvlease.demo.stats.ZmqTally;
import java.util.Optional;

/**
 * What a demo has shown.
 *
 * @param proof the ground truth
 * @param seen what was counted on the topics
 * @param restarts holders that came back as another life
 * @param lostEvents lease events that never reached the log
 * @param zmq what went over ZeroMQ, if engines used it
 * @param recording the event file of the run, if one was wanted
 */
public record DemoResult(
        Proof proof,
        Snapshot seen,
        int restarts,
        int lostEvents,
        Optional<ZmqTally> zmq,
        Optional<Recording> recording) {}
