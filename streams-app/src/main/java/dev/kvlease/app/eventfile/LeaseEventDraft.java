package dev.kvlease.app.eventfile;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import java.io.IOException;
import java.util.Optional;

final class LeaseEventDraft implements Draft {
    private static final int[] NOTHING_SHARED = {};

    private LeaseEventType type;
    private String holder;
    private String life;
    private long seq;
    private long clockNs;
    private String requestId;
    private int[][] blockIds;
    private int[] sharedPrefixBlocks;
    private long expiryNs;
    private long maxReads;
    private long numTokens;
    private long numBlocks;
    private String reason;

    @Override
    public void clear() {
        type = LeaseEventType.UNKNOWN;
        holder = "";
        life = "";
        seq = -1;
        clockNs = -1;
        requestId = "";
        blockIds = null;
        sharedPrefixBlocks = NOTHING_SHARED;
        expiryNs = Absent.LONG;
        maxReads = Absent.LONG;
        numTokens = Absent.LONG;
        numBlocks = Absent.LONG;
        reason = "";
    }

    @Override
    public void field(String name, ValueReader in) throws IOException, MalformedLineException {
        switch (name) {
            case FieldNames.TYPE -> type = EnumSymbols.leaseEventType(in.text(name));
            case FieldNames.HOLDER -> holder = in.text(name);
            case FieldNames.HOLDER_LIFE -> life = in.text(name);
            case FieldNames.SEQ -> seq = in.required(name);
            case FieldNames.ENGINE_CLOCK -> clockNs = in.required(name);
            case FieldNames.REQUEST -> requestId = in.rareText(name);
            case FieldNames.BLOCK_IDS -> blockIds = in.listOfLists(name);
            case FieldNames.SHARED_PREFIX_BLOCKS -> sharedPrefixBlocks = in.list(name);
            case FieldNames.EXPIRY -> expiryNs = in.number(name);
            case FieldNames.MAX_READS -> maxReads = in.number(name);
            case FieldNames.NUM_TOKENS -> numTokens = in.number(name);
            case FieldNames.NUM_BLOCKS -> numBlocks = in.number(name);
            case FieldNames.REASON -> reason = in.text(name);
            default -> in.skip();
        }
    }

    @Override
    public void deliver(EventHandler handler, Origin at) {
        LeaseEvent event = new LeaseEvent(
                type,
                holder,
                life,
                seq,
                clockNs,
                requestId,
                Optional.ofNullable(blockIds),
                sharedPrefixBlocks,
                expiryNs,
                maxReads,
                numTokens,
                numBlocks,
                reason);
        handler.leaseEvent(event, at);
    }
}
