package dev.kvlease.app.eventfile;

import dev.kvlease.core.clock.HandshakeSample;
import java.io.IOException;

final class HandshakeSampleDraft implements Draft {
    private String reader;
    private String readerLife;
    private String holder;
    private String holderLife;
    private int rank;
    private long sentNs;
    private long remoteNs;
    private long receivedNs;

    @Override
    public void clear() {
        reader = "";
        readerLife = "";
        holder = "";
        holderLife = "";
        rank = 0;
        sentNs = -1;
        remoteNs = -1;
        receivedNs = -1;
    }

    @Override
    public void field(String name, ValueReader in) throws IOException, MalformedLineException {
        switch (name) {
            case FieldNames.READER -> reader = in.text(name);
            case FieldNames.READER_LIFE -> readerLife = in.text(name);
            case FieldNames.HOLDER -> holder = in.text(name);
            case FieldNames.HOLDER_LIFE -> holderLife = in.text(name);
            case FieldNames.RANK -> rank = in.smallNumber(name);
            case FieldNames.SENT -> sentNs = in.required(name);
            case FieldNames.REMOTE -> remoteNs = in.required(name);
            case FieldNames.RECEIVED -> receivedNs = in.required(name);
            default -> in.skip();
        }
    }

    @Override
    public void deliver(EventHandler handler, Origin at) {
        handler.handshakeSample(
                new HandshakeSample(reader, readerLife, holder, holderLife, rank, sentNs, remoteNs, receivedNs), at);
    }
}
