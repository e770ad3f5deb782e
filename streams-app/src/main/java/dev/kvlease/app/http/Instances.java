package dev.kvlease.app.http;

import java.net.URI;
import java.util.List;
import org.apache.kafka.streams.state.HostInfo;

/** The instances whose words are followed. */
interface Instances {
    /** What this one has said since a cursor: the answer of {@link Route#FEED}. */
    byte[] own(String cursor);

    /** The others; throws {@link dev.kvlease.app.query.UnavailableException} if they are not known. */
    List<HostInfo> others();

    /** Asks another one; throws {@link dev.kvlease.app.query.UnavailableException} if it does not answer. */
    Answer ask(HostInfo other, URI question);
}
