package dev.kvlease.demo;

/** How the engines of a demo reach the platform. */
public enum EngineKind {
    /** Each has a Kafka client. */
    KAFKA,
    /** They publish over ZeroMQ, as vLLM does, and Kafka Connect follows them. */
    ZMQ
}
