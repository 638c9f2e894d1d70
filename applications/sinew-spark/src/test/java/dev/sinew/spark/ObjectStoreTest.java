package dev.sinew.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Inputs and outputs in an S3 store, a separate process (s3proxy). Only with {@code -Pspark,s3a}, see docs/reference/scale.md. */
class ObjectStoreTest {
    private static final String PROXY = "sinew.s3proxy";

    @TempDir
    Path folder;

    private Process store;
    private FileSystem files;
    private SinewProcess sinew;

    @BeforeEach
    void start() throws Exception {
        assumeTrue(
                System.getProperty(PROXY) != null && Files.exists(Path.of(System.getProperty(PROXY))),
                "skipped: needs the profile s3a");
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            port = free.getLocalPort();
        }
        // In memory, because its stores on disk have folders, which S3 does not.
        Path setup = Files.writeString(folder.resolve("s3proxy.conf"), """
                s3proxy.authorization=none
                s3proxy.endpoint=http://127.0.0.1:%d
                jclouds.provider=transient
                jclouds.identity=someone
                jclouds.credential=something
                """.formatted(port));
        store = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-jar",
                        System.getProperty(PROXY),
                        "--properties",
                        setup.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("store.log").toFile())
                .start();
        await(port);
        HttpRequest bucket = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/bucket"))
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(bucket, HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
        Map<String, String> settings = Map.of(
                "fs.s3a.endpoint", "http://127.0.0.1:" + port,
                "fs.s3a.endpoint.region", "us-east-1",
                "fs.s3a.path.style.access", "true",
                "fs.s3a.access.key", "someone",
                "fs.s3a.secret.key", "something",
                "fs.s3a.attempts.maximum", "2",
                // s3proxy 2.9 does not support the checksums of multi-object deletes.
                "fs.s3a.multiobjectdelete.enable", "false");
        Configuration conf = new Configuration();
        settings.forEach(conf::set);
        files = FileSystem.get(URI.create("s3a://bucket/"), conf);
        sinew = new SinewProcess(
                folder,
                settings.entrySet().stream()
                        .map(one -> "-Dspark.hadoop." + one.getKey() + "=" + one.getValue())
                        .toList());
    }

    private void await(int port) throws Exception {
        for (int k = 0; k < 300 && store.isAlive(); k++) {
            try {
                new Socket("127.0.0.1", port).close();
                return;
            } catch (IOException notYet) {
                Thread.sleep(100);
            }
        }
        throw new AssertionError(Files.readString(folder.resolve("store.log")));
    }

    @AfterEach
    void end() throws Exception {
        if (store != null) {
            store.destroyForcibly().waitFor();
        }
    }

    private byte[] bytes(String there) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (InputStream in = files.open(new org.apache.hadoop.fs.Path(there))) {
            in.transferTo(all);
        }
        return all.toByteArray();
    }

    @Test
    void fitAndBatchInObjectStore() throws Exception {
        sinew.run(0, "sample", "flag", "--vertices", 300, "--frames", 5, "-o", "f.pc2");
        sinew.run(0, "fit", "f.obj", "--bones", 3, "-o", "f.glb");
        for (String ending : List.of(".obj", ".mtl", ".pc2")) {
            files.copyFromLocalFile(
                    new org.apache.hadoop.fs.Path(folder.resolve("f" + ending).toUri()),
                    new org.apache.hadoop.fs.Path("/caches/f" + ending));
        }
        byte[] own = Files.readAllBytes(folder.resolve("f.glb"));
        StandaloneCluster cluster = new StandaloneCluster(folder, 2);
        try {
            fit(0, "s3a://bucket/caches/f.obj", cluster);
            assertThat(bytes("/made/f.glb")).as("made").hasSize(own.length).isEqualTo(own);
            assertThat(fit(3, "s3a://bucket/caches/none.obj", cluster).lines())
                    .hasSize(1)
                    .allMatch(output -> output.contains("s3a://bucket/caches/none.obj"));
            assertThat(fit(3, "s3a://nowhere/f.obj", cluster).lines())
                    .hasSize(1)
                    .allMatch(output -> output.contains("s3a://nowhere/"));
            assertThat(batch(cluster)).contains("\"done\"");
            assertThat(bytes("/built/f.glb")).as("built").hasSize(own.length).isEqualTo(own);
            assertThat(batch(cluster)).contains("\"current\"").doesNotContain("\"done\"");
        } finally {
            cluster.close();
        }
    }

    private String fit(int code, String input, StandaloneCluster cluster) throws Exception {
        return sinew.run(
                code,
                "fit",
                input,
                "--bones",
                3,
                "-o",
                "s3a://bucket/made/f.glb",
                "--engine",
                "spark",
                "--master",
                cluster.url(),
                "--quiet");
    }

    private String batch(StandaloneCluster cluster) throws Exception {
        sinew.run(
                0,
                "batch",
                "s3a://bucket/caches/*.obj",
                "--verb",
                "fit",
                "--bones",
                3,
                "--out",
                "s3a://bucket/built",
                "--engine",
                "spark",
                "--master",
                cluster.url());
        return new String(bytes("/built/results.jsonl"), StandardCharsets.UTF_8);
    }
}
