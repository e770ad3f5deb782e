package dev.kvlease.app.eventfile;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.verdict.ReadIntent;
import java.io.IOException;
import java.util.Optional;

final class ReadIntentDraft implements Draft {
    private static final int[][] ALL_BLOCKS = {};

    private String reader;
    private String readerLife;
    private String holder;
    private String holderLife;
    private boolean holderLifeNamed;
    private String requestId;
    private String readRequestId;
    private int[][] blockIds;
    private long numLocalBlocks;
    private long nowNs;
    private long expiryNs;

    @Override
    public void clear() {
        reader = "";
        readerLife = "";
        holder = "";
        holderLife = "";
        holderLifeNamed = false;
        requestId = "";
        readRequestId = "";
        blockIds = ALL_BLOCKS;
        numLocalBlocks = -1;
        nowNs = Absent.LONG;
        expiryNs = Absent.LONG;
    }

    @Override
    public void field(String name, ValueReader in) throws IOException, MalformedLineException {
        switch (name) {
            case FieldNames.READER -> reader = in.text(name);
            case FieldNames.READER_LIFE -> readerLife = in.text(name);
            case FieldNames.HOLDER -> holder = in.text(name);
            case FieldNames.HOLDER_LIFE -> {
                holderLife = in.text(name);
                holderLifeNamed = in.isText();
            }
            case FieldNames.REQUEST -> requestId = in.rareText(name);
            case FieldNames.READ_REQUEST -> readRequestId = in.rareText(name);
            case FieldNames.BLOCK_IDS -> {
                int[][] named = in.listOfLists(name);
                blockIds = named == null ? ALL_BLOCKS : named;
            }
            case FieldNames.NUM_LOCAL_BLOCKS -> numLocalBlocks = in.required(name);
            case FieldNames.NOW -> nowNs = in.number(name);
            case FieldNames.EXPIRY -> expiryNs = in.number(name);
            default -> in.skip();
        }
    }

    @Override
    public void deliver(EventHandler handler, Origin at) {
        ReadIntent intent = new ReadIntent(
                reader,
                readerLife,
                holder,
                holderLifeNamed ? Optional.of(holderLife) : Optional.empty(),
                requestId,
                readRequestId,
                blockIds,
                numLocalBlocks,
                nowNs,
                expiryNs);
        handler.readIntent(intent, at);
    }
}
