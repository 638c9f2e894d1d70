package dev.sinew.io.gltf.blend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.InvalidInputs;
import dev.sinew.io.ModelFile;
import dev.sinew.io.file.JsonValue;
import dev.sinew.io.gltf.GltfPlayer;
import dev.sinew.io.gltf.Interop;
import dev.sinew.io.gltf.SequenceData;
import dev.sinew.io.gltf.TinyGltf;
import dev.sinew.io.gltf.blend.GltfEdit.AccessorUses;
import dev.sinew.io.gltf.document.GltfContainer;
import dev.sinew.io.gltf.document.GltfDocument;
import dev.sinew.linearize.Linearization;
import dev.sinew.linearize.LinearizeInput;
import dev.sinew.linearize.LinearizeOptions;
import dev.sinew.linearize.LinearizeResult.CurvePoint;
import dev.sinew.linearize.RangeOfMotion;
import dev.sinew.math.Affine3;
import dev.sinew.mesh.Box;
import dev.sinew.model.BlendBones;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.LinearizedModel;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.SkinningOperator;
import dev.sinew.run.Progress;
import dev.sinew.skin.BlendBoneSkinning;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A rigged file written again with blend bones: what changes, what does not, and how it plays. */
class BlendBoneFileTest {
    @TempDir
    Path folder;

    private final TinyGltf gltf = new TinyGltf();

    /** The model with one blend bone halfway between two bones, with half of every vertex's weight on it. */
    private static LinearizedModel halfway(SkinnedModel model, int a, int b, SkinningOperator operator) {
        int n = model.vertexCount();
        int masters = model.boneCount();
        int[] bones = new int[2 * n];
        double[] weights = new double[2 * n];
        Arrays.fill(weights, 0.5);
        for (int i = 0; i < n; i++) {
            bones[2 * i] = model.weights().bones()[i * model.weights().influences()];
            bones[2 * i + 1] = masters;
        }
        BlendBones blend = new BlendBones(operator, SkinWeights.of(2, new int[] {a, b}, new double[] {0.5, 0.5}));
        List<String> names = new java.util.ArrayList<>(model.skeleton().names());
        names.add("blend_00");
        int[] parents = Arrays.copyOf(model.skeleton().parents(), masters + 1);
        parents[masters] = Skeleton.NONE;
        double[] pivots = Arrays.copyOf(model.skeleton().pivots(), 3 * masters + 3);
        pivots[3 * masters] = 0.25;
        SkinnedModel made = new SkinnedModel(
                model.rest(),
                SkinWeights.of(2, bones, weights),
                new Skeleton(names, parents, pivots),
                model.boneType(),
                List.of());
        return new LinearizedModel(made, blend);
    }

    /** Compares the written file's vertices with blend bones computed from the source at that time. */
    private static void check(GltfPlayer source, LinearizedModel model, Path made, double seconds, double off) {
        GltfPlayer player = GltfPlayer.open(made);
        double[] wanted = new double[3 * model.model().vertexCount()];
        new BlendBoneSkinning(model.model(), model.blendBones()).positions(source.matrices(0, seconds), 0, wanted);
        assertThat(player.positions(0, seconds)).containsExactly(wanted, within(off));
    }

    @ParameterizedTest
    @CsvSource({
        "CesiumMan, DUAL_QUATERNION",
        "RiggedFigure, SCALED_DUAL_QUATERNION",
        "RiggedFigure, ITERATIVE_DUAL_QUATERNION"
    })
    void keepsCharacters(String name, SkinningOperator operator) throws Exception {
        Path file = SequenceData.shared("characters").resolve(name + ".glb");
        GltfPlayer source = GltfPlayer.open(file);
        BoneMotion poses = RangeOfMotion.defaults().poses(source.restPose(), 12);
        LinearizedModel model = Linearization.linearize(
                        new LinearizeInput(source.model(), poses),
                        LinearizeOptions.defaults(new LinearizeOptions.BlendBones(5))
                                .withOperator(operator),
                        Progress.SILENT)
                .fitted()
                .model();
        Path made = folder.resolve(name + "-" + operator.word() + ".glb");
        BlendBoneWriter.write(GltfPlayer.open(file), model, made);
        Interop.keepForeign(made);
        checkPlayed(source, model, made);
        checkExtension(source, model, made);
        checkUnchanged(file, made);
    }

    /** Measured values with some margin: see docs/benchmarks.md. */
    @Test
    void errorsOnCesiumManStayLow() {
        GltfPlayer source = GltfPlayer.open(SequenceData.shared("characters").resolve("CesiumMan.glb"));
        BoneMotion poses = RangeOfMotion.defaults().poses(source.restPose(), 12);
        List<CurvePoint> curve = Linearization.linearize(
                        new LinearizeInput(source.model(), poses),
                        LinearizeOptions.defaults(new LinearizeOptions.BlendBones(10)),
                        Progress.SILENT)
                .curve();
        assertThat(curve.get(0).envelopingError()).isCloseTo(33.7, within(0.2));
        assertThat(curve.get(10).envelopingError()).isLessThan(14.6);
    }

    private static void checkPlayed(GltfPlayer source, LinearizedModel model, Path made) {
        double size = Box.around(source.model().rest().positions()).diagonal();
        double length = source.duration(0);
        for (double part : new double[] {0, 0.2, 0.33, 0.5, 0.71, 1}) {
            check(source, model, made, part * length, 4e-4 * size);
        }
    }

    /** The file alone is enough to drive new motion. */
    private static void checkExtension(GltfPlayer source, LinearizedModel model, Path made) {
        LinearizedModel read = ModelFile.read(made).linearized().orElseThrow();
        BoneMotion motion = source.model().clips().get(0).motion();
        double[] wanted = new double[3 * source.model().vertexCount()];
        double[] got = new double[wanted.length];
        new BlendBoneSkinning(model.model(), model.blendBones()).positions(motion.matrices(), 0, wanted);
        new BlendBoneSkinning(read.model(), read.blendBones()).positions(motion.matrices(), 0, got);
        assertThat(got).containsExactly(wanted, within(1e-5));
    }

    private static void checkUnchanged(Path before, Path after) {
        JsonNode a = GltfContainer.read(before).root();
        JsonNode b = GltfContainer.read(after).root();
        Set<String> changed = Set.of("nodes", "skins", "animations", "accessors", "bufferViews", "buffers", "meshes");
        a.propertyStream()
                .filter(member -> !changed.contains(member.getKey()))
                .forEach(member -> assertThat(b.get(member.getKey())).isEqualTo(member.getValue()));
        for (int n = 0; n < a.get("nodes").size(); n++) {
            ObjectNode was = (ObjectNode) a.get("nodes").get(n);
            ObjectNode is = (ObjectNode) b.get("nodes").get(n).deepCopy();
            if (!was.equals(is)) {
                assertThat(is.get("children").size())
                        .isGreaterThan(was.get("children").size());
                is.set("children", was.get("children"));
            }
            assertThat(is).isEqualTo(was);
        }
        for (int c = 0; c < a.get("animations").get(0).get("channels").size(); c++) {
            assertThat(b.get("animations").get(0).get("channels").get(c))
                    .isEqualTo(a.get("animations").get(0).get("channels").get(c));
        }
        GltfDocument was = GltfDocument.open(before);
        GltfDocument is = GltfDocument.open(after);
        if (a.has("images")) {
            int view = a.get("images").get(0).get("bufferView").asInt();
            assertThat(is.view(is.list("bufferViews").get(view)))
                    .isEqualTo(was.view(was.list("bufferViews").get(view)));
        }
    }

    /** Node 0 shows the mesh with skin 0; nodes 1 and 2 are its joints. */
    private void twoJoints() {
        gltf.node("mesh").put("mesh", 0).put("skin", 0);
        TinyGltf.put(gltf.node("a"), "translation", 0, 0, 0);
        TinyGltf.put(gltf.node("b"), "translation", 1, 0, 0);
        ((ObjectNode) gltf.list("nodes").get(1)).putArray("children").add(2);
        gltf.skin(1, 2);
        gltf.triangle(0, 1, 1);
        gltf.list("scenes").addObject().putArray("nodes").add(0).add(1);
    }

    private void bindWhereTheyAre() {
        int binds = gltf.floats(
                "MAT4", 16, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, 0,
                0, 1);
        ((ObjectNode) gltf.list("skins").get(0)).put("inverseBindMatrices", binds);
    }

    private void rotateB(String interpolation) {
        double half = Math.sqrt(0.5);
        gltf.channel(
                2,
                "rotation",
                interpolation,
                gltf.floats("SCALAR", 1, 0, 1),
                gltf.floats("VEC4", 4, 0, 0, 0, 1, 0, 0, half, half));
    }

    private Path written(SkinningOperator operator) throws Exception {
        Path file = gltf.write(folder.resolve("in.gltf"));
        Path made = folder.resolve("out.glb");
        BlendBoneWriter.write(
                GltfPlayer.open(file), halfway(GltfPlayer.open(file).model(), 0, 1, operator), made);
        return made;
    }

    private void checkAt(Path made, SkinningOperator operator, double... seconds) {
        GltfPlayer source = GltfPlayer.open(folder.resolve("in.gltf"));
        LinearizedModel model = halfway(source.model(), 0, 1, operator);
        for (double time : seconds) {
            check(source, model, made, time, 1e-3);
        }
    }

    @Test
    void addsNodeAboveRootJoint() throws Exception {
        twoJoints();
        rotateB("LINEAR");
        gltf.root.putObject("extras").put("author", "me");
        Path made = written(SkinningOperator.DUAL_QUATERNION);
        checkAt(made, SkinningOperator.DUAL_QUATERNION, 0, 0.3, 0.5, 0.9, 1);
        JsonNode root = GltfContainer.read(made).root();
        assertThat(root.get("nodes").get(3).get("name").asString()).isEqualTo("blend_root");
        assertThat(root.get("nodes").get(3).get("children").toString()).isEqualTo("[1,4]");
        assertThat(root.get("scenes").get(0).get("nodes").toString()).isEqualTo("[0,3]");
        assertThat(root.get("extras").get("author").asString()).isEqualTo("me");
        assertThat(root.get("skins").get(0).get("joints").toString()).isEqualTo("[1,2,4]");
    }

    @Test
    void aFractionOfOneJointsRotationIsAConstraintToo() throws Exception {
        twoJoints();
        bindWhereTheyAre();
        rotateB("LINEAR");
        Path made = written(SkinningOperator.DUAL_QUATERNION);
        checkAt(made, SkinningOperator.DUAL_QUATERNION, 0, 0.3, 0.7, 1);
        JsonNode root = GltfContainer.read(made).root();
        JsonNode blend = root.get("nodes").get(3);
        assertThat(root.get("nodes").get(1).get("children").get(1).asInt()).isEqualTo(3);
        assertThat(blend.get("translation")).isEqualTo(root.get("nodes").get(2).get("translation"));
        JsonNode constraint =
                blend.get("extensions").get("VRMC_node_constraint").get("constraint");
        assertThat(constraint.get("rotation").get("source").asInt()).isEqualTo(2);
        assertThat(constraint.get("rotation").get("weight").asDouble()).isEqualTo(0.5);
        assertThat(root.get("extensionsUsed").toString()).contains("VRMC_node_constraint");
        assertThat(root.has("extensionsRequired")).isFalse();
    }

    @Test
    void bonesThatNoConstraintMovesAsWellHaveNone() throws Exception {
        twoJoints();
        bindWhereTheyAre();
        rotateB("LINEAR");
        // A translation of the joint, which a rotation constraint does not follow.
        gltf.channel(
                2, "translation", "LINEAR", gltf.floats("SCALAR", 1, 0, 1), gltf.floats("VEC3", 3, 1, 0, 0, 1.5, 0, 0));
        Path made = written(SkinningOperator.DUAL_QUATERNION);
        assertThat(GltfContainer.read(made).root().toString()).doesNotContain("VRMC_node_constraint");
    }

    @Test
    void keepsJumps() throws Exception {
        twoJoints();
        rotateB("STEP");
        Path made = written(SkinningOperator.DUAL_QUATERNION);
        checkAt(made, SkinningOperator.DUAL_QUATERNION, 0, 0.5, 0.999, 1);
    }

    @Test
    void handlesNonUniformScaleAboveAndInJoints() throws Exception {
        twoJoints();
        // The joints are children of an animated node with non-uniform scale, so blend bones need another parent
        TinyGltf.put(gltf.node("squeeze"), "scale", 1, 2, 1);
        ((ObjectNode) gltf.list("nodes").get(3)).putArray("children").add(1);
        ((ObjectNode) gltf.list("scenes").get(0)).putArray("nodes").add(0).add(3);
        rotateB("LINEAR");
        gltf.channel(
                3, "translation", "LINEAR", gltf.floats("SCALAR", 1, 0, 0.7), gltf.floats("VEC3", 3, 0, 0, 0, 0, 0, 3));
        Path made = written(SkinningOperator.SCALED_DUAL_QUATERNION);
        checkAt(made, SkinningOperator.SCALED_DUAL_QUATERNION, 0, 0.2, 0.5, 0.7, 1);
    }

    @Test
    void blendBonesFollowTheNodeAboveTheJoints() throws Exception {
        twoJoints();
        TinyGltf.put(gltf.node("armature"), "scale", 0.01, 0.01, 0.01);
        ObjectNode armature = (ObjectNode) gltf.list("nodes").get(3);
        TinyGltf.put(armature, "translation", 4, 5, 6);
        armature.putArray("children").add(1);
        ((ObjectNode) gltf.list("scenes").get(0)).putArray("nodes").add(0).add(3);
        gltf.list("skins").get(0);
        ((ObjectNode) gltf.list("skins").get(0)).put("skeleton", 1);
        rotateB("LINEAR");
        Path made = written(SkinningOperator.DUAL_QUATERNION);
        checkAt(made, SkinningOperator.DUAL_QUATERNION, 0, 0.5, 1);
        JsonNode root = GltfContainer.read(made).root();
        assertThat(root.get("nodes").get(3).get("children").toString()).isEqualTo("[1,4]");
        assertThat(root.get("skins").get(0).get("skeleton").asInt()).isEqualTo(3);
    }

    @Test
    void handlesMeshWithTwoSkinsMorphTargetsAndEightInfluences() throws Exception {
        twoJoints();
        gltf.node("other").put("mesh", 0).put("skin", 1);
        TinyGltf.put(gltf.node("c"), "translation", 0, 7, 0);
        ((ArrayNode) gltf.list("scenes").get(0).get("nodes")).add(3).add(4);
        gltf.skin(4, 4);
        ObjectNode primitive =
                (ObjectNode) gltf.list("meshes").get(0).get("primitives").get(0);
        ObjectNode attributes = (ObjectNode) primitive.get("attributes");
        attributes.put("JOINTS_1", gltf.bytes("VEC4", 4, new int[12]));
        attributes.put("WEIGHTS_1", gltf.floats("VEC4", 4, new double[12]));
        int target = gltf.floats("VEC3", 3, 0, 0, 1, 0, 0, 1, 0, 0, 1);
        primitive.putArray("targets").addObject().put("POSITION", target);
        rotateB("LINEAR");
        Path file = gltf.write(folder.resolve("in.gltf"));
        SkinnedModel model = GltfPlayer.open(file).model();
        assertThat(model.vertexCount()).isEqualTo(6);
        int n = model.boneCount();
        // The second skin's vertices keep their bone
        LinearizedModel all = halfway(model, 0, 1, SkinningOperator.DUAL_QUATERNION);
        int[] bones = all.model().weights().bones().clone();
        double[] weights = all.model().weights().weights().clone();
        for (int i = 3; i < 6; i++) {
            bones[2 * i] = model.weights().bones()[i * model.weights().influences()];
            weights[2 * i] = 1;
            weights[2 * i + 1] = 0;
        }
        SkinnedModel some = new SkinnedModel(
                model.rest(), SkinWeights.of(2, bones, weights), all.model().skeleton(), model.boneType(), List.of());
        Path made = folder.resolve("out.glb");
        LinearizedModel linearized = new LinearizedModel(some, all.blendBones());
        BlendBoneWriter.write(GltfPlayer.open(file), linearized, made);
        check(GltfPlayer.open(file), linearized, made, 0.6, 1e-3);
        JsonNode root = GltfContainer.read(made).root();
        assertThat(root.get("meshes").size()).isEqualTo(2);
        assertThat(root.get("skins").get(1).get("joints").size()).isEqualTo(2);
        JsonNode first = root.get("meshes").get(0).get("primitives").get(0);
        assertThat(first.get("attributes").has("JOINTS_1")).isFalse();
        assertThat(first.get("targets").get(0).get("POSITION").asInt()).isEqualTo(target);
        assertThat(n).isEqualTo(3);
    }

    @Test
    void embedsExternalBuffersAndImages() throws Exception {
        twoJoints();
        rotateB("LINEAR");
        byte[] png = {(byte) 0x89, 'P', 'N', 'G', 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3};
        Files.createDirectory(folder.resolve("parts"));
        Files.write(folder.resolve("parts").resolve("data.bin"), gltf.buffer());
        Files.write(folder.resolve("parts").resolve("skin 1.png"), png);
        gltf.list("images").addObject().put("uri", "parts/skin%201.png");
        gltf.list("images").addObject().put("uri", "lost.png");
        Path file = gltf.write(folder.resolve("in.gltf"), "parts/data.bin");
        Path made = Files.createDirectory(folder.resolve("elsewhere")).resolve("out.gltf");
        LinearizedModel model = halfway(GltfPlayer.open(file).model(), 0, 1, SkinningOperator.DUAL_QUATERNION);
        assertThat(BlendBoneWriter.write(GltfPlayer.open(file), model, made).notes())
                .singleElement()
                .asString()
                .contains("lost.png");
        check(GltfPlayer.open(file), model, made, 0.5, 1e-3);
        GltfDocument document = GltfDocument.open(made);
        JsonValue image = document.list("images").get(0);
        assertThat(image.get("mimeType").text()).isEqualTo("image/png");
        byte[] got = new byte[png.length];
        document.view(document.follow(image.get("bufferView"), "bufferViews")).get(got);
        assertThat(got).isEqualTo(png);
    }

    @Test
    void leavesNoUnusedAccessors() throws Exception {
        twoJoints();
        rotateB("LINEAR");
        JsonNode root =
                GltfContainer.read(written(SkinningOperator.DUAL_QUATERNION)).root();
        Set<Integer> used = AccessorUses.of(root);
        assertThat(used).hasSize(root.get("accessors").size());
        Set<Integer> views = AccessorUses.otherViews(root);
        root.get("accessors").forEach(accessor -> views.addAll(AccessorUses.views(accessor)));
        assertThat(views)
                .containsAll(java.util.stream.IntStream.range(
                                0, root.get("bufferViews").size())
                        .boxed()
                        .toList());
    }

    @Test
    void rejectsInvalidExtensions() throws Exception {
        twoJoints();
        ObjectNode extension =
                ((ObjectNode) gltf.list("skins").get(0)).putObject("extensions").putObject("SINEW_blend_bones");
        extension.put("version", 1).put("operator", "magic").putArray("blendBones");
        Path file = gltf.write(folder.resolve("in.gltf"));
        assertThat(InvalidInputs.of(() -> GltfPlayer.open(file))).contains("magic");
        extension.put("operator", "dqs");
        ObjectNode bone = extension.putArray("blendBones").addObject().put("joint", 9);
        TinyGltf.put(bone, "drivers", 0);
        TinyGltf.put(bone, "weights", 1);
        gltf.write(file);
        assertThat(InvalidInputs.of(() -> GltfPlayer.open(file))).contains("there are 2 joints");
        bone.put("joint", 0);
        gltf.write(file);
        assertThat(InvalidInputs.of(() -> GltfPlayer.open(file))).contains("drives bone 'a'");
    }

    @Test
    void rejectsSingularInverseBindMatrices() throws Exception {
        twoJoints();
        double[] binds = new double[32];
        for (int k = 0; k < 4; k++) {
            binds[5 * k] = 1;
            binds[16 + 5 * k] = k == 1 ? 0 : 1;
        }
        ((ObjectNode) gltf.list("skins").get(0)).put("inverseBindMatrices", gltf.floats("MAT4", 16, binds));
        GltfPlayer player = GltfPlayer.open(gltf.write(folder.resolve("in.gltf")));
        assertThat(InvalidInputs.of(player::requireInvertibleBinds)).contains("joint 'b' is singular");
    }

    @Test
    void affineDecompositionKeepsMotion() {
        double[] locals = new double[24];
        Affine3.identity(locals, 0);
        Affine3.identity(locals, 12);
        locals[12] = 2;
        locals[13] = 0.5;
        BlendCurves curves = new BlendCurves(BlendCurves.Form.AFFINE, new double[] {0, 1}, locals);
        double[] middle = new double[12];
        curves.halfway(0, middle);
        assertThat(middle[0]).isCloseTo(1.5, within(0.1));
    }
}
