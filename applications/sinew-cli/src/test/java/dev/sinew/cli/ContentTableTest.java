package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.mesh.Material;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.twist.Muscles;
import dev.sinew.skin.ClipFrames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What becomes of everything that a model file can contain, in every command that reads and writes models: it is in the output, or a note
 * says what was left out, or the command refuses the file. The files decide, not the exit codes.
 */
class ContentTableTest {
    private static final String ONE_PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    @TempDir
    static Path folder;

    /** @param file that contains it */
    private record Content(String file, Predicate<ModelFile> isThere, String word) {}

    private static final Map<String, Content> CONTENTS = new LinkedHashMap<>();

    static {
        CONTENTS.put("meshes without a skin", new Content("hat.glb", file -> vertices(file) == 600, "mesh"));
        CONTENTS.put(
                "the names of meshes",
                new Content("hat.glb", file -> file.document().parts().size() == 2, "mesh"));
        CONTENTS.put(
                "the pose of the nodes",
                new Content("posed.glb", file -> file.document().pose().isPresent(), "pose"));
        CONTENTS.put(
                "clips", new Content("biped.glb", file -> clips(file).equals(List.of("walk", "wave", "idle")), "clip"));
        CONTENTS.put(
                "materials", new Content("biped.glb", file -> materials(file).contains("figure"), "material"));
        CONTENTS.put(
                "morph targets",
                new Content("shapes.glb", file -> !file.model().correctives().isEmpty(), "morph"));
        CONTENTS.put(
                "two layers", new Content("layers.glb", file -> file.layers().isPresent(), "layer"));
        CONTENTS.put(
                "blend bones",
                new Content("linear.glb", file -> file.linearized().isPresent(), "blend bones"));
        CONTENTS.put(
                "handles", new Content("handles.glb", file -> file.handles().isPresent(), "handles"));
        CONTENTS.put(
                "textures",
                new Content(
                        "foreign.glb",
                        file -> file.model().rest().surface().materials().stream()
                                .anyMatch(material -> material.texture().isPresent()),
                        "image"));
        for (String word : List.of(
                "KHR_lights_punctual",
                "cameras",
                "extras",
                "other scenes",
                "points and lines",
                "emission",
                "alpha masks")) {
            CONTENTS.put(
                    word,
                    new Content(
                            "foreign.glb",
                            file -> file.document().notes().stream().anyMatch(note -> note.contains(word)),
                            word));
        }
        CONTENTS.put("drivers", new Content("driven.glb", file -> file.drivers().isPresent(), "drive"));
        CONTENTS.put(
                "sliders", new Content("sliders.glb", file -> file.sliders().isPresent(), "slider"));
        CONTENTS.put(
                "a fallback skin",
                new Content("dense.glb", file -> file.fallback().isPresent(), "fallback"));
    }

    private static final Map<String, List<Object>> COMMANDS = new LinkedHashMap<>();

    static {
        COMMANDS.put("convert to .glb", List.of("convert", "IN", "-o", "OUT.glb"));
        COMMANDS.put("convert to .gltf", List.of("convert", "IN", "-o", "OUT.gltf"));
        COMMANDS.put("convert to .fbx", List.of("convert", "IN", "-o", "OUT.fbx"));
        COMMANDS.put("convert to .usdz", List.of("convert", "IN", "-o", "OUT.usdz"));
        COMMANDS.put("convert to .usda", List.of("convert", "IN", "-o", "OUT.usda"));
        COMMANDS.put("convert --quantize", List.of("convert", "IN", "--quantize", "-o", "OUT.glb"));
        COMMANDS.put("convert --compress-file", List.of("convert", "IN", "--compress-file", "-o", "OUT.glb"));
        COMMANDS.put("edit --rename", List.of("edit", "IN", "--rename", "FIRST=first", "-o", "OUT.glb"));
        COMMANDS.put("reduce", List.of("reduce", "IN", "--influences", "3", "-o", "OUT.glb"));
        COMMANDS.put("compress", List.of("compress", "IN", "--bones-per-vertex", "6", "-o", "OUT.glb"));
        COMMANDS.put("linearize", List.of("linearize", "IN", "--blend-bones", "1", "-o", "OUT.glb"));
        COMMANDS.put("retarget", List.of("retarget", "IN", "--motion", "IN", "--clip", "CLIP", "-o", "OUT.glb"));
    }

    @BeforeAll
    static void write() throws IOException {
        Path biped = folder.resolve("biped.glb");
        SinewRun.done("sample", "biped", "--vertices", 300, "-o", biped, "--quiet");
        edit(biped, folder.resolve("hat.glb"), root -> {
            ObjectNode hat =
                    root.withArray("nodes").addObject().put("name", "hat").put("mesh", 0);
            hat.putArray("translation").add(2).add(0).add(0);
            root.withArray("scenes")
                    .get(0)
                    .withArray("nodes")
                    .add(root.withArray("nodes").size() - 1);
        });
        edit(biped, folder.resolve("posed.glb"), root -> {
            for (var node : root.withArray("nodes")) {
                if (node.path("name").asString("").equals("arm_left")) {
                    ((ObjectNode) node)
                            .putArray("rotation")
                            .add(0)
                            .add(0.5)
                            .add(0)
                            .add(Math.sqrt(0.75));
                }
            }
        });
        edit(biped, folder.resolve("foreign.glb"), ContentTableTest::addForeign);
        SinewRun.done("sample", "flag", "--vertices", 200, "--frames", 8, "-o", folder.resolve("flag.pc2"), "--quiet");
        Path flag = folder.resolve("flag.obj");
        SinewRun.done("fit", flag, "--bones", 4, "--correctives", 2, "-o", folder.resolve("shapes.glb"), "--quiet");
        SinewRun.done("fit", flag, "--bones", 8, "--influences", "dense", "-o", folder.resolve("dense.glb"), "--quiet");
        SinewRun.done(
                "compress",
                folder.resolve("dense.glb"),
                "--bones-per-vertex",
                6,
                "-o",
                folder.resolve("layers.glb"),
                "--quiet");
        SinewRun.done("linearize", biped, "--blend-bones", 2, "-o", folder.resolve("linear.glb"), "--quiet");
        SinewRun.done("sample", "face", "--vertices", 200, "-o", folder.resolve("face.glb"), "--quiet");
        SinewRun.done(
                "fit",
                folder.resolve("face.glb"),
                "--morphs",
                "--bones",
                4,
                "-o",
                folder.resolve("sliders.glb"),
                "--quiet");
        List<String> places = Files.readAllLines(flag).stream()
                .filter(line -> line.startsWith("v "))
                .map(line -> line.substring(2))
                .toList();
        Files.writeString(folder.resolve("flag.tgf"), "1 " + places.get(10) + "\n2 " + places.get(150) + "\n#\n1 2\n");
        SinewRun.done(
                "weights",
                flag,
                "--handles",
                folder.resolve("flag.tgf"),
                "-o",
                folder.resolve("handles.glb"),
                "--quiet");
        drive();
    }

    /** What other programs write. */
    private static void addForeign(ObjectNode root) {
        ((ObjectNode) root.get("asset")).put("generator", "another program");
        root.withArray("extensionsUsed").add("KHR_lights_punctual");
        root.withArray("cameras").addObject().put("type", "perspective");
        root.withArray("scenes").addObject().put("name", "other");
        ((ObjectNode) root.withArray("nodes").get(0)).withObject("extras").put("tag", 1);
        ObjectNode mesh = (ObjectNode) root.withArray("meshes").get(0);
        ObjectNode lines = ((ObjectNode) mesh.withArray("primitives").get(0)).deepCopy();
        mesh.withArray("primitives").add(lines.put("mode", 1));
        root.withArray("images").addObject().put("uri", "data:image/png;base64," + ONE_PIXEL);
        root.withArray("textures").addObject().put("source", 0);
        ObjectNode material = (ObjectNode) root.withArray("materials").get(0);
        material.put("alphaMode", "MASK")
                .putArray("emissiveFactor")
                .add(1)
                .add(0)
                .add(0);
        material.withObject("pbrMetallicRoughness")
                .withObject("baseColorTexture")
                .put("index", 0);
    }

    /** Muscles that follow an arm. */
    private static void drive() {
        SkinnedModel truth = new Muscles().make(300);
        Models.write(new Muscles().still(300), folder.resolve("arm.glb"));
        List<Object> words = new ArrayList<>(List.of("drive", folder.resolve("arm.glb")));
        for (Clip clip : truth.clips().subList(0, 3)) {
            MeshSequences.write(ClipFrames.sequence(truth, clip), folder.resolve(clip.name() + ".pc2"));
            words.addAll(List.of("--examples", clip.name() + "=" + folder.resolve(clip.name() + ".obj")));
        }
        words.addAll(List.of("-o", folder.resolve("driven.glb"), "--quiet"));
        SinewRun.done(words.toArray());
    }

    private static void edit(Path from, Path to, java.util.function.Consumer<ObjectNode> change) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(from)).order(ByteOrder.LITTLE_ENDIAN);
        int length = in.getInt(12);
        ObjectNode root =
                (ObjectNode) JsonMapper.shared().readTree(new String(in.array(), 20, length, StandardCharsets.UTF_8));
        change.accept(root);
        byte[] json = JsonMapper.shared().writeValueAsBytes(root);
        int padded = (json.length + 3) / 4 * 4;
        int rest = in.capacity() - 20 - length;
        ByteBuffer out = ByteBuffer.allocate(20 + padded + rest).order(ByteOrder.LITTLE_ENDIAN);
        out.put(in.array(), 0, 8)
                .putInt(20 + padded + rest)
                .putInt(padded)
                .put(in.array(), 16, 4)
                .put(json);
        while (out.position() < 20 + padded) {
            out.put((byte) ' ');
        }
        Files.write(to, out.put(in.array(), 20 + length, rest).array());
    }

    private static int vertices(ModelFile file) {
        return file.model().vertexCount();
    }

    private static List<String> clips(ModelFile file) {
        return file.model().clips().stream().map(Clip::name).limit(3).toList();
    }

    private static List<String> materials(ModelFile file) {
        return file.model().rest().surface().materials().stream()
                .map(Material::name)
                .toList();
    }

    static Stream<Arguments> cells() {
        return CONTENTS.keySet().stream()
                .flatMap(content -> COMMANDS.keySet().stream().map(command -> Arguments.of(content, command)));
    }

    @ParameterizedTest
    @MethodSource("cells")
    void nothingIsLost(String what, String command) {
        Content content = CONTENTS.get(what);
        Path in = folder.resolve(content.file);
        ModelFile given = ModelFile.read(in);
        assertThat(content.isThere.test(given)).as(what + " in " + in).isTrue();
        Function<Object, Object> word = one -> switch (one.toString()) {
            case "IN" -> in;
            case "FIRST=first" -> given.model().skeleton().names().get(0) + "=first";
            case "CLIP" ->
                given.model().clips().isEmpty()
                        ? "none"
                        : given.model().clips().get(0).name();
            default ->
                one.toString().startsWith("OUT.")
                        ? folder.resolve(command.replaceAll("\\W", "")
                                + what.replaceAll("\\W", "")
                                + one.toString().substring(3))
                        : one;
        };
        List<Object> words = new ArrayList<>();
        COMMANDS.get(command).forEach(one -> words.add(word.apply(one)));
        SinewRun run = SinewRun.of(words.toArray());
        Path out = (Path) words.get(words.size() - 1);
        if (run.code() != 0) {
            assertThat(run.code()).as(run.said()).isBetween(2, 3);
            assertThat(out).doesNotExist();
            return;
        }
        boolean kept = content.isThere.test(ModelFile.read(out));
        boolean noted = run.out().lines().anyMatch(line -> line.contains("note:") && line.contains(content.word))
                || run.out().contains(content.word + " ") && run.out().contains("left out");
        assertThat(kept || noted)
                .as(what + " through " + command + " is in the output or in a note:\n" + run.said())
                .isTrue();
    }
}
