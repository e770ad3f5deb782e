package dev.kvlease.torture.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.connect.wire.MsgPack;
import dev.kvlease.schemas.Schemas;
import dev.kvlease.schemas.registry.MockRegistry;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Bad input that once did what must not happen. */
class KeptCasesTest {
    @Test
    void aListThatClaimsMoreItemsThanItHasBytes() throws Exception {
        taken(
                new AvroTarget(),
                hex("000000000b0202300402300230000006300203000000000000001270726566696c6c2d3034"
                        + "70726566696c6c2d302f63623433356338653734363136373936106465636f64652d3002326465636f64652d302f6238343465"
                        + "32656335663931616165340a63332d74321a70726566020406080a0c0e10000010023400000000000"
                        + "0f83f00002040010200f7d2f80202"));
    }

    @Test
    void aRecordOfASchemaThatNeedsItself() throws Exception {
        AvroTarget target = new AvroTarget();
        byte[] seed = target.seeds(1).stream()
                .filter(each -> each[0] == 0 && ByteBuffer.wrap(each, 1, 4).getInt() == 4)
                .findFirst()
                .orElseThrow();
        byte[] deep = new byte[5 + 100_000];
        Arrays.fill(deep, (byte) 2);
        System.arraycopy(seed, 0, deep, 0, 5);

        taken(target, deep);
    }

    @Test
    void aListOfEmptyListsThatEachHaveABlock() throws Exception {
        for (SpecificRecord record : Seeds.avro(1)) {
            UUID guid = MockRegistry.guid(Schemas.portable(record.getSchema()));
            ByteBuffer input = ByteBuffer.allocate(18 + 7_001)
                    .put((byte) 0x7f)
                    .put((byte) 1)
                    .putLong(guid.getMostSignificantBits())
                    .putLong(guid.getLeastSignificantBits());
            while (input.remaining() > 1) {
                input.put((byte) 2).put((byte) 0);
            }
            taken(new AvroTarget(), input.put((byte) 1).array());
        }
    }

    @Test
    void aBatchOfNothingButFaults() throws Exception {
        byte[] batch = MsgPack.write(List.of(1.5, Collections.nCopies(60_000, MsgPack.Nil.NIL)));

        taken(new MsgPackTarget(), batch);
    }

    @Test
    void listsThatEachClaimAllThatIsLeft() throws Exception {
        ByteArrayOutputStream nested = new ByteArrayOutputStream();
        for (int i = 0; i < 20; i++) {
            nested.writeBytes(new byte[] {(byte) 0xdd, 0, 1, 0, 0});
        }
        nested.writeBytes(new byte[70_000]);

        taken(new MsgPackTarget(), nested.toByteArray());
    }

    @Test
    void aNumberLongerThanTheParserTakes() throws Exception {
        taken(new EventsTarget(), Seeds.utf8("4".repeat(1_001)));
        taken(new EventsTarget(), Seeds.utf8("{\"a\":".repeat(1_001)));
        taken(new EventsTarget(), Seeds.utf8("{\"topic\":\"lease-events\",\"timestamp\":" + "7".repeat(1_001) + "}"));
    }

    @Test
    void aPackedFileWithABrokenHead() throws Exception {
        taken(new EventsTarget(), hex("1f8b30"));
        taken(new EventsTarget(), hex("28b52ffdff0102030405"));
    }

    @Test
    void anEntryOfTheStateWhoseListsDoNotFitTogether() throws Exception {
        StateTarget target = new StateTarget();
        target.seeds(1);

        taken(
                target,
                hex(
                        "0400070a63322d743248000c01020a3030303030023002300300060a63322d7432003f0102000248f6c6becad9edc53030f6e6"
                                + "fccbeeeec5303030003030f6e6fccbeeeec530f2dabac0e0edc5303000000030f0300230f2dabac03030300230303030000030"
                                + "30010230303030303030303030303030303030303030303030303030303030303030303030303030300002303030"));
    }

    @Test
    void aFailureOfSpaces() throws Exception {
        taken(new LogsTarget(), Seeds.utf8("NIXL transfer failure: " + " ".repeat(60_000) + "|"));
    }

    @Test
    void monthsThatJumpToAndFro() throws Exception {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 400; i++) {
            log.append("01-01 00:00:00 x\n06-01 00:00:00 x\n11-01 00:00:00 x\n");
        }

        taken(new LogsTarget(), Seeds.utf8(log.toString()));
    }

    @Test
    void aFieldThatAnotherPluginGaveAnotherType() throws Exception {
        ConnectTarget target = new ConnectTarget();
        byte[] struct = target.seeds(1).stream()
                .filter(each -> each[0] == 1)
                .findFirst()
                .orElseThrow();
        for (int choice = 0; choice < 256; choice++) {
            byte[] changed = struct.clone();
            changed[1] = (byte) choice;
            assertThat(new Fuzzing(1, campaign -> {}).runCase(target, changed).findings())
                    .isEmpty();
        }
        target.close();
    }

    @Test
    void aLogRecordFromTheEndOfTime() throws Exception {
        taken(new ConnectTarget(), hex("02b030372d30352030303a30303a3030"));
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    private static void taken(Target target, byte[] input) throws InterruptedException {
        try (target) {
            Fuzzing.Result result = new Fuzzing(1, campaign -> {}).runCase(target, input);
            assertThat(result.findings()).isEmpty();
            assertThat(result.campaign().cases()).isEqualTo(1);
        }
    }
}
