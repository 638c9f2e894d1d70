package dev.sinew.io.bvh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.bvh.Bvh.BvhWriter.BvhNames;
import dev.sinew.math.Affine3;
import dev.sinew.math.Quaternions;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.sample.catalogue.Samples;
import dev.sinew.sample.mannequin.Mannequin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class BvhTest {
    @TempDir
    private Path folder;

    @Test
    void writesHandMadeModelExactly() throws IOException {
        SkinnedModel model = chain(new double[] {0, 1, 0, 0, 3, 0}, 1, f -> new double[][] {{0, 0, 0}, {0, 0, 90}});
        Path file = folder.resolve("chain.bvh");
        Bvh.write(model, model.clips().get(0), file);
        assertThat(file).hasContent("""
                        HIERARCHY
                        ROOT bone_0
                        {
                        	OFFSET 0 0 0
                        	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
                        	JOINT bone_1
                        	{
                        		OFFSET 0 2 0
                        		CHANNELS 3 Zrotation Xrotation Yrotation
                        		End Site
                        		{
                        			OFFSET 0 1 0
                        		}
                        	}
                        }
                        MOTION
                        Frames: 1
                        Frame Time: 0.04
                        0 1 0 0 0 0 90 0 0
                        """);
    }

    @Test
    void keepsMotionOfMannequin() throws IOException {
        SkinnedModel model = new Mannequin().rigged(600, 40);
        BvhFile file = check(model, model.clips().get(0), "mannequin");
        assertThat(file.joints.stream().filter(j -> j.channels.size() == 6)).hasSize(1);
        assertThat(file.joints.stream().filter(BvhFile.Joint::isEndSite)).hasSize(5);
        assertThat(file.frameTime).isCloseTo(1.0 / 15, within(1e-9));
        assertThat(largestStep(file)).isLessThan(60);
    }

    @Test
    void putsEndSitesAtTheEndOfTheGeometry() throws IOException {
        SkinnedModel model = new Mannequin().rigged(2000, 1);
        BvhFile file = check(model, model.clips().get(0), "mannequin-rest");
        Box box = Box.around(model.rest().positions());
        double top = file.joints.stream()
                .filter(BvhFile.Joint::isEndSite)
                .mapToDouble(j -> j.place(0)[1])
                .max()
                .orElseThrow();
        double left = file.joints.stream()
                .filter(BvhFile.Joint::isEndSite)
                .mapToDouble(j -> j.place(0)[0])
                .max()
                .orElseThrow();
        assertThat(top).isCloseTo(box.maxY(), within(0.03));
        assertThat(left).isCloseTo(box.maxX(), within(0.05));
    }

    @Test
    void keepsMotionOfBiped() throws IOException {
        SkinnedModel model = Samples.modelNamed("biped").orElseThrow().make(500);
        for (Clip clip : model.clips()) {
            assertThat(largestStep(check(model, clip, "biped-" + clip.name()))).isLessThan(40);
        }
    }

    /** Joints that rotate through all orientations. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void writesContinuousAngles(int seed) throws IOException {
        Random random = new Random(seed);
        double[] axis = random.doubles(3, -1, 1).toArray();
        SkinnedModel model = chain(new double[] {0, 0, 0, 0, 1, 0, 0, 2, 0}, 200, f -> new double[][] {
            {3 * f, 0, 0}, {0, 7 * f * axis[0], 40 * Math.sin(0.1 * f)}, {85 * Math.sin(0.07 * f), 0, 5 * f * axis[1]}
        });
        BvhFile file = check(model, model.clips().get(0), "spinning-" + seed);
        assertThat(largestStep(file)).isLessThan(45);
    }

    @Test
    void isExactInGimbalLock() throws IOException {
        SkinnedModel model = chain(new double[] {0, 0, 0, 0, 1, 0}, 40, f ->
                new double[][] {{90, 0, 0}, {f < 20 ? 90 : -90, 9 * f, 0}});
        check(model, model.clips().get(0), "locked");
    }

    @Test
    void writesPositionsOfSlidingJoints() throws IOException {
        SkinnedModel straight = chain(new double[] {0, 0, 0, 0, 0, 0, 0, 1, 0}, 20, f ->
                new double[][] {{0, 0, 0}, {0, 5 * f, 0}, {0, 0, 3 * f}});
        double[] m = straight.clips().get(0).motion().matrices().clone();
        BoneMotion motion = straight.clips().get(0).motion();
        for (int f = 0; f < 20; f++) {
            for (int j = 0; j < 3; j++) {
                // Everything moves along z; the body also moves up and down relative to the moving node.
                m[motion.offset(f, j) + 11] += 0.2 * f;
                m[motion.offset(f, j) + 7] += j == 0 ? 0 : 0.1 * Math.sin(f);
            }
        }
        Clip clip = new Clip("travel", 25, new BoneMotion(3, 20, m));
        BvhFile file = check(withClip(straight, clip), clip, "travelling");
        assertThat(file.joints.get(0).channels).hasSize(6);
        assertThat(file.joints.get(1).channels).hasSize(6);
        assertThat(file.joints.get(2).channels).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 1, 2e5})
    void keepsPrecisionAtAnyScale(double scale) throws IOException {
        SkinnedModel model = chain(new double[] {0, 0, 0, 0.3 * scale, scale, 0}, 9, f ->
                new double[][] {{f, 2 * f, 3 * f}, {9 * f, 0, 4 * f}});
        check(model, model.clips().get(0), "scale");
    }

    @Test
    void removesUnsupportedCharactersFromNames() {
        assertThat(BvhNames.of(List.of("left arm", "left_arm", "a.b:c", " ", "{x}")))
                .containsExactly("left_arm", "left_arm_2", "a_b_c", "joint", "_x_");
    }

    @Test
    void rejectsModelsThatAreNotTreesOfRigidBones() {
        SkinnedModel chain = chain(new double[] {0, 0, 0, 0, 1, 0}, 2, f -> new double[2][3]);
        Path file = folder.resolve("no.bvh");
        SkinnedModel affine =
                new SkinnedModel(chain.rest(), chain.weights(), chain.skeleton(), BoneType.AFFINE, chain.clips());
        assertThatThrownBy(() -> Bvh.write(affine, chain.clips().get(0), file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("cannot write " + file + ": the model has affine bones, but BVH supports only rigid bones");
        SkinnedModel forest = new SkinnedModel(
                chain.rest(), chain.weights(), Skeleton.flat(chain.skeleton().pivots()), BoneType.RIGID, chain.clips());
        assertThatThrownBy(() -> Bvh.write(forest, chain.clips().get(0), file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("cannot write " + file
                        + ": 2 of the model's 2 bones have no parent, but BVH needs a single root");
        chain.clips().get(0).motion().matrices()[15] = Double.NaN;
        assertThatThrownBy(() -> Bvh.write(chain, chain.clips().get(0), file))
                .hasMessageContaining("bone 'bone_1' in frame 0 of clip 'clip' has the value NaN in its matrix");
        assertThat(file).doesNotExist();
    }

    /** Angles about x, y and z (x first) of each bone of a chain in frame f, in degrees, relative to the previous bone. */
    private interface Pose {
        double[][] at(int f);
    }

    private static SkinnedModel chain(double[] pivots, int frames, Pose pose) {
        int bones = pivots.length / 3;
        double[] m = new double[bones * frames * BoneMotion.STRIDE];
        for (int f = 0; f < frames; f++) {
            for (int j = 0; j < bones; j++) {
                int at = (f * bones + j) * BoneMotion.STRIDE;
                double[] local = about(pivots, j, pose.at(f)[j]);
                if (j == 0) {
                    System.arraycopy(local, 0, m, at, 12);
                } else {
                    Affine3.multiply(m, at - 12, local, 0, m, at);
                }
            }
        }
        double last = pivots[3 * bones - 2];
        float[] u = {0, 0, 0, 1, 0, 0, (float) pivots[3 * bones - 3], (float) last + 1, 0};
        Mesh mesh = Mesh.of(u, new int[] {0, 3}, new int[] {0, 1, 2}, Mesh.Surface.bare());
        SkinWeights weights = SkinWeights.of(1, new int[] {0, 0, bones - 1}, new double[] {1, 1, 1});
        int[] parents = new int[bones];
        Arrays.setAll(parents, j -> j - 1);
        List<String> names = java.util.stream.IntStream.range(0, bones)
                .mapToObj(j -> "bone_" + j)
                .toList();
        Clip clip = new Clip("clip", 25, new BoneMotion(bones, frames, m));
        return new SkinnedModel(mesh, weights, new Skeleton(names, parents, pivots), BoneType.RIGID, List.of(clip));
    }

    private static double[] about(double[] pivots, int j, double[] degrees) {
        double[] q = {0, 0, 0, 1};
        for (int x = 0; x < 3; x++) {
            double[] turn = new double[4];
            turn[x] = Math.sin(Math.toRadians(degrees[x]) / 2);
            turn[3] = Math.cos(Math.toRadians(degrees[x]) / 2);
            Quaternions.multiply(turn, 0, q, 0, q, 0);
        }
        double[] m = new double[12];
        Quaternions.toMatrix(q, 0, m, 0, 4);
        for (int r = 0; r < 3; r++) {
            m[4 * r + 3] = pivots[3 * j + r];
            for (int c = 0; c < 3; c++) {
                m[4 * r + 3] -= m[4 * r + c] * pivots[3 * j + c];
            }
        }
        return m;
    }

    private static SkinnedModel withClip(SkinnedModel model, Clip clip) {
        return new SkinnedModel(model.rest(), model.weights(), model.skeleton(), model.boneType(), List.of(clip));
    }

    /** Writes, reads, compares every joint in every frame, and keeps the file for three.js. */
    private BvhFile check(SkinnedModel model, Clip clip, String name) throws IOException {
        Path file = folder.resolve(name + ".bvh");
        Bvh.write(model, clip, file);
        BvhFile read = new BvhFile(file);
        double size = Box.around(model.rest().positions()).diagonal();
        assertThat(read.frames).isEqualTo(clip.motion().frameCount());
        List<BvhFile.Joint> joints =
                read.joints.stream().filter(j -> !j.isEndSite()).toList();
        assertThat(joints)
                .extracting(j -> j.name)
                .containsExactlyInAnyOrderElementsOf(model.skeleton().names());
        for (BvhFile.Joint joint : joints) {
            int j = model.skeleton().names().indexOf(joint.name);
            for (int f = 0; f < read.frames; f++) {
                double[] wanted = wanted(model, clip, f, j);
                double[] got = joint.place(f);
                for (int x = 0; x < 3; x++) {
                    assertThat(got[x]).as("%s, frame %d", joint.name, f).isCloseTo(wanted[x], within(2e-5 * size));
                }
            }
        }
        keep(model, clip, file, size);
        return read;
    }

    private static double[] wanted(SkinnedModel model, Clip clip, int f, int j) {
        double[] m = clip.motion().matrices();
        double[] c = model.skeleton().pivots();
        double[] at = new double[3];
        for (int x = 0; x < 3; x++) {
            int row = clip.motion().offset(f, j) + 4 * x;
            at[x] = m[row] * c[3 * j] + m[row + 1] * c[3 * j + 1] + m[row + 2] * c[3 * j + 2] + m[row + 3];
        }
        return at;
    }

    /** The format is described in proof/sinew-interop/bvh-check.mjs. */
    private static void keep(SkinnedModel model, Clip clip, Path file, double size) throws IOException {
        Path into = Files.createDirectories(Path.of("target", "interop", "bvh"));
        Files.copy(file, into.resolve(file.getFileName()), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        ObjectNode root = JsonMapper.shared().createObjectNode();
        root.put("file", file.getFileName().toString());
        root.put("size", size);
        root.put("framesPerSecond", clip.framesPerSecond());
        ObjectNode joints = root.putObject("joints");
        for (int j = 0; j < model.boneCount(); j++) {
            ArrayNode places = joints.putArray(model.skeleton().names().get(j));
            for (int f = 0; f < clip.motion().frameCount(); f++) {
                Arrays.stream(wanted(model, clip, f, j)).forEach(places::add);
            }
        }
        String name = file.getFileName().toString().replaceAll("\\.bvh$", ".joints.json");
        JsonMapper.shared().writeValue(into.resolve(name), root);
    }

    /** The largest change of an angle between frames, in degrees. */
    private static double largestStep(BvhFile file) {
        double largest = 0;
        for (BvhFile.Joint joint : file.joints) {
            for (int f = 1; f < file.frames; f++) {
                for (int c = joint.channels.size() - 3; c >= 0 && c < joint.channels.size(); c++) {
                    largest = Math.max(largest, Math.abs(joint.values[f][c] - joint.values[f - 1][c]));
                }
            }
        }
        return largest;
    }
}
