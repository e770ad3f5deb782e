package dev.kvlease.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kvlease.app.feed.Feed;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.state.HostInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FleetFeedTest {
    private static final HostInfo PEER = new HostInfo("peer", 2);
    private static final long LONG_MS = 20_000;

    private final FakeInstances instances = new FakeInstances();
    private final FleetFeed fleet = new FleetFeed(instances, new Feed(), Clock.systemUTC());

    @AfterEach
    void stop() {
        fleet.close();
    }

    private FleetFeed.Message next(FleetFeed.Message after) throws Exception {
        return fleet.next(Optional.of(after.id()), LONG_MS).orElseThrow();
    }

    private FleetFeed.Message first() throws Exception {
        fleet.join();
        return fleet.next(Optional.empty(), LONG_MS).orElseThrow();
    }

    private static JsonNode json(FleetFeed.Message message) throws Exception {
        return new ObjectMapper().readTree(message.json());
    }

    private static List<String> verdicts(FleetFeed.Message message) throws Exception {
        List<String> verdicts = new ArrayList<>();
        json(message).path("verdicts").forEach(verdict -> verdicts.add(verdict.asText()));
        return verdicts;
    }

    @Test
    void thePictureAndWhatFollowsHaveEverythingOnce() throws Exception {
        FleetFeed.Message picture = first();
        fleet.round();
        FleetFeed.Message update = next(picture);
        fleet.round();
        FleetFeed.Message second = next(update);

        assertThat(picture.whole()).isTrue();
        assertThat(update.whole()).isFalse();
        List<String> all = new ArrayList<>(verdicts(picture));
        all.addAll(verdicts(update));
        all.addAll(verdicts(second));
        assertThat(all).containsExactly("me:1#0", "me:1#1", "me:1#2");
        assertThat(json(second).at("/seconds/0/at_s").asLong()).isEqualTo(5);
        assertThat(json(second).at("/seconds/0/counts/0/count").asLong()).isEqualTo(1);
    }

    @Test
    void whoComesBackSoonGoesOnAndWhoComesLateGetsThePicture() throws Exception {
        FleetFeed.Message picture = first();
        fleet.round();
        fleet.round();

        assertThat(next(picture).whole()).isFalse();
        assertThat(verdicts(next(picture))).containsExactly("me:1#1");
        for (int i = 0; i < 10; i++) {
            fleet.round();
        }
        assertThat(next(picture).whole()).isTrue();
        assertThat(verdicts(next(picture))).hasSize(13);
        assertThat(fleet.next(Optional.of(new FleetFeed.Id("another", 3)), LONG_MS)
                        .orElseThrow()
                        .whole())
                .isTrue();
    }

    @Test
    void nothingIsDoneWhileNobodyWatchesAndNothingIsToldTwiceAfterwards() throws Exception {
        instances.others.add(PEER);
        FleetFeed.Message picture = first();
        fleet.leave();
        int asked = instances.asked.get();
        fleet.round();
        fleet.round();

        assertThat(instances.asked).hasValue(asked);
        fleet.join();
        FleetFeed.Message again = next(picture);
        assertThat(again.whole()).isTrue();
        assertThat(verdicts(again)).doesNotHaveDuplicates().contains("me:1#0", "peer:2#0");
    }

    @Test
    void otherInstancesAreShownAndThoseThatDoNotAnswerAreNamedAndSpared() throws Exception {
        instances.others.add(PEER);
        instances.others.add(new HostInfo("mute", 3));
        instances.silent.put(new HostInfo("mute", 3), "it is out");
        FleetFeed.Message picture = first();

        JsonNode shown = json(picture).path("instances");
        assertThat(verdicts(picture)).contains("me:1#0", "peer:2#0");
        assertThat(json(picture).at("/seconds/0/counts/0/count").asLong()).isEqualTo(2);
        assertThat(shown).hasSize(3);
        assertThat(shown.get(1).path("shown").asBoolean()).isTrue();
        assertThat(shown.get(2).path("shown").asBoolean()).isFalse();
        assertThat(shown.get(2).path("why").asText()).isEqualTo("it is out");
        int asked = instances.asked.get();
        fleet.round();
        fleet.round();
        assertThat(instances.asked).as("only the one that answers is asked").hasValue(asked + 2);
        instances.silent.clear();
        for (int i = 0; i < 5; i++) {
            fleet.round();
        }
        assertThat(json(fleet.next(Optional.empty(), LONG_MS).orElseThrow())
                        .at("/instances/2/shown")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void waitingEndsWithoutNews() throws Exception {
        FleetFeed.Message picture = first();

        assertThat(fleet.next(Optional.of(picture.id()), 10)).isEmpty();
    }
}
