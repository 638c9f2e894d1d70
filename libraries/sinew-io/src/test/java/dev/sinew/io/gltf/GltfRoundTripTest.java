package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.Models;
import dev.sinew.io.gltf.document.BinaryBuilder;
import dev.sinew.io.gltf.document.GltfContainer;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.skin.LinearSkinning;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class GltfRoundTripTest {
    private static final int FRAMES = 40;

    @TempDir
    Path folder;

    private WrittenModel written;

    /** Every frame within 1e-5 of the size, halfway within the rule, equal bytes for equal input. */
    private SkinnedModel check(String name, SkinnedModel model) throws Exception {
        Path file = folder.resolve(name + ".glb");
        written = Models.write(model, file);
        assertThat(written.bytes()).isEqualTo(Files.size(file));
        assertThat(written.notes()).isEmpty();
        Path again = folder.resolve(name + "-again.glb");
        Models.write(model, again);
        assertThat(Files.mismatch(file, again)).as("first byte that differs").isEqualTo(-1L);
        Interop.keep(file);
        GltfPlayer player = GltfPlayer.open(file);
        checkModel(player.model(), model);
        for (int c = 0; c < model.clips().size(); c++) {
            checkClip(player, model, c);
            if (model.boneType() == BoneType.AFFINE) {
                HalfwayRule.check(player, c);
            }
        }
        return player.model();
    }

    private static void checkModel(SkinnedModel read, SkinnedModel model) {
        assertThat(read.boneType()).isEqualTo(model.boneType());
        assertThat(read.skeleton().names()).isEqualTo(model.skeleton().names());
        assertThat(read.skeleton().parents()).isEqualTo(model.skeleton().parents());
        assertThat(read.skeleton().pivots())
                .containsExactly(Arrays.stream(model.skeleton().pivots())
                        .map(x -> (float) x)
                        .toArray());
        assertThat(read.rest().positions()).isEqualTo(model.rest().positions());
        assertThat(read.rest().triangleCount()).isEqualTo(model.rest().triangleCount());
        assertThat(read.clips()).hasSameSizeAs(model.clips());
        assertThat(read.weights().maxInfluences()).isEqualTo(model.weights().maxInfluences());
    }

    private static void checkClip(GltfPlayer player, SkinnedModel model, int c) {
        Clip wanted = model.clips().get(c);
        Clip got = player.model().clips().get(c);
        assertThat(got.name()).isEqualTo(wanted.name());
        assertThat(got.framesPerSecond()).isEqualTo(wanted.framesPerSecond());
        assertThat(got.motion().frameCount()).isEqualTo(wanted.motion().frameCount());
        double size = Box.around(model.rest().positions()).diagonal();
        double[] a = new double[3 * model.vertexCount()];
        double[] b = new double[a.length];
        for (int f = 0; f < wanted.motion().frameCount(); f++) {
            new LinearSkinning(model).positions(wanted.motion(), f, a);
            new LinearSkinning(player.model()).positions(got.motion(), f, b);
            assertThat(HalfwayRule.largest(a, b)).as("frame %d", f).isLessThan(1e-5 * size);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.001, 0.05, 0.3, 0.8, 2})
    void affineBones(double wild) throws Exception {
        BoneMotion motion = TestModels.affine(6, FRAMES, wild, 1);
        check("affine-" + wild, TestModels.model(TestModels.tube(20, 12), 6, 4, BoneType.AFFINE, motion));
    }

    @Test
    void affineBonesThatOnlyRotate() throws Exception {
        BoneMotion fast = TestModels.similarity(6, FRAMES, 0.7, 0, 3);
        check("affine-turning-fast", TestModels.model(TestModels.tube(20, 12), 6, 4, BoneType.AFFINE, fast));
        assertThat(written.insertedKeys()).isPositive();
        BoneMotion motion = TestModels.similarity(6, FRAMES, 0.1, 0, 3);
        check("affine-turning", TestModels.model(TestModels.tube(20, 12), 6, 4, BoneType.AFFINE, motion));
        // Equal singular values everywhere: the inner node never rotates, the outer one never scales non-uniformly.
        assertThat(written.keys()).isLessThanOrEqualTo(6L * 2 * FRAMES);
        assertThat(written.insertedKeys()).isZero();
    }

    @Test
    void affineBonesMirrored() throws Exception {
        BoneMotion motion = TestModels.affine(6, FRAMES, 0.2, 5);
        double[] mirrored = motion.matrices().clone();
        for (int at = 0; at < mirrored.length; at += BoneMotion.STRIDE) {
            for (int k = 0; k < 4; k++) {
                mirrored[at + k] = -mirrored[at + k];
            }
        }
        BoneMotion through = new BoneMotion(6, FRAMES, mirrored);
        check("affine-mirrored", TestModels.model(TestModels.tube(20, 12), 6, 4, BoneType.AFFINE, through, motion));
    }

    @Test
    void affineBonesWithTwoEqualScales() throws Exception {
        BoneMotion turning = TestModels.similarity(4, FRAMES, 0.5, 0, 8);
        double[] m = new double[turning.matrices().length];
        double[] stretch = new double[12];
        for (int at = 0; at < m.length; at += BoneMotion.STRIDE) {
            int f = at / BoneMotion.STRIDE / 4;
            double along = 1 + 0.3 * Math.sin(0.3 * f);
            Arrays.fill(stretch, 0);
            stretch[0] = along;
            stretch[5] = 1 / Math.sqrt(along);
            stretch[10] = stretch[5];
            dev.sinew.math.Affine3.multiply(turning.matrices(), at, stretch, 0, m, at);
        }
        BoneMotion motion = new BoneMotion(4, FRAMES, m);
        check("affine-axial", TestModels.model(TestModels.tube(20, 12), 4, 4, BoneType.AFFINE, motion));
    }

    @Test
    void affineBonesThatCollapse() throws Exception {
        BoneMotion motion = TestModels.affine(3, FRAMES, 0.3, 9);
        double[] m = motion.matrices();
        for (int f = 10; f < 14; f++) {
            // Flat, a line, a point, a point
            int from = motion.offset(f, 1);
            for (int k = 0; k < 12; k++) {
                boolean kept = k % 4 == 3 || k / 4 >= 3 - Math.max(0, 12 - f);
                m[from + k] = kept ? m[from + k] : 0;
            }
        }
        check("affine-collapsing", TestModels.model(TestModels.tube(20, 12), 3, 3, BoneType.AFFINE, motion));
    }

    @Test
    void rigidBones() throws Exception {
        BoneMotion motion = TestModels.similarity(6, FRAMES, 0.7, 0, 3);
        check("rigid", TestModels.model(TestModels.tube(20, 12), 6, 3, BoneType.RIGID, motion));
    }

    @Test
    void similarityBones() throws Exception {
        BoneMotion motion = TestModels.similarity(6, FRAMES, 0.7, 0.4, 3);
        check("similarity", TestModels.model(TestModels.tube(20, 12), 6, 3, BoneType.SIMILARITY, motion));
    }

    private static SkinnedModel chained(SkinnedModel model) {
        Skeleton skeleton = model.skeleton();
        int[] parents = IntStream.range(0, model.boneCount()).map(j -> j - 1).toArray();
        return new SkinnedModel(
                model.rest(),
                model.weights(),
                new Skeleton(skeleton.names(), parents, skeleton.pivots()),
                model.boneType(),
                model.clips());
    }

    @Test
    void rigidChainOnlyRotates() throws Exception {
        BoneMotion motion = TestModels.chain(6, FRAMES, 0.5);
        check("chain", chained(TestModels.model(TestModels.tube(20, 12), 6, 3, BoneType.RIGID, motion)));
        // One translation (of the root, which moves evenly) and six rotations.
        assertThat(written.keys()).isLessThanOrEqualTo(2 + 6 * FRAMES);
    }

    @Test
    void rigidBonesThatDriftFromTheirParents() throws Exception {
        BoneMotion motion = TestModels.similarity(6, FRAMES, 0.7, 0, 3);
        check("drifting-chain", chained(TestModels.model(TestModels.tube(20, 12), 6, 3, BoneType.RIGID, motion)));
    }

    @Test
    void similarityChainInheritsScale() throws Exception {
        BoneMotion motion = TestModels.similarity(5, FRAMES, 0.4, 0.5, 4);
        check(
                "similarity-chain",
                chained(TestModels.model(TestModels.tube(20, 12), 5, 3, BoneType.SIMILARITY, motion)));
    }

    @Test
    void similarityChainWithZeroScaleParentIsWrittenFlat() throws Exception {
        BoneMotion motion = TestModels.similarity(5, FRAMES, 0.4, 0.5, 4);
        for (int k = 0; k < 12; k++) {
            motion.matrices()[motion.offset(7, 2) + k] *= k % 4 == 3 ? 1 : 0;
        }
        check("vanishing-chain", chained(TestModels.model(TestModels.tube(20, 12), 5, 3, BoneType.SIMILARITY, motion)));
    }

    @Test
    void affineChainKeepsItsParents() throws Exception {
        BoneMotion motion = TestModels.affine(5, FRAMES, 0.2, 4);
        check("affine-chain", chained(TestModels.model(TestModels.tube(20, 12), 5, 3, BoneType.AFFINE, motion)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 9, 12, 13, 16})
    void influences(int count) throws Exception {
        BoneMotion motion = TestModels.affine(20, 5, 0.2, 4);
        SkinnedModel model = TestModels.model(TestModels.tube(9, 5), 20, count, BoneType.AFFINE, motion);
        SkinnedModel read = check("influences-" + count, model);
        assertThat(read.weights().influences()).isEqualTo(count);
        for (int i = 0; i < model.vertexCount(); i++) {
            double[] dense = new double[20];
            for (int at = i * count; at < (i + 1) * count; at++) {
                dense[model.weights().bones()[at]] += model.weights().weights()[at];
                dense[read.weights().bones()[at]] -= read.weights().weights()[at];
            }
            assertThat(dense).containsOnly(new double[] {0}, within(1e-6));
        }
    }

    @Test
    void moreThan256Bones() throws Exception {
        BoneMotion motion = TestModels.affine(300, 4, 0.2, 4);
        check("many-bones", TestModels.model(TestModels.tube(400, 4), 300, 4, BoneType.AFFINE, motion));
    }

    @Test
    void moreThan65535Vertices() throws Exception {
        BoneMotion motion = TestModels.affine(3, 3, 0.2, 4);
        Path file = folder.resolve("large.glb");
        SkinnedModel model = TestModels.model(TestModels.tube(70, 1000), 3, 2, BoneType.AFFINE, motion);
        Models.write(model, file);
        SkinnedModel read = Models.read(file);
        assertThat(read.rest().triangles()).isEqualTo(model.rest().triangles());
        assertThat(read.rest().positions()).isEqualTo(model.rest().positions());
    }

    @Test
    void severalClipsOfOddRates() throws Exception {
        SkinnedModel model = TestModels.model(
                TestModels.tube(10, 6),
                3,
                2,
                BoneType.AFFINE,
                TestModels.affine(3, 17, 0.2, 4),
                TestModels.affine(3, 1, 0.2, 5),
                TestModels.affine(3, 2, 0.2, 6));
        List<Clip> clips = List.of(
                new Clip("walk", 29.97, model.clips().get(0).motion()),
                new Clip("pose", 1e-3, model.clips().get(1).motion()),
                new Clip("été \"@@\"", 1000.0 / 3, model.clips().get(2).motion()));
        check("clips", new SkinnedModel(model.rest(), model.weights(), model.skeleton(), model.boneType(), clips));
    }

    @Test
    void staticClipKeepsItsLength() throws Exception {
        double[] m = new double[3 * FRAMES * 12];
        for (int at = 0; at < m.length; at += 12) {
            dev.sinew.math.Affine3.identity(m, at);
        }
        check("still", TestModels.model(TestModels.tube(10, 6), 3, 2, BoneType.AFFINE, new BoneMotion(3, FRAMES, m)));
        assertThat(written.keys()).isEqualTo(2);
        assertThat(GltfPlayer.open(folder.resolve("still.glb")).duration(0)).isEqualTo((FRAMES - 1) / 24f);
    }

    @Test
    void evenMotionNeedsTwoKeys() throws Exception {
        double[] m = new double[FRAMES * 12];
        for (int f = 0; f < FRAMES; f++) {
            dev.sinew.math.Affine3.identity(m, 12 * f);
            m[12 * f + 3] = 0.25 * f;
        }
        check("even", TestModels.model(TestModels.tube(10, 6), 1, 1, BoneType.AFFINE, new BoneMotion(1, FRAMES, m)));
        assertThat(written.keys()).isEqualTo(2);
    }

    @Test
    void noClips() throws Exception {
        SkinnedModel read = check("no-clips", TestModels.model(TestModels.tube(10, 6), 3, 2, BoneType.AFFINE));
        assertThat(read.clips()).isEmpty();
    }

    @Test
    void plainGltfHasTheSameContent() throws Exception {
        SkinnedModel model = TestModels.model(
                TestModels.dressedTube(12, 8), 6, 4, BoneType.AFFINE, TestModels.affine(6, FRAMES, 0.3, 1));
        Path glb = folder.resolve("a.glb");
        Path gltf = folder.resolve("a.gltf");
        Models.write(model, glb);
        WrittenModel plain = Models.write(model, gltf);
        assertThat(plain.bytes()).isEqualTo(Files.size(gltf));
        SkinnedModel a = Models.read(glb);
        SkinnedModel b = Models.read(gltf);
        assertThat(b.clips().get(0).motion().matrices())
                .isEqualTo(a.clips().get(0).motion().matrices());
        assertThat(b.rest().corners()).isEqualTo(a.rest().corners());
    }

    @Test
    void millimetresAndKilometres() throws Exception {
        for (double unit : new double[] {1e-3, 1e3}) {
            SkinnedModel model =
                    TestModels.model(TestModels.tube(20, 12), 6, 4, BoneType.AFFINE, TestModels.affine(6, 20, 0.3, 1));
            float[] scaled = model.rest().positions().clone();
            for (int k = 0; k < scaled.length; k++) {
                scaled[k] *= (float) unit;
            }
            double[] pivots =
                    Arrays.stream(model.skeleton().pivots()).map(x -> x * unit).toArray();
            double[] m = model.clips().get(0).motion().matrices().clone();
            for (int k = 3; k < m.length; k += 4) {
                m[k] *= unit;
            }
            check(
                    "unit-" + unit,
                    new SkinnedModel(
                            model.rest().withPositions(scaled),
                            model.weights(),
                            Skeleton.flat(pivots),
                            BoneType.AFFINE,
                            List.of(new Clip("clip", 30, new BoneMotion(6, 20, m)))));
        }
    }

    @Test
    void repeatedAndTinyWeights() throws Exception {
        Mesh mesh = Mesh.ofTriangles(new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0}, new int[] {0, 1, 2});
        SkinWeights weights = SkinWeights.of(4, new int[] {1, 1, 0, 2, 2, 1, 0, 0, 1, 0, 2, 0}, new double[] {
            0.3, 0.3, 0.4, 0, 1, 1e-60, 0, 0, 1 / 3.0, 1 / 3.0, 1 / 3.0, 0
        });
        SkinnedModel model = new SkinnedModel(
                mesh,
                weights,
                Skeleton.flat(TestModels.pivots(3)),
                BoneType.AFFINE,
                List.of(new Clip("c", 24, TestModels.affine(3, 6, 0.3, 2))));
        Path file = folder.resolve("weights.glb");
        Models.write(model, file);
        Interop.keep(file);
        SkinnedModel read = Models.read(file);
        assertThat(read.weights().influencesOf(0)).isEqualTo(2);
        assertThat(read.weights().weights()[0]).isEqualTo(0.6, within(1e-7));
        assertThat(read.weights().influencesOf(1)).isEqualTo(1);
    }

    @Test
    void rejections() {
        SkinnedModel model =
                TestModels.model(TestModels.tube(4, 3), 2, 1, BoneType.AFFINE, TestModels.affine(2, 2, 0.1, 1));
        assertThatThrownBy(() -> Models.write(model, folder.resolve("model.dae")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("written as .glb, .gltf, .usda, .usdz or .fbx");
        assertThatThrownBy(() -> Models.write(model, folder.resolve("model.fbx")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("does not include the module sinew-assimp");
        assertThatThrownBy(() -> Models.write(model, folder)).isInstanceOf(InvalidInputException.class);
        Clip frantic = new Clip("frantic", 1e60, model.clips().get(0).motion());
        SkinnedModel fast =
                new SkinnedModel(model.rest(), model.weights(), model.skeleton(), model.boneType(), List.of(frantic));
        assertThatThrownBy(() -> Models.write(fast, folder.resolve("fast.glb")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'frantic'");
        SkinnedModel sheared =
                new SkinnedModel(model.rest(), model.weights(), model.skeleton(), BoneType.RIGID, model.clips());
        assertThatThrownBy(() -> Models.write(sheared, folder.resolve("sheared.glb")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bones must be RIGID");
        BoneMotion lost = TestModels.affine(2, 3, 0.1, 1);
        lost.matrices()[lost.offset(2, 1) + 5] = Double.NaN;
        SkinnedModel broken = TestModels.model(TestModels.tube(4, 3), 2, 1, BoneType.AFFINE, lost);
        assertThatThrownBy(() -> Models.write(broken, folder.resolve("broken.glb")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'bone_01' in frame 2 by NaN");
        assertThat(folder.toFile().list()).isEmpty();
    }

    @Test
    void filesStayBelowTwoGibibytes() {
        ObjectNode root = GltfContainer.newRoot();
        BinaryBuilder binary = new BinaryBuilder(root);
        byte[] piece = new byte[1 << 26];
        for (int k = 0; k < 32; k++) {
            binary.view(piece, piece.length, BinaryBuilder.Target.OTHER);
        }
        assertThatThrownBy(() -> GltfContainer.write(folder.resolve("huge.glb"), root, binary))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("must be smaller than 2 GiB");
        assertThatThrownBy(() -> GltfContainer.write(folder.resolve("huge.gltf"), root, binary))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("must be smaller than 2 GiB");
        assertThat(folder.toFile().list()).isEmpty();
    }
}
