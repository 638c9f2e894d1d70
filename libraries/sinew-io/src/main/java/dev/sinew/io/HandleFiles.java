package dev.sinew.io;

import dev.sinew.io.SequenceInput.UpAxis;
import dev.sinew.io.file.JsonPlace;
import dev.sinew.io.file.JsonPlace.BrokenJson;
import dev.sinew.io.format.Formats;
import dev.sinew.io.handles.HandlesJson;
import dev.sinew.io.handles.SkeletonHandles;
import dev.sinew.io.handles.Targets;
import dev.sinew.io.handles.Targets.TargetsJson;
import dev.sinew.io.handles.TgfReader;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.HandleSet;
import dev.sinew.run.RefusedException;
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

/** Handles and targets from files. */
public final class HandleFiles {
    /** No honest file of handles is larger. */
    private static final long MOST_BYTES = 64L << 20;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            // So that it can be told where the NaN stands: no number of ours may be one.
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final Pattern DUPLICATE = Pattern.compile("Duplicate Object property \"(.*)\"");

    private HandleFiles() {}

    /** Handles that are given in our coordinates. */
    public static HandleSet read(Path file, Mesh mesh) {
        return read(file, mesh, UnaryOperator.identity());
    }

    /** Handles that are given in the coordinates of a mesh file, turned and scaled as {@link SequenceInput} says for it. */
    public static HandleSet read(Path file, Mesh mesh, UpAxis up, double scale) {
        return read(file, mesh, new Placement(up, scale)::placed);
    }

    /**
     * A {@code .json} or {@code .tgf} of handles for a mesh, or a rigged model: its own handles where it carries some, else its skeleton's
     * bones.
     *
     * @param place brings a position of the file to the mesh's coordinates; models have those of glTF already
     */
    public static HandleSet read(Path file, Mesh mesh, UnaryOperator<double[]> place) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        try {
            if (Formats.GLTF.names(file)) {
                InputFiles.requireFile(file);
                ModelFile model = ModelFile.read(file);
                return model.handles().orElseGet(() -> SkeletonHandles.of(model.model()));
            }
            if (name.endsWith(".tgf")) {
                return TgfReader.read(file.toString(), text(file).lines().toList(), place);
            }
            return HandlesJson.read(json(file), HandlesJson.vertices(mesh), place);
        } catch (IllegalArgumentException wrong) {
            throw new RefusedException(file + ": " + wrong.getMessage(), wrong);
        }
    }

    public static Targets readTargets(Path file) {
        return TargetsJson.read(json(file));
    }

    private static JsonPlace json(Path file) {
        String text = text(file);
        try {
            return JsonPlace.root(file.toString(), JSON.readTree(text));
        } catch (JacksonException broken) {
            throw new RefusedException(file + sentence(broken), broken);
        }
    }

    private static String sentence(JacksonException broken) {
        String said = BrokenJson.why(broken);
        Matcher duplicate = DUPLICATE.matcher(said);
        return duplicate.matches()
                ? ", line " + broken.getLocation().getLineNr() + ": has '" + duplicate.group(1)
                        + "' twice in one object"
                : " is no JSON: " + said;
    }

    private static String text(Path file) {
        InputFiles.requireFile(file);
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new RefusedException(
                        file + " has " + Files.size(file) + " bytes, handles take at most " + MOST_BYTES);
            }
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw InputFiles.refusal(file, e);
        }
    }
}
