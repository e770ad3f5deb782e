package dev.kvlease.app.topology;

import dev.kvlease.app.run.LeaseApplication;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** The page for Prometheus of a running application. */
final class MetricsPage {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private MetricsPage() {}

    static String of(LeaseApplication application) throws IOException, InterruptedException {
        URI page = URI.create("http://" + application.httpAddress().orElseThrow() + "/metrics");
        return CLIENT.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    static boolean has(LeaseApplication application, String series) throws IOException, InterruptedException {
        return of(application).contains("\n" + series);
    }

    /** The value of a series with all its labels. */
    static double value(LeaseApplication application, String series) throws IOException, InterruptedException {
        return of(application)
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElseThrow();
    }
}
