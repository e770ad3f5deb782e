package dev.kvlease.model;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** The bad records that show without any state. Each check answers the kind of fault, or null. */
final class PlainChecks {
    private static final List<String> TYPES = List.of(
            "ENGINE_STARTED",
            "ENGINE_HEARTBEAT",
            "BLOCKS_ALLOCATED",
            "LEASE_EXTENDED",
            "BLOCKS_RELEASED",
            "BLOCKS_EXPIRED");

    private PlainChecks() {}

    static String fault(PlainRecord record) {
        if (record instanceof PlainRecord.Event event) {
            return event(event);
        }
        if (record instanceof PlainRecord.Sample sample) {
            return sample(sample);
        }
        if (record instanceof PlainRecord.Intent intent) {
            return intent(intent);
        }
        return outcome((PlainRecord.Outcome) record);
    }

    private static String event(PlainRecord.Event e) {
        if (badId(e.life()) || badId(e.holder())) {
            return "id";
        }
        if (!TYPES.contains(e.type())) {
            return "type";
        }
        if (!PlainTime.valid(e.clockNs()) || !PlainTime.valid(e.seq()) || badTime(e.expiryNs())) {
            return "range";
        }
        boolean named = e.request() != null && !e.request().isEmpty();
        if ((e.isOfRequest() && !named) || (named && badId(e.request()))) {
            return "request";
        }
        if ((e.is("BLOCKS_ALLOCATED") && e.blocks() == null) || badBlocks(e.blocks())) {
            return "blocks";
        }
        if (negative(e.numTokens()) || negative(e.numBlocks()) || (e.maxReads() != null && e.maxReads() < 1)) {
            return "count";
        }
        if (e.shared() != null && e.shared().stream().anyMatch(n -> n < 0)) {
            return "count";
        }
        if (e.is("LEASE_EXTENDED") && e.expiryNs() == null) {
            return "expiry";
        }
        return e.is("ENGINE_STARTED") == (e.seq() == 0) ? null : "start";
    }

    private static String sample(PlainRecord.Sample s) {
        if (badId(s.reader()) || badId(s.readerLife()) || badId(s.holder()) || badId(s.holderLife())) {
            return "id";
        }
        if (!PlainTime.valid(s.sentNs()) || !PlainTime.valid(s.remoteNs()) || !PlainTime.valid(s.receivedNs())) {
            return "range";
        }
        return s.rttNs() < 0 || s.rttNs() > PlainTime.MAX_RTT ? "rtt" : null;
    }

    private static String intent(PlainRecord.Intent i) {
        if (badId(i.reader()) || badId(i.readerLife()) || badId(i.holder()) || badId(i.request()) || badId(i.read())) {
            return "id";
        }
        if (i.holderLife() != null && badId(i.holderLife())) {
            return "id";
        }
        if (badTime(i.nowNs()) || badTime(i.expiryNs())) {
            return "range";
        }
        return i.numLocalBlocks() < 0 || badBlocks(i.blocks()) ? "count" : null;
    }

    private static String outcome(PlainRecord.Outcome o) {
        if (badId(o.reader()) || badId(o.readerLife()) || badId(o.holder()) || badId(o.holderLife())) {
            return "id";
        }
        if (badId(o.request()) || badId(o.read())) {
            return "id";
        }
        if (!List.of("DECLINED", "COMPLETED", "FAILED").contains(o.status())) {
            return "type";
        }
        if (!PlainTime.valid(o.startedNs()) || !PlainTime.valid(o.finishedNs()) || badTime(o.leaseSeq())) {
            return "range";
        }
        return o.finishedNs() < o.startedNs() ? "span" : null;
    }

    private static boolean badId(String id) {
        return id == null
                || id.isEmpty()
                || id.getBytes(StandardCharsets.UTF_8).length > 256
                || id.chars().anyMatch(Character::isISOControl);
    }

    private static boolean badTime(Long time) {
        return time != null && !PlainTime.valid(time);
    }

    private static boolean negative(Long count) {
        return count != null && count < 0;
    }

    private static boolean badBlocks(List<List<Integer>> blocks) {
        if (blocks == null) {
            return false;
        }
        int ids = blocks.stream().mapToInt(List::size).sum();
        boolean negative = blocks.stream().flatMap(List::stream).anyMatch(id -> id < 0);
        return ids > 65_536 || blocks.size() > 64 || negative;
    }
}
