package dev.kvlease.app.rights;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.apache.kafka.common.acl.AclOperation;
import org.junit.jupiter.api.Test;

class RightsCheckTest {
    @Test
    void aClusterThatTellsNothingRefusesNothing() {
        assertThat(RightsCheck.isNotAmong(null, AclOperation.READ)).isFalse();
        assertThat(RightsCheck.isNotAmong(Set.of(), AclOperation.READ)).isFalse();
    }

    @Test
    void whatIsToldCounts() {
        Set<AclOperation> granted = Set.of(AclOperation.DESCRIBE, AclOperation.READ);

        assertThat(RightsCheck.isNotAmong(granted, AclOperation.READ)).isFalse();
        assertThat(RightsCheck.isNotAmong(granted, AclOperation.WRITE)).isTrue();
    }
}
