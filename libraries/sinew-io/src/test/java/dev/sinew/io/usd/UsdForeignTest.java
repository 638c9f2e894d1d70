package dev.sinew.io.usd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.Models;
import dev.sinew.io.SequenceInput;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.skin.ClipFrames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Text as other programs write it, and invalid files. */
class UsdForeignTest {
    private static final String TRIANGLE = """
            #usda 1.0
            (
                "a comment of the layer"
                metersPerUnit = 0.01
                upAxis = "Z"
                timeCodesPerSecond = 24
            )
            class "_template" { float ignored = 1 }
            def Xform "world" (
                variants = { string look = "red" }
                prepend variantSets = "look"
            ) {
                double3 xformOp:translate = (0, 0, 100)
                float xformOp:rotateZ.timeSamples = { 1: 0, 3: 90, }
                uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateZ"]
                def Mesh "tri" {
                    uniform token orientation = "leftHanded"
                    int[] faceVertexCounts = [3]; int[] faceVertexIndices = [0, 1, 2]
                    point3f[] points = [(100, 0, 0), (0, 100, 0), (0, 0, 100)]  # centimetres
                    normal3f[] normals = [(0, 0, 1)] ( interpolation = "constant" )
                    texCoord2f[] primvars:st = [(0, 0), (1, 0), (0, 1)] (
                        interpolation = "vertex"
                    )
                    custom string note = \"\"\"two
            lines\"\"\"
                }
                def Mesh "off" ( active = false ) { point3f[] points = [] }
                variantSet "look" = {
                    "red" { color3f tint = (1, 0, 0) }
                    "blue" { color3f tint = (0, 0, 1) }
                }
            }
            """;

    @TempDir
    Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    /** (100, 0, 0) cm, z-up, lifted by a metre, rotated by 45° about z at time code 2. */
    @Test
    void readsUnitsAxesOperationsAndWinding() throws IOException {
        MeshSequence read = MeshSequences.read(SequenceInput.of(file("t.usda", TRIANGLE)));
        assertThat(read.frameCount()).isEqualTo(3);
        assertThat(read.framesPerSecond()).isEqualTo(24);
        assertThat(read.rest().corners()).containsExactly(2, 1, 0);
        float half = (float) Math.sqrt(0.5);
        assertThat(read.frame(0)).containsExactly(new float[] {1, 1, 0, 0, 1, -1, 0, 2, 0}, within(1e-6f));
        assertThat(read.frame(1))
                .containsExactly(new float[] {half, 1, -half, -half, 1, -half, 0, 2, 0}, within(1e-6f));
        assertThat(read.frame(2)).containsExactly(new float[] {0, 1, -1, -1, 1, 0, 0, 2, 0}, within(1e-6f));
        // The corners are reversed, so corner 0 is vertex 2.
        assertThat(read.rest().surface().uvs().orElseThrow().rows()).containsExactly(2, 1, 0);
        assertThat(read.rest().surface().normals().orElseThrow().values()).startsWith(0, 1, 0);
    }

    /**
     * Two joints, the second rotated by 90° about z at time 10; scales, constant influences, and a mesh with its own order of
     * joints.
     */
    @Test
    void evaluatesUsdSkel() throws IOException {
        Path file = file("s.usda", """
                #usda 1.0
                ( metersPerUnit = 1 timeCodesPerSecond = 30 framesPerSecond = 3 )
                def SkelRoot "r" {
                    def Skeleton "k" {
                        uniform token[] joints = ["a", "a/b"]
                        uniform matrix4d[] bindTransforms = [( (1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1) ), ( (1,0,0,0),(0,1,0,0),(0,0,1,0),(2,0,0,1) )]
                        uniform matrix4d[] restTransforms = [( (1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1) ), ( (1,0,0,0),(0,1,0,0),(0,0,1,0),(2,0,0,1) )]
                        rel skel:animationSource = </r/k/turn>
                        def SkelAnimation "turn" {
                            uniform token[] joints = ["a/b"]
                            float3[] translations = [(2, 0, 0)]
                            quatf[] rotations.timeSamples = { 0: [(1, 0, 0, 0)], 10: [(0.70710678, 0, 0, 0.70710678)] }
                            half3[] scales.timeSamples = { 0: [(1, 1, 1)], 10: [(2, 1, 1)] }
                        }
                    }
                    def Mesh "m" ( prepend apiSchemas = ["SkelBindingAPI"] ) {
                        int[] faceVertexCounts = [3]
                        int[] faceVertexIndices = [0, 1, 2]
                        point3f[] points = [(0, 0, 0), (1, 0, 0), (2, 0, 0)]
                        int[] primvars:skel:jointIndices = [0] ( elementSize = 1 interpolation = "constant" )
                        float[] primvars:skel:jointWeights = [0.5] ( elementSize = 1 interpolation = "constant" )
                        uniform token[] skel:joints = ["a/b"]
                        matrix4d primvars:skel:geomBindTransform = ( (1,0,0,0),(0,1,0,0),(0,0,1,0),(1,0,0,1) )
                        rel skel:skeleton = </r/k>
                    }
                }
                """);
        SkinnedModel model = Models.read(file);
        assertThat(model.skeleton().names()).containsExactly("a", "b");
        assertThat(model.skeleton().parents()).containsExactly(-1, 0);
        assertThat(model.rest().positions()).containsExactly(1, 0, 0, 2, 0, 0, 3, 0, 0);
        MeshSequence played = ClipFrames.sequence(model, model.clips().get(0));
        assertThat(played.frameCount()).isEqualTo(2);
        // One unit from the joint at (2, 0, 0), scaled to two and rotated upwards.
        assertThat(played.frame(1)).containsExactly(new float[] {2, -2, 0, 2, 0, 0, 2, 2, 0}, within(1e-6f));
        MeshSequence same = MeshSequences.read(SequenceInput.of(file));
        assertThat(same.frame(1)).containsExactly(played.frame(1), within(1e-6f));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[0, 1, 2]|[0, 1, 7]|must be an integer from 0 to 2",
                "[3]|[2]|must be an integer from 3 to",
                "(0, 100, 0), |''|must be an integer from 0 to 1",
                "rotateZ.timeSamples|spin.timeSamples|which does not exist",
                "(0, 0, 100)\\n|(0, 0)\\n|2 numbers in xformOp:translate instead of 3",
                "def Mesh \"tri\"|def Sphere \"tri\"|has no mesh",
                "3: 90|1e30: 90|at most 200000 are supported",
                "100)]|100]|expected",
                "(100, 0, 0)|(1e300, 0, 0)|has the coordinate",
            })
    void rejectsInvalidFiles(String there, String instead, String because) throws IOException {
        String damaged = TRIANGLE.replace(there.replace("\\n", "\n"), instead.replace("\\n", "\n"));
        assertThat(damaged).isNotEqualTo(TRIANGLE);
        Path file = file("bad.usda", damaged);
        assertThatThrownBy(() -> MeshSequences.read(SequenceInput.of(file)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(because);
    }

    @Test
    void rejectsBinaryLayers() throws IOException {
        Path file = Files.write(folder.resolve("b.usdc"), "PXR-USDC\0\0\0".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> MeshSequences.read(SequenceInput.of(file)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(file
                        + " is a binary USD layer (.usdc); only text layers are supported. Convert it with 'usdcat --usdFormat"
                        + " usda -o scene.usda'");
    }

    @Test
    void rejectsFilesThatOnlyReferToOtherLayers() throws IOException {
        Path file = file(
                "r.usda", "#usda 1.0\ndef \"a\" ( prepend references = [@b.usda@</c> (offset = 3), @d.usda@] ) {}\n");
        assertThatThrownBy(() -> MeshSequences.read(SequenceInput.of(file)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(
                        file
                                + " has no mesh; references to other layers (b.usda) are not supported. Flatten the stage first");
    }
}
