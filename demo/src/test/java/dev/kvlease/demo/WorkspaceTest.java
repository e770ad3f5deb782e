package dev.kvlease.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceTest {
    @TempDir
    Path directory;

    @Test
    void aTemporaryDirectoryIsRemovedWithAllThatIsInIt() throws IOException {
        Path made;
        try (Workspace workspace = Workspace.open(Optional.empty(), false)) {
            made = workspace.directory();
            Files.createDirectories(made.resolve("kafka/node-1"));
            Files.writeString(made.resolve("kafka/node-1/meta.properties"), "x");
            Files.writeString(workspace.log(), "a line");
            assertThat(workspace.isKept()).isFalse();
        }
        assertThat(made).doesNotExist();
    }

    @Test
    void whatIsStillBeingWrittenIsRemovedToo() throws Exception {
        Workspace workspace = Workspace.open(Optional.empty(), false);
        Path kafka = Files.createDirectories(workspace.directory().resolve("kafka"));
        CountDownLatch writing = new CountDownLatch(1);
        Thread broker = new Thread(() -> {
            try {
                for (int i = 0; i < 5_000; i++) {
                    Files.writeString(kafka.resolve("segment-" + i), "x");
                    writing.countDown();
                }
            } catch (IOException removedAlready) {
                // nothing more can be written there
            }
        });
        broker.start();
        writing.await();

        workspace.close();

        broker.join();
        assertThat(workspace.directory()).doesNotExist();
    }

    @Test
    void itStaysAfterAFailureSoThatTheLogCanBeRead() throws IOException {
        Path log;
        try (Workspace workspace = Workspace.open(Optional.of(directory.resolve("new/one")), false)) {
            Files.writeString(workspace.log(), "what went wrong");
            workspace.keep();
            log = workspace.log();
        }
        assertThat(log).hasContent("what went wrong");
    }

    @Test
    void aNamedDirectoryStays() throws IOException {
        Path wanted = directory.resolve("data");
        try (Workspace workspace = Workspace.open(Optional.of(wanted), false)) {
            assertThat(workspace.isKept()).isTrue();
        }
        assertThat(wanted).exists();
    }

    @Test
    void whatIsInADirectoryIsNotTouched() throws IOException {
        Files.writeString(directory.resolve("precious"), "x");
        assertThatThrownBy(() -> Workspace.open(Optional.of(directory), false))
                .isInstanceOf(DemoException.class)
                .hasMessageContaining("not empty");
        assertThat(directory.resolve("precious")).exists();
    }
}
