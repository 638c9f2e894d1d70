package dev.sinew.studio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.MeshSequences;
import dev.sinew.job.text.Json;
import dev.sinew.sample.catalogue.Samples;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs are started, executed, stored, cancelled and listed after a restart. */
class RunsTest {
    @TempDir
    Path folder;

    @BeforeEach
    void putFlag() {
        Visit.putFlag(folder);
    }

    @Test
    void finishedRunIsStoredCompletely() throws Exception {
        try (Visit visit = new Visit(folder)) {
            String id = visit.startFit(3);
            Map<String, Object> run = visit.wait(id);
            assertThat(run.get("state")).as(run.toString()).isEqualTo("done");
            Path place = folder.resolve(".sinew/runs/" + id);
            assertThat(place.resolve("request.json")).exists();
            assertThat(place.resolve("made/model.glb")).exists();
            assertThat(place.resolve("made/result.json")).exists();
            assertThat(place.resolve("made/thumbnail.png")).exists();
            assertThat(place.resolve("made/scene/header.json")).exists();
            assertThat(run.get("lines")).isEqualTo(List.of("sinew fit flag.obj --bones 3 -o " + id + ".glb"));
            assertThat(visit.get("/api/runs/" + id + "/scene").get("format")).isEqualTo("sinew-view");
            assertThat(visit.bytes("/api/runs/" + id + "/report").body()).hasSizeGreaterThan(100_000);
        }
    }

    @Test
    void historySurvivesRestartAndKilledRunsCanBeRepeated() throws Exception {
        String done;
        try (Visit visit = new Visit(folder)) {
            done = visit.startFit(2);
            visit.wait(done);
        }
        // The state after the studio was killed: requested, partly written.
        Path killed = Files.createDirectories(folder.resolve(".sinew/runs/0007-fit/.making"));
        Files.writeString(killed.resolve("model.glb"), "half");
        String request = Files.readString(folder.resolve(".sinew/runs/" + done + "/request.json"));
        Files.writeString(killed.resolveSibling("request.json"), request);
        try (Visit visit = new Visit(folder)) {
            assertThat(visit.wait(done).get("state")).isEqualTo("done");
            assertThat(visit.wait("0007-fit").get("state")).isEqualTo("lost");
            assertThat(killed).doesNotExist();
            HttpResponse<String> again = visit.post("/api/runs/0007-fit/repeat", Map.of());
            String next = String.valueOf(Json.read(again.body()).get("id"));
            assertThat(next).isEqualTo("0008-fit");
            assertThat(visit.wait(next).get("state")).isEqualTo("done");
            assertThat(folder.resolve(".sinew/runs/0008-fit/made/model.glb"))
                    .hasSameBinaryContentAs(folder.resolve(".sinew/runs/" + done + "/made/model.glb"));
        }
    }

    @Test
    void runningAndQueuedRunsCanBeCancelled() throws Exception {
        try (Visit visit = new Visit(folder)) {
            MeshSequences.write(Samples.named("creature").orElseThrow().make(3000, 12), folder.resolve("creature.pc2"));
            String first = visit.start("fit", List.of("creature.obj"), Map.of("bones", 60));
            String second = visit.startFit(2);
            assertThat(visit.post("/api/runs/" + second + "/cancel", Map.of()).statusCode())
                    .isEqualTo(204);
            assertThat(visit.post("/api/runs/" + first + "/cancel", Map.of()).statusCode())
                    .isEqualTo(204);
            assertThat(visit.wait(first).get("state")).isEqualTo("cancelled");
            assertThat(visit.wait(second).get("state")).isEqualTo("cancelled");
            assertThat(folder.resolve(".sinew/runs/" + first + "/made")).doesNotExist();
            assertThat(visit.post("/api/runs/" + first + "/cancel", Map.of()).statusCode())
                    .isEqualTo(409);
        }
    }

    @Test
    void commandLinesOfAModelStartAtTheSequence() throws Exception {
        try (Visit visit = new Visit(folder)) {
            String fit = visit.startFit(4);
            visit.wait(fit);
            String reduced = visit.start("reduce", "run:" + fit, Map.of("influences", 2));
            Map<String, Object> run = visit.wait(reduced);
            assertThat(run.get("state")).as(run.toString()).isEqualTo("done");
            assertThat(run.get("lines"))
                    .isEqualTo(List.of(
                            "sinew fit flag.obj --bones 4 -o " + fit + ".glb",
                            "sinew reduce " + fit + ".glb --influences 2 -o " + reduced + ".glb"));
            HttpResponse<String> rejected =
                    visit.send(visit.request("/api/runs/" + fit).DELETE().build());
            assertThat(rejected.statusCode()).as("another run depends on it").isEqualTo(409);
            assertThat(visit.send(visit.request("/api/runs/" + reduced).DELETE().build())
                            .statusCode())
                    .isEqualTo(204);
            assertThat(folder.resolve(".sinew/runs/" + reduced)).doesNotExist();
        }
    }

    @Test
    void failedRunHasAMessageAndTheNextRunIsDone() throws Exception {
        Files.writeString(folder.resolve("broken.obj"), "v 0 0 nonsense\n");
        try (Visit visit = new Visit(folder)) {
            String broken = visit.start("fit", List.of("broken.obj"), Map.of("bones", 3));
            Map<String, Object> run = visit.wait(broken);
            assertThat(run.get("state")).isEqualTo("failed");
            assertThat(String.valueOf(run.get("sentence")))
                    .contains("broken.obj")
                    .doesNotContain("Exception");
            assertThat(visit.wait(visit.startFit(2)).get("state")).isEqualTo("done");
        }
    }

    @Test
    void exportsEveryFormatOrGivesAReason() throws Exception {
        try (Visit visit = new Visit(folder)) {
            String id = visit.startFit(3);
            visit.wait(id);
            for (String format : List.of("glb", "gltf", "usdz", "abc", "npz", "pc2", "mdd")) {
                HttpResponse<byte[]> answer = visit.bytes("/api/runs/" + id + "/export/" + format);
                assertThat(answer.statusCode()).as(format).isEqualTo(200);
                assertThat(answer.body().length).as(format).isGreaterThan(500);
            }
            assertThat(visit.bytes("/api/runs/" + id + "/export/exe").statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void commandLineContainsTheBoneEdits() throws Exception {
        try (Visit visit = new Visit(folder)) {
            String fit = visit.startFit(4);
            visit.wait(fit);
            List<Object> edits = List.of(
                    Map.of("edit", "remove", "bone", "bone_03"),
                    Map.of("edit", "rename", "bone", "bone_00", "name", "the pole"));
            String edited = visit.start("edit", "run:" + fit, Map.of("edits", edits));
            Map<String, Object> run = visit.wait(edited);
            assertThat(run.get("state")).as(run.toString()).isEqualTo("done");
            assertThat(((List<?>) run.get("lines")).get(1))
                    .isEqualTo("sinew edit " + fit + ".glb --remove bone_03 --rename 'bone_00=the pole' -o " + edited
                            + ".glb");
        }
    }

    @Test
    void previewUsesOtherSettingsOfTheSameFit() throws Exception {
        try (Visit visit = new Visit(folder)) {
            String fit = visit.startFit(4);
            visit.wait(fit);
            byte[] model = visit.slide(fit, Map.of("bones", 2));
            ByteBuffer bytes = ByteBuffer.wrap(model).order(ByteOrder.LITTLE_ENDIAN);
            int header = bytes.getInt();
            Map<String, Object> description = Json.read(new String(model, 4, header, StandardCharsets.UTF_8));
            assertThat((List<?>) description.get("names")).hasSize(2);
            Map<?, ?> end = (Map<?, ?>) ((List<?>) description.get("arrays")).get(3);
            assertThat(end.get("name")).isEqualTo("motion");
            assertThat(model.length).isGreaterThan(4 + header + (Integer) end.get("at"));
            assertThat((4 + header) % 8).as("arrays can be read in place").isZero();
            for (Map<String, Object> wrong :
                    List.of(Map.<String, Object>of("bones", 0), Map.<String, Object>of("range", "1:2"))) {
                assertThat(visit.post("/api/runs/" + fit + "/previews", wrong).statusCode())
                        .isEqualTo(400);
            }
        }
    }

    @Test
    void zipOfFramesBecomesASequence() throws Exception {
        java.io.ByteArrayOutputStream zip = new java.io.ByteArrayOutputStream();
        try (java.util.zip.ZipOutputStream out = new java.util.zip.ZipOutputStream(zip)) {
            String mesh = Files.readString(folder.resolve("flag.obj"));
            for (int f = 0; f < 3; f++) {
                out.putNextEntry(new java.util.zip.ZipEntry("../../shots/frame" + f + ".obj"));
                out.write(mesh.getBytes(StandardCharsets.UTF_8));
                out.closeEntry();
            }
        }
        try (Visit visit = new Visit(folder)) {
            HttpResponse<String> put = visit.send(visit.request("/api/library/files?name=shots.zip")
                    .PUT(HttpRequest.BodyPublishers.ofByteArray(zip.toByteArray()))
                    .build());
            assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
            assertThat(folder.resolve("shots/frame2.obj")).exists();
            assertThat(visit.get("/api/library").toString()).contains("name=shots,");
        }
    }

    @Test
    void uploadsReplaceNothing() throws Exception {
        java.io.ByteArrayOutputStream zip = new java.io.ByteArrayOutputStream();
        try (java.util.zip.ZipOutputStream out = new java.util.zip.ZipOutputStream(zip)) {
            for (String frame : List.of("walk/f1.obj", "run/f1.obj")) {
                out.putNextEntry(new java.util.zip.ZipEntry(frame));
                out.write(frame.getBytes(StandardCharsets.UTF_8));
                out.closeEntry();
            }
        }
        byte[] mesh = Files.readAllBytes(folder.resolve("flag.obj"));
        try (Visit visit = new Visit(folder)) {
            HttpResponse<String> twice = put(visit, "two.zip", zip.toByteArray());
            assertThat(twice.statusCode()).isEqualTo(400);
            assertThat(twice.body()).contains("'f1.obj' in several folders");
            HttpResponse<String> other = put(visit, "flag.obj", "v 0 0 0\n".getBytes(StandardCharsets.UTF_8));
            assertThat(other.statusCode()).isEqualTo(409);
            assertThat(other.body()).contains("another 'flag.obj' is already in the folder");
            assertThat(put(visit, "flag.obj", mesh).statusCode()).isEqualTo(201);
            assertThat(Files.readAllBytes(folder.resolve("flag.obj"))).isEqualTo(mesh);
        }
    }

    private static HttpResponse<String> put(Visit visit, String name, byte[] content) throws Exception {
        return visit.send(visit.request("/api/library/files?name=" + name)
                .PUT(HttpRequest.BodyPublishers.ofByteArray(content))
                .build());
    }
}
