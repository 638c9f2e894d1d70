package dev.sinew.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.handles.Targets;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneType;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HandleFilesTest {
    private static final Mesh TETRAHEDRON = Mesh.ofTriangles(
            new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, new int[] {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3});

    private static final String ALL_KINDS = """
            {"handles": [
               {"name": "child", "type": "bone", "from": [0, 0, 1], "to": [0, 0, 2], "parent": "root"},
               {"name": "root", "type": "bone", "from": [0, 0, 0], "to": [0, 0, 1]},
               {"name": "p", "type": "point", "vertex": 1},
               {"name": "r", "type": "region", "vertices": [2, 3]}],
             "cage": {"positions": [[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2]],
                      "triangles": [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]}}
            """;

    @TempDir
    Path folder;

    private HandleSet read(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return HandleFiles.read(file, TETRAHEDRON, UnaryOperator.identity());
    }

    private String rejection(String name, String text) {
        return InvalidInputs.of(() -> read(name, text));
    }

    /** root and hip are at the same position; knee is a child of hip and moves only vertex 3. */
    @Test
    void readsBonesOfRiggedModel() {
        Skeleton skeleton = new Skeleton(
                List.of("root", "hip", "knee"), new int[] {-1, 0, 1}, new double[] {0, 0, 0, 0, 0, 0, 0, 0, 0.5});
        SkinWeights weights = SkinWeights.of(1, new int[] {1, 1, 1, 2}, new double[] {1, 1, 1, 1});
        Path file = folder.resolve("rig.glb");
        Models.write(new SkinnedModel(TETRAHEDRON, weights, skeleton, BoneType.RIGID, List.of()), file);
        HandleSet set = HandleFiles.read(file, TETRAHEDRON, p -> new double[] {99, 99, 99});
        assertThat(set.handles()).extracting(Handle::name).containsExactly("hip", "knee");
        Handle.Bone hip = (Handle.Bone) set.handles().get(0);
        Handle.Bone knee = (Handle.Bone) set.handles().get(1);
        assertThat(hip.parent()).isEmpty();
        assertThat(hip.to()).containsExactly(0, 0, 0.5);
        assertThat(knee.parent()).contains("hip");
        assertThat(knee.from()).containsExactly(0, 0, 0.5);
        assertThat(knee.to()).containsExactly(0, 0, 1);
    }

    @Test
    void readsAllKindsWithParentsFirst() throws IOException {
        HandleSet set = read("h.json", ALL_KINDS);
        assertThat(set.handles())
                .extracting(Handle::name)
                .containsExactly("root", "p", "r", "cage_0", "cage_1", "cage_2", "cage_3", "child");
        assertThat(set.skeleton().parents()[7]).isZero();
        assertThat(set.handles().get(1).centre()).containsExactly(1, 0, 0);
        assertThat(set.handles().get(2).centre()).containsExactly(0, 0.5, 0.5);
        assertThat(set.cageTriangles()).hasSize(12);
    }

    @Test
    void readsHandlesOfModelFile() throws IOException {
        HandleSet set = read("h.json", ALL_KINDS);
        SkinnedModel model = new SkinnedModel(
                TETRAHEDRON,
                SkinWeights.of(1, new int[] {0, 1, 2, 3}, new double[] {1, 1, 1, 1}),
                set.skeleton(),
                BoneType.RIGID,
                List.of());
        Path file = folder.resolve("m.glb");
        Models.write(ModelDocument.of(model).withHandles(set), file);
        HandleSet back = ModelFile.read(file).handles().orElseThrow();
        assertThat(back.handles())
                .extracting(Handle::name)
                .containsExactlyInAnyOrderElementsOf(
                        set.handles().stream().map(Handle::name).toList());
        assertThat(back.cageTriangles()).containsExactly(set.cageTriangles());
        assertThat(Models.read(file).boneCount()).isEqualTo(8);
        Models.write(model, folder.resolve("plain.glb"));
        assertThat(ModelFile.read(folder.resolve("plain.glb")).handles()).isEmpty();
    }

    @Test
    void readsSkeletonsInFileOrder() throws IOException {
        HandleSet set = read("s.tgf", "1 0 0 0\n2 0 0 1\n3 0 1 1\n#\n2 3\n1 2\n#\n");
        assertThat(set.handles()).extracting(Handle::name).containsExactly("bone_2_3", "bone_1_2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"handles\": []} | at least one handle",
                "{\"handles\": [{\"name\": \"a\", \"type\": \"spring\"}]} | it must be point, bone or region",
                "{\"handles\": [{\"name\": \"a\", \"type\": \"point\", \"vertex\": 4}]} | there are 4 vertices",
                "{\"handles\": [{\"name\": \"a\", \"type\": \"point\", \"position\": [1, 2]}]} | it must have 3",
                "{\"handles\": [{\"name\": \"a\", \"type\": \"region\", \"vertices\": []}]} | at least one",
                "{\"handles\": [{\"name\": \"a\", \"type\": \"point\", \"vertex\": 1}, {\"name\": \"a\", \"type\": \"point\", \"vertex\": 2}]} | two handles have the name 'a'",
                "{\"handles\": [{\"name\": \"a\", \"type\": \"bone\", \"from\": [0,0,0], \"to\": [1,0,0], \"parent\": \"b\"}]} | 'b'",
                "{\"handles\": [{\"name\": \"a\", \"type\": \"bone\", \"from\": [0,0,0], \"to\": [1,0,0], \"parent\": \"a\"}]} | ancestor",
                "{\"handles\": | is not valid JSON"
            })
    void rejectsInvalidFiles(String text, String sentence) {
        assertThat(rejection("bad.json", text)).contains("bad.json").contains(sentence);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"handles": [{"name": " ", "type": "point", "vertex": 1}]}                           | handles[0].name is blank
            {"handles": [{"name": "a", "type": "point", "vertx": 1}]}                            | has the unknown member 'vertx'
            {"handles": [{"name": "a", "type": "bone", "from": [0,0,0], "to": [1,0,0], "parnt": "b"}]} | has the unknown member 'parnt'
            {"handles": [{"name": "a", "type": "point", "vertex": 1}], "cages": {}}              | has the unknown member 'cages'
            {"handles": [{"name": "a", "type": "point", "vertex": 1, "position": [0, 0, 0]}]}    | a position and a vertex
            {"handles": [{"name": "a", "name": "b", "type": "point", "vertex": 1}]}              | line 1: 'name' occurs twice
            {"handles": [{"name": "a", "type": "point", "vertex": 1}]} {}                        | is not valid JSON
            {"handles": [{"name": "a", "type": "point", "position": [NaN, 0, 0]}]}               | position[0] must be a finite number, not "NaN"
            [1, 2]                                                                               | must be an object
            """)
    void rejectsUnknownMembers(String text, String sentence) {
        assertThat(rejection("slip.json", text))
                .contains("slip.json")
                .contains(sentence)
                .doesNotContain("\n");
    }

    @Test
    void allowsCommentsAndSchema() throws IOException {
        HandleSet set = read("ok.json", """
                {"$schema": "handles.schema.json", "comment": "feet",
                 "handles": [{"name": "a", "type": "point", "vertex": 1, "extras": {"colour": 3}}]}
                """);
        assertThat(set.count()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [0,0,0],[1,0,0],[0,1,0],[0,0,1]         | | has no triangles
            [0,0,0],[1,0,0],[0,1,0],[0,0,1]         | [0,2,1],[0,1,3],[1,2,3] | edge 0–2 of triangle 0 is in 1 triangle; it
            [0,0,0],[1,0,0],[0,1,0],[0,0,1]         | [0,2,1],[0,1,3],[1,2,3],[2,0,3],[2,0,1] | is in 3 triangles
            [0,0,0],[1,0,0],[0,1,0],[0,0,1]         | [0,2,1],[0,1,3],[1,2,3],[2,0,0] | corner 0 twice
            [0,0,0],[1,0,0],[0,1,0],[0,0,1],[2,2,2] | [0,2,1],[0,1,3],[1,2,3],[2,0,3] | does not use position 4
            [0,0,0],[1,0,0],[0,1,0],[1,1,0]         | [0,2,1],[0,1,3],[1,2,3],[2,0,3] | the volume 0.0
            [0,0,0],[1,0,0],[0,1,0],[1,1,0]         | [0,1,2],[0,1,3],[1,2,3],[2,0,3] | the volume 0.0
            """)
    void rejectsCagesWithoutVolume(String positions, String triangles, String sentence) {
        String text = "{\"cage\": {\"name\": \"box\", \"positions\": [" + positions + "], \"triangles\": ["
                + (triangles == null ? "" : triangles) + "]}}";
        assertThat(rejection("cage.json", text))
                .contains("cage.json")
                .contains("cage 'box'")
                .contains(sentence);
    }

    /** The orientation of triangles does not matter. */
    @Test
    void acceptsCagesOfAnyOrientation() throws IOException {
        String corners = "{\"cage\": {\"positions\": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], \"triangles\": ";
        assertThat(read("in.json", corners + "[[0,1,2],[0,3,1],[1,3,2],[2,3,0]]}}")
                        .count())
                .isEqualTo(4);
        assertThat(read("mixed.json", corners + "[[0,1,2],[0,1,3],[1,3,2],[2,3,0]]}}")
                        .count())
                .isEqualTo(4);
    }

    @Test
    void rejectsInvalidSkeletonsWithLine() {
        assertThat(rejection("e.tgf", "1 0 0 0\n1 0 0 1\n#\n")).contains("line 2: joint 1 is defined twice");
        assertThat(rejection("a.tgf", "1 0 0\n#\n")).contains("line 1");
        assertThat(rejection("b.tgf", "1 0 0 x\n#\n")).contains("'x' is not a number");
        assertThat(rejection("c.tgf", "1 0 0 0\n#\n1 2\n"))
                .contains("line 3")
                .contains("joint 2 is not among the 1 joints");
        assertThat(rejection("d.tgf", "1 0 0 0\n#\n")).contains("no bones");
    }

    @Test
    void readsTargetsAndKeyframes() throws IOException {
        Path file = Files.writeString(folder.resolve("t.json"), """
                {"fps": 10, "keyframes": [
                  {"time": 0, "targets": [{"handle": "a", "position": [0, 0, 0], "tip": [1, 0, 0]}]},
                  {"time": 1, "targets": [{"handle": "a", "position": [1, 0, 0], "tip": [2, 0, 0]}]}]}
                """);
        Targets targets = HandleFiles.readTargets(file);
        assertThat(targets.framesPerSecond()).isEqualTo(10);
        assertThat(targets.keys()).hasSize(2);
        assertThat(targets.keys().get(1).targets().get(0).numbers()).hasSize(6);
        Files.writeString(file, "{\"targets\": [{\"handle\": \"a\", \"tip\": [1, 2, 3]}]}");
        Targets.Target tip =
                HandleFiles.readTargets(file).keys().get(0).targets().get(0);
        assertThat(tip.kind()).isEqualTo(Targets.Kind.TIP);
        assertThat(tip.numbers()).containsExactly(1, 2, 3);
        Files.writeString(file, "{\"targets\": [], \"keyframes\": []}");
        assertThat(InvalidInputs.of(() -> HandleFiles.readTargets(file))).contains("'targets' and 'keyframes'");
        Files.writeString(file, "{\"fsp\": 3, \"targets\": []}");
        assertThat(InvalidInputs.of(() -> HandleFiles.readTargets(file)))
                .contains("has the unknown member 'fsp'; allowed are");
        Files.writeString(file, "{\"targets\": [{\"handle\": \"a\", \"position\": [1, 2, 3], \"tipp\": [1, 2, 3]}]}");
        assertThat(InvalidInputs.of(() -> HandleFiles.readTargets(file)))
                .contains("targets[0] has the unknown member 'tipp'");
        Files.writeString(file, "{\"keyframes\": [{\"time\": 1, \"targets\": []}]}");
        assertThat(InvalidInputs.of(() -> HandleFiles.readTargets(file))).contains("no targets");
    }
}
