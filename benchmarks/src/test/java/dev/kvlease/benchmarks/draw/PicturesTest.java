package dev.kvlease.benchmarks.draw;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

class PicturesTest {
    private static final Curves CURVES = new Curves(
            "What & <how much>",
            "records/s",
            List.of(
                    new Panel(
                            "partitions",
                            List.of("1", "2"),
                            List.of(
                                    new Panel.Line("1 thread", List.of(40_000.0, 50_000.0)),
                                    new Panel.Line("2 threads", List.of(Double.NaN, 80_000.0)))),
                    new Panel("holders", List.of("16"), List.of(new Panel.Line("", List.of(123.4))))));

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> texts(Document svg) {
        NodeList texts = svg.getElementsByTagName("text");
        return java.util.stream.IntStream.range(0, texts.getLength())
                .mapToObj(i -> texts.item(i).getTextContent())
                .toList();
    }

    @Test
    void curvesNameTheirAxesTicksLinesAndValues() throws Exception {
        Document svg = parsed(CURVES.svg());

        assertThat(texts(svg))
                .contains("What & <how much>", "records/s", "partitions", "holders", "16")
                .contains("1 thread", "2 threads")
                .contains("0", "20 k", "80 k", "40 k", "50 k", "123");
    }

    @Test
    void aValueThatIsMissingHasNoPoint() throws Exception {
        Document svg = parsed(CURVES.svg());

        int legend = 2;
        int points = 4;
        assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(points + legend);
    }

    @Test
    void theSameValuesGiveTheSamePictureInEveryLocale() {
        Locale before = Locale.getDefault();
        try {
            String english = CURVES.svg();
            Locale.setDefault(Locale.GERMANY);
            assertThat(CURVES.svg()).isEqualTo(english);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void aFlameGraphShowsWhatIsWideAndLeavesOutWhatAllStacksShare() throws Exception {
        Frames frames = new Frames();
        for (int i = 0; i < 900; i++) {
            frames.add(List.of("java.lang.Thread.run", "a.B.main", "dev.kvlease.core.LeaseEngine.apply"));
        }
        for (int i = 0; i < 99; i++) {
            frames.add(List.of("java.lang.Thread.run", "a.B.main", "org.rocksdb.RocksDB.put"));
        }
        frames.add(List.of("java.lang.Thread.run", "a.B.main", "too.Narrow.toSee"));

        Document svg = parsed(new FlameGraph("flames", frames).svg());

        assertThat(texts(svg))
                .contains("LeaseEngine.apply", "RocksDB.put")
                .doesNotContain("Narrow.toSee", "Thread.run", "B.main");
        assertThat(svg.getElementsByTagName("title").item(1 + 4).getTextContent())
                .isEqualTo("LeaseEngine.apply 90.0 %");
    }

    @Test
    void aFlameGraphStaysSmall() throws Exception {
        Frames frames = new Frames();
        for (int outer = 0; outer < 100; outer++) {
            for (int inner = 0; inner < 100; inner++) {
                frames.add(List.of("outer.Type.method" + outer, "inner.Type.method" + inner, "leaf.Type.m" + inner));
            }
        }

        String svg = new FlameGraph("many", frames).svg();

        assertThat(svg).hasSizeLessThanOrEqualTo(60_000);
        assertThat(parsed(svg).getElementsByTagName("rect").getLength()).isGreaterThan(50);
    }
}
