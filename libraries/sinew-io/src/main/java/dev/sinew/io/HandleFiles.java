package dev.sinew.io;

import dev.sinew.io.SequenceInput.UpAxis;
import dev.sinew.io.file.JsonValue;
import dev.sinew.io.file.JsonValue.BrokenJson;
import dev.sinew.io.format.Formats;
import dev.sinew.io.handles.HandlesJson;
import dev.sinew.io.handles.SkeletonHandles;
import dev.sinew.io.handles.Targets;
import dev.sinew.io.handles.Targets.TargetsJson;
import dev.sinew.io.handles.TgfReader;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.HandleSet;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads handles and targets from files. */
public final class HandleFiles {
    /** No valid file of handles is larger. */
    private static final long MAX_BYTES = 64L << 20;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            // NaN is parsed so that the error can name its position; it is rejected later.
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final Pattern DUPLICATE = Pattern.compile("Duplicate Object property \"(.*)\"");

    private HandleFiles() {}

    /** Reads handles in glTF coordinates. */
    public static HandleSet read(Path file, Mesh mesh) {
        return read(file, mesh, UnaryOperator.identity());
    }

    /** Reads handles in the coordinates of a mesh file, rotated and scaled as {@link SequenceInput} describes. */
    public static HandleSet read(Path file, Mesh mesh, UpAxis up, double scale) {
        return read(file, mesh, new Placement(up, scale)::transformed);
    }

    /**
     * Reads a {@code .json} or {@code .tgf} file of handles for a mesh, or a rigged model: its own handles if it has any,
     * else its skeleton's bones.
     *
     * @param toMesh maps a position of the file to the mesh's coordinates; models already have those of glTF
     */
    public static HandleSet read(Path file, Mesh mesh, UnaryOperator<double[]> toMesh) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        try {
            if (Formats.GLTF.names(file)) {
                InputFiles.requireFile(file);
                ModelFile model = ModelFile.read(file);
                return model.handles().orElseGet(() -> SkeletonHandles.of(model.model()));
            }
            if (name.endsWith(".tgf")) {
                return TgfReader.read(file.toString(), text(file).lines().toList(), toMesh);
            }
            return HandlesJson.read(json(file), HandlesJson.vertices(mesh), toMesh);
        } catch (IllegalArgumentException wrong) {
            throw new InvalidInputException(file + ": " + wrong.getMessage(), wrong);
        }
    }

    public static Targets readTargets(Path file) {
        return TargetsJson.read(json(file));
    }

    private static JsonValue json(Path file) {
        String text = text(file);
        try {
            return JsonValue.root(file.toString(), JSON.readTree(text));
        } catch (JacksonException broken) {
            throw new InvalidInputException(file + sentence(broken), broken);
        }
    }

    private static String sentence(JacksonException broken) {
        String reason = BrokenJson.why(broken);
        Matcher duplicate = DUPLICATE.matcher(reason);
        return duplicate.matches()
                ? ", line " + broken.getLocation().getLineNr() + ": '" + duplicate.group(1)
                        + "' occurs twice in one object"
                : " is not valid JSON: " + reason;
    }

    private static String text(Path file) {
        InputFiles.requireFile(file);
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new InvalidInputException(
                        file + " has " + Files.size(file) + " bytes; files of handles may have at most " + MAX_BYTES);
            }
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw InputFiles.rejection(file, e);
        }
    }
}
