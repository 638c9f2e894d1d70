package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.Models;
import dev.sinew.mesh.Box;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.LinearSkinning;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Skeletons in files: they round-trip, rotate at their joints, and no bone changes its length. */
class TreeModelsTest {
    @TempDir
    Path folder;

    @Test
    void onlyTheRootTranslates() throws Exception {
        SkinnedModel model = RigLayout.rooted(900, 40);
        Path file = check("rig-root", model);
        assertThat(channels(file).get("translation")).containsExactly("root");
        assertThat(channels(file).get("rotation")).containsAll(names(model, 1));
        assertThat(channels(file)).doesNotContainKey("scale");
        // Joints follow the arc, not the chord: here up to 1.4 times the limit for affine bones, without jumps.
        assertThat(HalfwayRule.worst(GltfPlayer.open(file), 0)).isLessThan(1.5);
    }

    @Test
    void rootMotionIsOnASeparateNode() throws Exception {
        SkinnedModel model = RigLayout.travelling(900, 40);
        Path file = check("rig-root-motion", model);
        assertThat(channels(file).get("translation")).containsExactly("motion", "root");
        assertThat(channels(file).get("rotation")).containsAll(names(model, 2));
    }

    /** Rounding a pivot to single precision must not look like a sliding joint, however deep or far away it is. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 10.1, 3000.7})
    void deepChainFarAwayOnlyRotates(double away) throws Exception {
        SkinnedModel model = chain(70, 25, away);
        Path file = check("deep-chain", model);
        assertThat(channels(file).getOrDefault("translation", List.of())).isSubsetOf("bone_00");
        assertThat(channels(file).get("rotation")).hasSize(70);
    }

    private static List<String> names(SkinnedModel model, int from) {
        return model.skeleton().names().subList(from, model.boneCount());
    }

    /** A tube with many bones whose pivots are not exact floats, each rotating relative to the previous one. */
    private static SkinnedModel chain(int bones, int frames, double away) {
        SkinnedModel flat = TestModels.model(
                TestModels.tube(3 * bones, 6), bones, 2, BoneType.RIGID, TestModels.chain(bones, frames, 0.4));
        double[] pivots = flat.skeleton().pivots().clone();
        float[] u = flat.rest().positions().clone();
        double[] m = flat.clips().get(0).motion().matrices().clone();
        for (int j = 0; j < bones; j++) {
            pivots[3 * j + 1] += away;
        }
        for (int i = 0; i < u.length / 3; i++) {
            u[3 * i + 1] += (float) away;
        }
        for (int at = 0; at < m.length; at += BoneMotion.STRIDE) {
            // The root does not move, and all rotate about points further up.
            double travel = 0.1 * (at / BoneMotion.STRIDE / bones);
            for (int r = 0; r < 3; r++) {
                m[at + 4 * r + 3] += (r == 1 ? away : 0) - m[at + 4 * r + 1] * away - (r == 0 ? travel : 0);
            }
        }
        int[] parents = IntStream.range(-1, bones - 1).toArray();
        Clip clip = new Clip("chain", 24, new BoneMotion(bones, frames, m));
        return new SkinnedModel(
                flat.rest().withPositions(u),
                flat.weights(),
                new Skeleton(flat.skeleton().names(), parents, pivots),
                BoneType.RIGID,
                List.of(clip));
    }

    @Test
    void keepsBonesWithoutWeights() throws Exception {
        SkinnedModel model = RigLayout.rooted(300, 6);
        // All weights on the head: most bones move nothing, but all are kept.
        int n = model.vertexCount();
        int[] head = new int[n];
        double[] ones = new double[n];
        Arrays.fill(head, model.skeleton().names().indexOf("head"));
        Arrays.fill(ones, 1);
        check(
                "rig-weightless",
                new SkinnedModel(
                        model.rest(),
                        SkinWeights.of(1, head, ones),
                        model.skeleton(),
                        model.boneType(),
                        model.clips()));
    }

    private Path check(String name, SkinnedModel model) throws Exception {
        Path file = folder.resolve(name + ".glb");
        Models.write(model, file);
        GltfPlayer player = GltfPlayer.open(file);
        SkinnedModel read = player.model();
        double size = Box.around(model.rest().positions()).diagonal();
        double far =
                Arrays.stream(model.skeleton().pivots()).map(Math::abs).max().orElse(0);
        if (far < 10 * size) {
            // Further away, single precision is too coarse for the verifying programs.
            Interop.keep(file);
        }
        assertThat(read.skeleton().names()).isEqualTo(model.skeleton().names());
        assertThat(read.skeleton().parents()).containsExactly(model.skeleton().parents());
        assertThat(read.boneType()).isEqualTo(BoneType.RIGID);
        for (int k = 0; k < 3 * model.boneCount(); k++) {
            assertThat(read.skeleton().pivots()[k])
                    .isCloseTo(model.skeleton().pivots()[k], within(1e-6 * size + 1e-7 * far));
        }
        checkLengths(player, size, far);
        checkPositions(player, model, size, far);
        return file;
    }

    /** At the keys and between, both bones of a joint move it to the same position: no bone changes its length. */
    private static void checkLengths(GltfPlayer player, double size, double far) {
        Skeleton skeleton = player.model().skeleton();
        boolean[] travels = {false, "motion".equals(skeleton.names().get(0))};
        for (int step = 0; step <= 200; step++) {
            double[] m = player.matrices(0, player.duration(0) * step / 200);
            for (int j = 1; j < skeleton.boneCount(); j++) {
                for (int x = 0; x < 3 && !(j == 1 && travels[1]); x++) {
                    double mine = carried(m, j, skeleton.pivots(), j, x);
                    double theirs = carried(m, skeleton.parents()[j], skeleton.pivots(), j, x);
                    assertThat(mine)
                            .as("joint %s", skeleton.names().get(j))
                            .isCloseTo(theirs, within(1e-5 * size + 2e-6 * far));
                }
            }
        }
    }

    private static double carried(double[] m, int bone, double[] c, int pivot, int x) {
        int at = BoneMotion.STRIDE * bone + 4 * x;
        return m[at] * c[3 * pivot] + m[at + 1] * c[3 * pivot + 1] + m[at + 2] * c[3 * pivot + 2] + m[at + 3];
    }

    private static void checkPositions(GltfPlayer player, SkinnedModel model, double size, double far) {
        Clip clip = model.clips().get(0);
        LinearSkinning skinning = new LinearSkinning(model);
        double[] wanted = new double[3 * model.vertexCount()];
        for (int f = 0; f < clip.motion().frameCount(); f++) {
            skinning.positions(clip.motion(), f, wanted);
            double off = HalfwayRule.largest(player.positions(0, f / clip.framesPerSecond()), wanted);
            assertThat(off).as("frame %d", f).isLessThan(1e-5 * size + 4e-6 * far);
        }
    }

    /** Names of the nodes that animate each property, in file order. */
    private static Map<String, List<String>> channels(Path file) throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(12);
        JsonNode root = JsonMapper.shared().readTree(bytes, 20, length);
        Map<String, List<String>> channels = new LinkedHashMap<>();
        for (JsonNode channel : root.at("/animations/0/channels")) {
            String name = root.at("/nodes/" + channel.at("/target/node").asInt() + "/name")
                    .asString();
            channels.computeIfAbsent(channel.at("/target/path").asString(), path -> new ArrayList<>())
                    .add(name);
        }
        return channels;
    }
}
