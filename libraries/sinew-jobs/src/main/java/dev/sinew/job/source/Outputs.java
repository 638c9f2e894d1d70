package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.format.Format;
import dev.sinew.io.format.Format.Content;
import dev.sinew.io.format.Formats;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.run.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Refuses outputs that cannot be, before any work is done for them. */
public final class Outputs {
    private Outputs() {}

    /** A model file in a place that can be written. */
    public static void requireModel(Path file) {
        // First the place: a folder gets the sentence about folders, which is the better one.
        AtomicFile.requireWritable(file);
        if (!Inputs.namesModel(file)) {
            throw new WrongRequestException(
                    field("output") + " " + file + " must end in " + Formats.list(Formats.GLTF.endings(), "or"));
        }
    }

    /** A file of any format that holds models, where the module for it is present. */
    public static void requireFittedModel(Path file) {
        AtomicFile.requireWritable(file);
        List<String> endings = Formats.writtenEndings(Content.MODEL);
        if (!Formats.endsIn(file, endings)) {
            throw new WrongRequestException(
                    field("output") + " " + file + " must end in " + Formats.list(endings, "or"));
        }
        Formats.named(file).ifPresent(format -> format.requirePresent(file));
    }

    /** A point cache, or one file a frame. */
    public static void requireSequence(Path file) {
        if (Files.isDirectory(file)) {
            throw new RefusedException("cannot write " + file + ": it is a directory; name the frames in it, such as "
                    + file.resolve("frame.obj"));
        }
        List<String> endings = Formats.endings(format ->
                format.writes(Content.SEQUENCE) || format.writes(Content.CACHE) || format.writes(Content.MESH));
        if (!Formats.endsIn(file, endings)) {
            throw new WrongRequestException(
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

    /** Whether the ending is that of frames whose mesh goes beside them. */
    private static boolean writesCache(Path file) {
        return Formats.isNamed(file, format -> format.writes(Content.CACHE));
    }

    /** Refuses to write over what is being read. */
    public static void requireOther(Path output, List<Path> inputs) {
        Path folder = output.toAbsolutePath().getParent();
        for (Path input : inputs) {
            if (isSame(input, output)) {
                throw new RefusedException("cannot write " + output + ": it is the input");
            }
            if (writesCache(output) && isSame(input, meshBeside(output))) {
                throw new RefusedException("cannot write " + output + ": its mesh goes beside it as "
                        + meshBeside(output).getFileName() + ", which is the input; choose another name");
            }
            if (writesMesh(output) && Files.isDirectory(input) && isSame(input, folder)) {
                throw new RefusedException(
                        "cannot write " + output + ": its frames would mix with the input's; choose another folder");
            }
        }
        requireOthersBehind(output, inputs);
    }

    /**
     * Refuses outputs of which any file, the frames and materials among them, is one behind the inputs: those of a folder
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
                throw new RefusedException("cannot write " + output + ": "
                        + (isSame(file, output) ? "it is " : "its files would replace ") + file
                        + ", which is read; choose another name or folder");
            }
        }
    }

    private static Path folder(Path file) {
        return file.toAbsolutePath().normalize().getParent();
    }

    /** Where the mesh of a point cache goes. */
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
