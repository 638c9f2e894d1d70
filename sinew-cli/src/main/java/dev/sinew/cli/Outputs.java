package dev.sinew.cli;

import dev.sinew.io.AtomicFile;
import dev.sinew.mesh.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Refuses outputs that cannot be, before any work is done for them. */
final class Outputs {
    private Outputs() {}

    /** A model file in a place that can be written. */
    static void requireModel(Path file) {
        // First the place: a folder gets the sentence about folders, which is the better one.
        AtomicFile.requireWritable(file);
        if (!Inputs.namesModel(file)) {
            throw new WrongUsageException("-o " + file + " must end in .glb or .gltf");
        }
    }

    /** A point cache, or one file a frame. */
    static void requireSequence(Path file) {
        if (Files.isDirectory(file)) {
            throw new BadInputException("cannot write " + file + ": it is a directory; name the frames in it, such as "
                    + file.resolve("frame.obj"));
        }
        if (!endsIn(file, ".pc2", ".mdd", ".obj", ".ply")) {
            throw new WrongUsageException("-o " + file + " must end in .pc2, .mdd, .obj or .ply");
        }
        if (endsIn(file, ".pc2", ".mdd")) {
            AtomicFile.requireWritable(file);
        }
    }

    /** Refuses to write over what is being read. */
    static void requireOther(Path output, List<Path> inputs) {
        for (Path input : inputs) {
            if (isSame(input, output)) {
                throw new BadInputException("cannot write " + output + ": it is the input");
            }
        }
    }

    static boolean endsIn(Path file, String... endings) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        return List.of(endings).stream().anyMatch(name::endsWith);
    }

    private static boolean isSame(Path a, Path b) {
        try {
            return Files.exists(a) && Files.exists(b) && Files.isSameFile(a, b);
        } catch (IOException e) {
            return false;
        }
    }
}
