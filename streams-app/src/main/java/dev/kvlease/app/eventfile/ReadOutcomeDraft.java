package dev.kvlease.app.eventfile;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.common.Absent;
import java.io.IOException;

final class ReadOutcomeDraft implements Draft {
    private String reader;
    private String readerLife;
    private String holder;
    private String holderLife;
    private String requestId;
    private String readRequestId;
    private long leaseSeq;
    private ReadStatus status;
    private long startedNs;
    private long finishedNs;

    @Override
    public void clear() {
        reader = "";
        readerLife = "";
        holder = "";
        holderLife = "";
        requestId = "";
        readRequestId = "";
        leaseSeq = Absent.LONG;
        status = ReadStatus.UNKNOWN;
        startedNs = -1;
        finishedNs = -1;
    }

    @Override
    public void field(String name, ValueReader in) throws IOException, MalformedLineException {
        switch (name) {
            case FieldNames.READER -> reader = in.text(name);
            case FieldNames.READER_LIFE -> readerLife = in.text(name);
            case FieldNames.HOLDER -> holder = in.text(name);
            case FieldNames.HOLDER_LIFE -> holderLife = in.text(name);
            case FieldNames.REQUEST -> requestId = in.rareText(name);
            case FieldNames.READ_REQUEST -> readRequestId = in.rareText(name);
            case FieldNames.LEASE_SEQ -> leaseSeq = in.number(name);
            case FieldNames.STATUS -> status = EnumSymbols.readStatus(in.text(name));
            case FieldNames.STARTED -> startedNs = in.required(name);
            case FieldNames.FINISHED -> finishedNs = in.required(name);
            default -> in.skip();
        }
    }

    @Override
    public void deliver(EventHandler handler, Origin at) {
        ReadOutcome outcome = new ReadOutcome(
                reader,
                readerLife,
                holder,
                holderLife,
                requestId,
                readRequestId,
                leaseSeq,
                status,
                startedNs,
                finishedNs);
        handler.readOutcome(outcome, at);
    }
}
