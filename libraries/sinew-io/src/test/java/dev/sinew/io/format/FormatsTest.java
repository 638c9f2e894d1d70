package dev.sinew.io.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.Models;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.format.Format.Content;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneType;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The registry: every format once, recognised under any name, and documented. */
class FormatsTest {
    @TempDir
    Path folder;

    private static final Mesh TRIANGLE = Mesh.ofTriangles(new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0}, new int[] {0, 1, 2});

    @Test
    void documentationListsAllFormats() throws IOException {
        Path here = Path.of("").toAbsolutePath();
        Path page = here.getParent().getParent().resolve("docs/reference/formats.md");
        List<String> rows = Files.readString(Files.exists(page) ? page : here.resolve("docs/reference/formats.md"))
                .lines()
                .dropWhile(line -> !line.startsWith("| format | endings |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        assertThat(rows)
                .containsExactlyElementsOf(
                        Formats.all().stream().map(FormatsTest::row).toList());
    }

    private static String row(Format format) {
        String endings = format.endings().stream().map(e -> "`" + e + "`").collect(Collectors.joining(" "));
        return "| " + format.name() + " | " + endings + " | " + words(format.reads()) + " | " + words(format.writes())
                + " |";
    }

    private static String words(Set<Content> contents) {
        String words = Arrays.stream(Content.values())
                .filter(contents::contains)
                .map(content -> content.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        return words.isEmpty() ? "–" : words;
    }

    @Test
    void endingsAndNamesAreUnique() {
        assertThat(Formats.all().stream().map(Format::name)).doesNotHaveDuplicates();
        assertThat(Formats.endings(format -> true)).doesNotHaveDuplicates().allMatch(ending -> ending.startsWith("."));
        assertThat(Formats.all()).allSatisfy(format -> assertThat(format.help()).isNotBlank());
    }

    /** Every written format is recognised under a neutral name. */
    @Test
    void recognisesFilesByContent() throws IOException {
        MeshSequence sequence = new MeshSequence(
                "s", TRIANGLE, FrameSource.of(new float[][] {TRIANGLE.positions(), TRIANGLE.positions()}), 30);
        SkinnedModel model = new SkinnedModel(
                TRIANGLE,
                SkinWeights.of(1, new int[3], new double[] {1, 1, 1}),
                Skeleton.flat(new double[3]),
                BoneType.RIGID,
                List.of());
        for (Format format : Formats.where(f -> f.module().isEmpty() && !f.writes(Content.MOTION))) {
            for (String ending : format.writes().isEmpty() ? List.<String>of() : format.endings()) {
                Path file = folder.resolve("x" + ending);
                if (format.writes(Content.MODEL)) {
                    Models.write(model, file);
                } else if (format.writes(Content.MESH)) {
                    MeshSequences.writeMesh(TRIANGLE, file);
                } else {
                    MeshSequences.write(sequence, file);
                }
                Path unnamed = Files.copy(file, folder.resolve("unnamed"));
                assertThat(Formats.of(unnamed)).as(ending).contains(format);
                Files.delete(unnamed);
            }
        }
    }

    @Test
    void prefersContentOverName() throws IOException {
        Path disguised = folder.resolve("x.obj");
        MeshSequences.writeMesh(TRIANGLE, folder.resolve("x.ply"));
        Files.move(folder.resolve("x.ply"), disguised);
        assertThat(MeshSequences.readMesh(disguised).vertexCount()).isEqualTo(3);
        assertThat(MeshSequences.isLoneMesh(SequenceInput.of(disguised))).isTrue();
        Path text = Files.writeString(folder.resolve("y.dat"), "# exported\n\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
        assertThat(MeshSequences.readMesh(text).faceCount()).isEqualTo(1);
        Path nothing = Files.writeString(folder.resolve("z.dat"), "value: 3\n");
        assertThat(Formats.of(nothing)).isEmpty();
    }
}
