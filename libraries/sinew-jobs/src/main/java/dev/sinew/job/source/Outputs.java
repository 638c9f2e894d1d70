package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.format.Format;
import dev.sinew.io.format.Format.Content;
import dev.sinew.io.format.Formats;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Rejects invalid outputs before the job starts. */
public final class Outputs {
    private Outputs() {}

    /** Requires a model file that can be written. */
    public static void requireModel(Path file) {
        // First the path: there is a better message for folders.
        AtomicFile.requireWritable(file);
        if (!Inputs.namesModel(file)) {
            throw new InvalidRequestException(
                    field("output") + " " + file + " must end in " + Formats.list(Formats.GLTF.endings(), "or"));
        }
    }

    /** Requires a format for models whose module is installed. */
    public static void requireFittedModel(Path file) {
        AtomicFile.requireWritable(file);
        List<String> endings = Formats.writtenEndings(Content.MODEL);
        if (!Formats.endsIn(file, endings)) {
            throw new InvalidRequestException(
                    field("output") + " " + file + " must end in " + Formats.list(endings, "or"));
        }
        Formats.named(file).ifPresent(format -> format.requirePresent(file));
    }

    /** Requires a point cache or one file per frame. */
    public static void requireSequence(Path file) {
        if (Files.isDirectory(file)) {
            throw new InvalidInputException("cannot write " + file
                    + ": it is a directory; name the frames in it, such as " + file.resolve("frame.obj"));
        }
        List<String> endings = Formats.endings(format ->
                format.writes(Content.SEQUENCE) || format.writes(Content.CACHE) || format.writes(Content.MESH));
        if (!Formats.endsIn(file, endings)) {
            throw new InvalidRequestException(
                    field("output") + " " + file + " must end in " + Formats.list(endings, "or"));
        }
        if (!writesMesh(file)) {
            AtomicFile.requireWritable(file);
        }
    }

    /** Whether the ending is that of meshes: a sequence becomes one file per frame. */
    public static boolean writesMesh(Path file) {
        return Formats.isNamed(file, format -> format.writes(Content.MESH));
    }

    /** Whether the ending is that of a cache, whose mesh is written beside it. */
    private static boolean writesCache(Path file) {
        return Formats.isNamed(file, format -> format.writes(Content.CACHE));
    }

    /** Rejects an output that would overwrite an input. */
    public static void requireOther(Path output, List<Path> inputs) {
        Path folder = output.toAbsolutePath().getParent();
        for (Path input : inputs) {
            if (isSame(input, output)) {
                throw new InvalidInputException("cannot write " + output + ": it is the input; choose another name");
            }
            if (writesCache(output) && isSame(input, meshBeside(output))) {
                throw new InvalidInputException("cannot write " + output + ": its mesh goes beside it as "
                        + meshBeside(output).getFileName() + ", which is the input; choose another name");
            }
            if (writesMesh(output) && Files.isDirectory(input) && isSame(input, folder)) {
                throw new InvalidInputException(
                        "cannot write " + output + ": its frames would mix with the input's; choose another folder");
            }
        }
        requireOthersBehind(output, inputs);
    }

    /**
     * Rejects outputs of which any file, the frames and materials among them, is one behind the inputs: those of a folder
     * or a glob, a cache beside a mesh, the materials of an OBJ.
     */
    private static void requireOthersBehind(Path output, List<Path> inputs) {
        List<Path> behind = inputs.stream()
                .flatMap(input -> MeshSequences.filesBehind(input).stream())
                .toList();
        boolean lone = inputs.size() == 1 && MeshSequences.isLoneMesh(SequenceInput.of(inputs.get(0)));
        String name = output.getFileName().toString();
        String stem = Pattern.quote(name.contains(".") ? name.substring(0, name.lastIndexOf('.')) : name);
        Pattern frames = Pattern.compile(stem + "_\\d+\\.\\w+", Pattern.CASE_INSENSITIVE);
        Pattern beside = Pattern.compile(stem + "\\.mtl", Pattern.CASE_INSENSITIVE);
        for (Path file : behind) {
            String found = file.getFileName().toString();
            boolean neighbour = isSame(folder(file), folder(output));
            boolean frame = !lone
                    && writesMesh(output)
                    && Formats.isNamed(file, Format::isMesh)
                    && frames.matcher(found).matches();
            boolean material = (Formats.OBJ.names(output) || writesCache(output))
                    && beside.matcher(found).matches();
            if (isSame(file, output) || neighbour && (frame || material)) {
                throw new InvalidInputException("cannot write " + output + ": "
                        + (isSame(file, output) ? "it is " : "its files would replace ") + file
                        + ", which is read; choose another name or folder");
            }
        }
    }

    /** Whether writing an output also writes another file: frames, the mesh of a cache, materials, the description of a texture. */
    public static boolean alsoWrites(Path output, Path other) {
        Path name = output.getFileName();
        Path theirs = other.getFileName();
        if (name == null || theirs == null || !folder(output).equals(folder(other))) {
            return false;
        }
        String stem = stem(name.toString());
        String file = theirs.toString();
        boolean mesh = writesMesh(output);
        boolean cache = writesCache(output);
        String ending = mesh ? name.toString().substring(stem.length()) : Formats.OBJ.ending();
        boolean frame = mesh && Pattern.matches(Pattern.quote(stem) + "_\\d+" + Pattern.quote(ending), file);
        boolean besideCache = cache && file.equals(stem + Formats.OBJ.ending());
        boolean material = (cache || Formats.OBJ.names(output)) && file.equals(stem + ".mtl");
        return frame || besideCache || material || file.equals(name + ".json");
    }

    private static String stem(String name) {
        return name.contains(".") ? name.substring(0, name.lastIndexOf('.')) : name;
    }

    private static Path folder(Path file) {
        return file.toAbsolutePath().normalize().getParent();
    }

    /** The path of the mesh of a point cache. */
    public static Path meshBeside(Path cache) {
        String name = cache.getFileName().toString();
        return cache.resolveSibling(name.substring(0, name.lastIndexOf('.')) + Formats.OBJ.ending());
    }

    public static boolean isSame(Path a, Path b) {
        try {
            return Files.exists(a) && Files.exists(b) && Files.isSameFile(a, b);
        } catch (IOException e) {
            return false;
        }
    }
}
