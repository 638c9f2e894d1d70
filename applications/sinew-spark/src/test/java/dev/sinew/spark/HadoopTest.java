package dev.sinew.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Inputs and outputs in a real HDFS: the same bytes as on a local disk, and no partial files. */
class HadoopTest {
    @TempDir
    Path folder;

    private MiniDFSCluster hdfs;
    private FileSystem files;
    private String root;
    private SinewProcess sinew;

    @BeforeEach
    void start() throws IOException {
        Configuration conf = new Configuration();
        conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
        hdfs = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
        files = hdfs.getFileSystem();
        root = files.getUri().toString();
        sinew = new SinewProcess(folder);
    }

    @AfterEach
    void end() {
        hdfs.shutdown();
    }

    private void put(String sample, String there) throws IOException {
        for (String ending : List.of(".obj", ".mtl", ".pc2")) {
            Path file = folder.resolve(sample + ending);
            if (Files.exists(file)) {
                files.copyFromLocalFile(
                        new org.apache.hadoop.fs.Path(file.toUri()), new org.apache.hadoop.fs.Path(there + ending));
            }
        }
    }

    private byte[] bytes(String there) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (InputStream in = files.open(new org.apache.hadoop.fs.Path(there))) {
            in.transferTo(all);
        }
        return all.toByteArray();
    }

    private String batch() throws Exception {
        return batch("local[2]");
    }

    private String batch(String master) throws Exception {
        Object[] line = {
            "batch",
            root + "/caches/**/*.obj",
            "--verb",
            "fit",
            "--bones",
            3,
            "--out",
            root + "/built",
            "--engine",
            "spark",
            "--master",
            master
        };
        String output = sinew.run(0, line);
        assertThat(output).doesNotContain("sinew-elsewhere").contains(root + "/built");
        return new String(bytes("/built/results.jsonl"), StandardCharsets.UTF_8);
    }

    @Test
    void batchInHdfsEqualsLocalBatch() throws Exception {
        for (String name : List.of("f", "g")) {
            sinew.run(
                    0,
                    "sample",
                    "flag",
                    "--vertices",
                    name.equals("f") ? 200 : 300,
                    "--frames",
                    5,
                    "-o",
                    name + ".pc2");
        }
        sinew.run(0, "batch", "?.obj", "--verb", "fit", "--bones", 3, "--out", "here");
        put("f", "/caches/f");
        put("g", "/caches/deep/g");
        String first = batch();
        assertThat(first)
                .contains(root + "/caches/deep/g.obj")
                .contains("\"done\"")
                .doesNotContain("\"current\"")
                .doesNotContain("sinew-elsewhere");
        assertThat(bytes("/built/f.glb")).isEqualTo(Files.readAllBytes(folder.resolve("here/f.glb")));
        assertThat(bytes("/built/deep/g.glb")).isEqualTo(Files.readAllBytes(folder.resolve("here/g.glb")));
        assertThat(names("/built"))
                .contains("index.html", "results.parquet", "f.html", "f.png")
                .noneMatch(name -> name.endsWith(".part"));
        assertThat(files.listStatus(new org.apache.hadoop.fs.Path("/built/.sinew-batch/work")))
                .isEmpty();
        assertThat(batch()).doesNotContain("\"done\"");
        byte[] before = bytes("/built/deep/g.glb");
        put("f", "/caches/deep/g");
        assertThat(batch()).contains("\"done\"").contains("\"current\"");
        assertThat(bytes("/built/deep/g.glb")).isNotEqualTo(before);
    }

    private List<String> names(String there) throws IOException {
        List<String> names = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> all = files.listFiles(new org.apache.hadoop.fs.Path(there), true);
        while (all.hasNext()) {
            names.add(all.next().getPath().getName());
        }
        return names;
    }

    @Test
    @Tag("quick")
    void fitInHdfsEqualsLocalFitAndRejectsBadNames() throws Exception {
        sinew.run(0, "sample", "flag", "--vertices", 300, "--frames", 5, "-o", "f.pc2");
        sinew.run(0, "fit", "f.obj", "--bones", 3, "-o", "f.glb");
        put("f", "/caches/f");
        String input = root + "/caches/f.obj";
        String output = root + "/made/f.glb";
        fit(0, input, output);
        assertThat(bytes("/made/f.glb")).isEqualTo(Files.readAllBytes(folder.resolve("f.glb")));
        fit(
                0,
                folder.resolve("f.obj").toUri().toString(),
                folder.resolve("g.glb").toUri().toString());
        assertThat(folder.resolve("g.glb")).hasSameBinaryContentAs(folder.resolve("f.glb"));
        assertMessage(fit(3, root + "/caches/none.obj", output), "none.obj");
        assertMessage(fit(3, "hdfs://127.0.0.1:1/f.obj", output), "cannot read hdfs://127.0.0.1:1/");
        assertMessage(fit(3, "odd://place/f.obj", output), "odd://");
    }

    private String fit(int code, String input, String output) throws Exception {
        return fit(code, input, output, "local[2]");
    }

    private String fit(int code, String input, String output, String master) throws Exception {
        return sinew.run(
                code, "fit", input, "--bones", 3, "-o", output, "--engine", "spark", "--master", master, "--quiet");
    }

    /** Workers in separate processes access the files themselves. */
    @Test
    void separateWorkersAccessHdfs() throws Exception {
        sinew.run(0, "sample", "flag", "--vertices", 300, "--frames", 5, "-o", "f.pc2");
        sinew.run(0, "fit", "f.obj", "--bones", 3, "-o", "f.glb");
        put("f", "/caches/f");
        StandaloneCluster cluster = new StandaloneCluster(folder, 2);
        try {
            fit(0, root + "/caches/f.obj", root + "/made/f.glb", cluster.url());
            assertThat(bytes("/made/f.glb")).isEqualTo(Files.readAllBytes(folder.resolve("f.glb")));
            assertThat(batch(cluster.url())).contains("\"done\"");
            assertThat(bytes("/built/f.glb")).isEqualTo(Files.readAllBytes(folder.resolve("f.glb")));
            assertThat(batch(cluster.url())).contains("\"current\"").doesNotContain("\"done\"");
        } finally {
            cluster.close();
        }
    }

    private static void assertMessage(String output, String part) {
        assertThat(output.lines()).hasSize(1);
        assertThat(output).startsWith("sinew: ").contains(part).doesNotContain("sinew-elsewhere");
    }
}
