package dev.kvlease.demo.view;

import dev.kvlease.app.export.Recording;
import dev.kvlease.demo.DemoResult;
import dev.kvlease.demo.proof.Proof;
import java.util.ArrayList;
import java.util.List;

/** What to try after a demo. */
final class NextSteps {
    private NextSteps() {}

    /** Lines for a person, with commands to paste. */
    static List<String> of(DemoResult result) {
        List<String> lines = new ArrayList<>();
        if (result.recording().isEmpty()) {
            lines.add("Go on: record a run, then replay and explain it:");
            lines.add("  ./kvlease demo --for 20s --record run.ndjson");
        } else {
            Recording recording = result.recording().get();
            lines.add(Texts.format(
                    "Recorded %,d records in %s; %s.", recording.records(), recording.file(), again(recording)));
            result.proof().example().ifPresent(example -> lines.addAll(explain(recording, example)));
            lines.add("Every verdict again, from the file alone:");
            lines.add("  ./kvlease replay --input " + recording.file() + " --out verdicts.ndjson");
        }
        lines.add("Point it at a cluster of your own: ./kvlease topics create --help, ./kvlease run --help");
        return lines;
    }

    private static String again(Recording recording) {
        return recording.differing() == 0
                ? Texts.format("a replay gives all %,d verdicts again", recording.verdicts())
                : Texts.format(
                        "of %,d verdicts a replay gives %,d differently", recording.verdicts(), recording.differing());
    }

    private static List<String> explain(Recording recording, Proof.Example example) {
        return List.of(
                "Why " + example.reader() + " was told EXPIRED for " + example.requestId() + " (" + example.reason()
                        + "):",
                "  ./kvlease explain --input " + recording.file() + " --holder " + example.holder() + " --request "
                        + example.requestId() + " --read " + example.readRequestId());
    }
}
