package dev.kvlease.gate.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.audit.ReadStatus;
import org.junit.jupiter.api.Test;

/** A lease without an end may see any number of reads; the gate keeps those that are going on. */
class GateMemoryTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long NOW = 1_000 * SECOND;
    private static final int READS = 2_000;

    private final GateCore gate = new GateCore(Verdicts.READER, GateOptions.DEFAULT, new SentRecords());

    private ReadTicket allowed(int number) {
        String read = "read-" + number;
        gate.caughtUp(NOW);
        ReadTicket ticket = gate.ask(ReadRequest.of("h", "req", read, 4), NOW);
        gate.take(Verdicts.readable(number).read(read).intent(number).build(), NOW);
        assertThat(gate.check(ticket, NOW).isReadable()).isTrue();
        return ticket;
    }

    @Test
    void readsThatHaveEndedAreLetGo() {
        ReadTicket goesOn = allowed(0);
        for (int i = 1; i <= READS; i++) {
            gate.report(allowed(i), ReadStatus.COMPLETED, NOW, NOW, NOW);
        }
        assertThat(goesOn.permittedLease().reads()).isEqualTo(1);

        gate.forget(NOW + 31 * SECOND);
        assertThat(gate.size()).isEqualTo(1);
    }

    @Test
    void readsThatAreForgottenAreLetGoAndSayNothingAnyMore() {
        ReadTicket old = allowed(0);
        gate.forget(NOW + GateOptions.DEFAULT.keep().toNanos() + 1);
        gate.caughtUp(NOW);

        assertThat(old.permittedLease().reads()).isZero();
        assertThat(gate.check(old, NOW).status()).isEqualTo(Answer.Status.UNKNOWN);
    }

    @Test
    void readsInTheMiddleOfTheOthersMayEndAndAllThatGoOnAreToldOfTheEnd() {
        ReadTicket first = allowed(0);
        ReadTicket second = allowed(1);
        ReadTicket third = allowed(2);
        ReadTicket fourth = allowed(3);
        gate.report(second, ReadStatus.FAILED, NOW, NOW, NOW);
        gate.report(fourth, ReadStatus.FAILED, NOW, NOW, NOW);
        gate.take(Verdicts.revocation("RELEASED").read("read-2").build(), NOW);

        assertThat(gate.check(first, NOW).reason()).isEqualTo("RELEASED");
        assertThat(gate.check(third, NOW).reason()).isEqualTo("RELEASED");
        assertThat(first.permittedLease().reads()).isZero();
    }
}
