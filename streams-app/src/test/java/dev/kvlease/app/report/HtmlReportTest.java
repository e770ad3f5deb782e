package dev.kvlease.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kvlease.app.audit.Audit;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page as a file: what it lets in and out, and that its data is the audit. */
class HtmlReportTest {
    private static final String HOSTILE = "</script><script>window.taken=1</script><!--\"'&amp;]]>";

    @Test
    void theDataIsTheAuditWhateverTheIdsAre() throws Exception {
        Audit audit = Reports.audit(Reports.lateRead(HOSTILE, "r" + HOSTILE, "q" + HOSTILE, "x\u2028é😀", "t"));

        String html = Reports.html(audit);
        JsonNode data = new ObjectMapper().readTree(between(html, "id=\"data\">", "</script>"));

        assertThat(data).isEqualTo(Reports.json(audit));
        assertThat(data.at("/violations/0/holder_engine_id").asText()).isEqualTo(HOSTILE);
        assertThat(between(html, "id=\"data\">", "</script>")).doesNotContain("<", ">", "&");
    }

    @Test
    void onlyItsOwnScriptAndStyleMayRun() throws Exception {
        String html = Reports.html(Reports.audit(Reports.lateRead("h", "r", "q", "x", "t")));
        String policy = between(html, "http-equiv=\"Content-Security-Policy\" content=\"", "\">");
        String script = between(html, "<script>", "</script>");
        String style = between(html, "<style>", "</style>");

        assertThat(policy)
                .startsWith("default-src 'none';")
                .contains("script-src 'sha256-" + sha256(script) + "'", "style-src 'sha256-" + sha256(style) + "'")
                .doesNotContain("unsafe");
        assertThat(script).doesNotContain("</", "<!--", "innerHTML", "eval(");
        assertThat(count(html, "<script")).isEqualTo(2);
        assertThat(html).doesNotContain("@DATA@", "_HASH@", "src=", "@import", "url(");
        assertThat(html.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http://", "https://");
    }

    @Test
    void bytesAreEscapedOneByOneAndInBulk() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        try (ScriptSafeStream out = new ScriptSafeStream(bytes)) {
            out.write("a<b>c".getBytes(StandardCharsets.UTF_8));
            out.write('&');
            out.write('x');
        }

        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("a\\u003cb\\u003ec\\u0026x");
    }

    private static String between(String text, String begin, String end) {
        Matcher matcher = Pattern.compile(Pattern.quote(begin) + "(.*?)" + Pattern.quote(end), Pattern.DOTALL)
                .matcher(text);
        assertThat(matcher.find()).as(begin).isTrue();
        return matcher.group(1);
    }

    private static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }

    private static String sha256(String text) throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return Base64.getEncoder().encodeToString(digest);
    }
}
