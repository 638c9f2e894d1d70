package dev.sinew.assimp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.assimp.FbxProcess.FbxBounds;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.Models;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.Storage.Unit;
import dev.sinew.math.Affine3;
import dev.sinew.math.Quaternions;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.SkeletonMotion;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.skin.ClipFrames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Models written as FBX and read back: vertices have the same positions in every frame. */
class FbxFormatTest {
    @TempDir
    Path folder;

    /** The vertex of our model at the rest position of each vertex that was read. */
    private static int[] matchVertices(float[] ours, float[] theirs) {
        Map<List<Long>, Integer> known = new HashMap<>();
        for (int i = 0; i < ours.length / 3; i++) {
            known.put(rounded(ours, i), i);
        }
        int[] pairs = new int[theirs.length / 3];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = known.get(rounded(theirs, i));
        }
        return pairs;
    }

    private static List<Long> rounded(float[] xyz, int i) {
        return List.of(
                Math.round(xyz[3 * i] * 1e4), Math.round(xyz[3 * i + 1] * 1e4), Math.round(xyz[3 * i + 2] * 1e4));
    }

    private static double largestDistance(SkinnedModel model, SkinnedModel back) {
        int[] pairs = matchVertices(model.rest().positions(), back.rest().positions());
        double worst = 0;
        for (int c = 0; c < model.clips().size(); c++) {
            ClipFrames was = new ClipFrames(model, model.clips().get(c));
            ClipFrames is = new ClipFrames(back, back.clips().get(c));
            assertThat(is.frameCount()).isEqualTo(was.frameCount());
            for (int f = 0; f < was.frameCount(); f++) {
                float[] a = was.frame(f);
                float[] b = is.frame(f);
                for (int k = 0; k < b.length; k++) {
                    worst = Math.max(worst, Math.abs(a[3 * pairs[k / 3] + k % 3] - b[k]));
                }
            }
        }
        return worst;
    }

    @ParameterizedTest
    @CsvSource({"RIGID, METRE", "RIGID, CENTIMETRE", "SIMILARITY, METRE", "SIMILARITY, CENTIMETRE"})
    void roundTripKeepsPositions(BoneType type, Unit unit) throws IOException {
        SkinnedModel model = TubeModel.of(type);
        Path file = folder.resolve("tube.fbx");
        keepForBlender(model, file, type, unit);
        Models.write(ModelDocument.of(model), file, in(unit));
        SkinnedModel back = Models.read(file);
        assertThat(back.vertexCount()).isEqualTo(model.vertexCount());
        assertThat(back.rest().faceCount()).isEqualTo(model.rest().faceCount());
        assertThat(back.skeleton().names()).isEqualTo(model.skeleton().names());
        assertThat(back.skeleton().parents()).isEqualTo(model.skeleton().parents());
        for (int k = 0; k < model.skeleton().pivots().length; k++) {
            assertThat(back.skeleton().pivots()[k]).isEqualTo(model.skeleton().pivots()[k], within(1e-5));
        }
        assertThat(back.boneType()).isEqualTo(type);
        assertThat(back.clips()).extracting(Clip::name).containsExactly("bend", "stretch");
        assertThat(back.clips()).extracting(Clip::framesPerSecond).containsExactly(30.0, 24.0);
        assertThat(back.rest().surface().materials()).extracting(Material::name).containsExactly("red", "blue");
        assertThat(back.weights().maxInfluences()).isEqualTo(model.weights().maxInfluences());
        // The tube is 4 long.
        assertThat(largestDistance(model, back)).isLessThan(4 * 2e-5);
    }

    /** What animation libraries contain: joints and clips. */
    @Test
    void readsMotionWithoutAMesh() throws IOException {
        SkinnedModel model = TubeModel.of(BoneType.RIGID);
        Scene whole = ModelScene.of(ModelDocument.of(model), 1);
        List<Scene.Node> nodes = whole.nodes().stream()
                .filter(node -> node.meshes().length == 0)
                .map(node -> {
                    int meshes = (int) whole.nodes().stream()
                            .filter(other -> other.meshes().length > 0)
                            .count();
                    return new Scene.Node(
                            node.name(),
                            node.parent() > 0 ? node.parent() - meshes : node.parent(),
                            node.local(),
                            new int[0]);
                })
                .toList();
        byte[] encoded =
                SceneOutput.encode(new Scene(nodes, List.of(), whole.materials(), whole.animations(), whole.metres()));
        Path file = folder.resolve("walk.fbx");
        try (FbxProcess process = FbxProcess.start(FbxBounds.of(encoded.length))) {
            Files.write(file, process.write(file, encoded));
        }
        assertThat(Models.isOnlyMotion(file)).isTrue();
        SkeletonMotion motion = Models.readMotion(file);
        assertThat(motion.skeleton().names()).isEqualTo(model.skeleton().names());
        assertThat(motion.skeleton().parents()).isEqualTo(model.skeleton().parents());
        assertThat(motion.clips()).extracting(Clip::name).containsExactly("bend", "stretch");
        assertThat(rejection(() -> Models.read(file))).contains("contains no mesh");
    }

    /** The nodes of a file may be in another pose than its mesh. */
    @Test
    void aPoseOfTheNodesIsNotTheBindPose() {
        SkinnedModel model = TubeModel.of(BoneType.RIGID);
        BoneMotion motion = model.clips().get(0).motion();
        int frame = motion.frameCount() / 2;
        double[] pose = Arrays.copyOfRange(motion.matrices(), motion.offset(frame, 0), motion.offset(frame + 1, 0));
        Path file = folder.resolve("posed.fbx");
        Models.write(ModelDocument.of(model).withPose(Optional.of(pose)), file);
        SkinnedModel back = Models.read(file);
        for (int k = 0; k < model.skeleton().pivots().length; k++) {
            assertThat(back.skeleton().pivots()[k]).isEqualTo(model.skeleton().pivots()[k], within(1e-5));
        }
        assertThat(largestDistance(model, back)).isLessThan(4 * 2e-5);
    }

    /** Programs turn bones from one key to the next, so angles that are far apart would spin them. */
    @Test
    void eulerAnglesChangeLittleFromKeyToKey() throws IOException {
        SkinnedModel tube = TubeModel.of(BoneType.RIGID);
        int frames = 40;
        double[] matrices = new double[frames * tube.boneCount() * Affine3.STRIDE];
        for (int k = 0; k < frames * tube.boneCount(); k++) {
            double angle = 0.2 * (k / tube.boneCount());
            double[] q = {0, 0.995 * Math.sin(angle / 2), 0.1 * Math.sin(angle / 2), Math.cos(angle / 2)};
            Quaternions.normalise(q, 0);
            Affine3.compose(new double[3], 0, q, 0, new double[] {1, 1, 1}, 0, matrices, Affine3.STRIDE * k);
        }
        Clip turn = new Clip("turn", 30, new BoneMotion(tube.boneCount(), frames, matrices));
        SkinnedModel model =
                new SkinnedModel(tube.rest(), tube.weights(), tube.skeleton(), BoneType.RIGID, List.of(turn));
        Path file = folder.resolve("turn.fbx");
        Models.write(model, file);
        double farthest = 0;
        int curves = 0;
        String letters = Files.readString(file, StandardCharsets.ISO_8859_1);
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        String name = "KeyValueFloat";
        for (int at = letters.indexOf(name); at >= 0; at = letters.indexOf(name, at + 1)) {
            int first = at + name.length() + 1 + 3 * Integer.BYTES;
            int count = bytes.getInt(at + name.length() + 1);
            curves++;
            for (int k = 1; k < count; k++) {
                float step = bytes.getFloat(first + Float.BYTES * k) - bytes.getFloat(first + Float.BYTES * (k - 1));
                farthest = Math.max(farthest, Math.abs(step));
            }
        }
        assertThat(curves).isEqualTo(9 * tube.boneCount());
        assertThat(farthest).as("degrees").isBetween(5.0, 90.0);
        assertThat(largestDistance(model, Models.read(file))).isLessThan(4 * 2e-5);
    }

    /** What {@code proof/sinew-interop/blender-fbx.py} checks: the first clip, with our vertex positions. */
    private static Storage in(Unit unit) {
        return new Storage(Storage.Numbers.FLOATS, Storage.Packing.NONE, 0, unit);
    }

    private static void keepForBlender(SkinnedModel model, Path file, BoneType type, Unit unit) throws IOException {
        Path kept = Files.createDirectories(Path.of("target", "interop"));
        String name = "tube-" + type.name().toLowerCase() + "-" + unit.name().toLowerCase();
        SkinnedModel first = new SkinnedModel(
                model.rest(),
                model.weights(),
                model.skeleton(),
                model.boneType(),
                model.clips().subList(0, 1));
        Models.write(ModelDocument.of(first), file, in(unit));
        Files.copy(file, kept.resolve(name + ".fbx"), StandardCopyOption.REPLACE_EXISTING);
        MeshSequences.write(ClipFrames.sequence(first, first.clips().get(0)), kept.resolve(name + ".pc2"));
    }

    @Test
    void readsModelAsSequence() {
        SkinnedModel model = TubeModel.of(BoneType.RIGID);
        // Recognised by content.
        Path named = folder.resolve("tube.fbx");
        Models.write(model, named);
        Path file = folder.resolve("tube.obj");
        assertThat(named.toFile().renameTo(file.toFile())).isTrue();
        assertThat(rejection(() -> MeshSequences.read(SequenceInput.of(file)))).contains("select one with clip: bend");
        MeshSequence sequence = MeshSequences.read(
                SequenceInput.of(file).with(new SequenceInput.Choice(List.of(), Optional.of("stretch"))));
        assertThat(sequence.frameCount())
                .isEqualTo(model.clips().get(1).motion().frameCount());
        assertThat(sequence.framesPerSecond()).isEqualTo(24);
    }

    @Test
    void rejectsAffineBones() {
        SkinnedModel model = TubeModel.of(BoneType.AFFINE);
        assertThat(rejection(() -> Models.write(model, folder.resolve("x.fbx"))))
                .contains("bones are affine", "boneType similarity");
        assertThat(folder.resolve("x.fbx")).doesNotExist();
    }

    @Test
    void rejectsInvalidFbx() throws IOException {
        Path file = folder.resolve("x.fbx");
        Files.writeString(file, "Kaydara FBX Binary  \0 and then nothing of the kind");
        assertThat(rejection(() -> Models.read(file))).startsWith(file + " cannot be read as FBX: ");
    }

    private static String rejection(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        Throwable thrown = catchThrowable(call);
        assertThat(thrown).isInstanceOf(InvalidInputException.class);
        assertThat(thrown.getMessage()).doesNotContain("\n");
        return thrown.getMessage();
    }
}
