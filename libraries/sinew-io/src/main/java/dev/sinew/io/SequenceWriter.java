package dev.sinew.io;

import dev.sinew.io.file.StagedFiles;
import dev.sinew.io.file.StagedFiles.MissingFolder;
import dev.sinew.io.format.Format;
import dev.sinew.io.format.Format.Content;
import dev.sinew.io.format.Format.MeshOutput;
import dev.sinew.io.format.Formats;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Normals;
import dev.sinew.run.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Writes meshes and sequences in the format that the file extension selects. */
final class SequenceWriter {
    private static final int MIN_DIGITS = 4;

    private SequenceWriter() {}

    static void write(MeshSequence sequence, Path file) {
        rejectDirectory(file);
        Format format = formatOf(file);
        if (format.writes(Content.SEQUENCE)) {
            format.writeSequence(sequence, file);
        } else if (format.writes(Content.CACHE)) {
            writeCache(sequence, file, format);
        } else {
            writeFrames(sequence, file, format);
        }
    }

    private static Format formatOf(Path file) {
        return Formats.named(file)
                .filter(format -> Formats.endsIn(file, endings(format)))
                .orElseThrow(() -> new InvalidInputException("cannot write " + file + ": a sequence is written as "
                        + String.join(", ", Formats.endings(f -> f.writes(Content.SEQUENCE) || f.writes(Content.CACHE)))
                        + ", or frames such as "
                        + Formats.list(
                                Formats.writtenEndings(Content.MESH).stream()
                                        .map(ending -> "out/frame" + ending)
                                        .toList(),
                                "or")));
    }

    private static List<String> endings(Format format) {
        boolean written =
                format.writes(Content.SEQUENCE) || format.writes(Content.CACHE) || format.writes(Content.MESH);
        return written ? format.endings() : List.of();
    }

    static void writeMesh(Mesh mesh, Path file) {
        rejectDirectory(file);
        Format format = Formats.named(file)
                .filter(named -> named.writes(Content.MESH))
                .orElseThrow(() -> new InvalidInputException("cannot write " + file + ": a mesh is written as "
                        + Formats.list(Formats.writtenEndings(Content.MESH), "or")));
        try (StagedFiles files = new StagedFiles(folderOf(file), MissingFolder.REJECT)) {
            put(files, format, mesh, Formats.stem(file), file.getFileName().toString());
            files.commit();
        }
    }

    private static void rejectDirectory(Path file) {
        if (Files.isDirectory(file)) {
            throw new InvalidInputException("cannot write " + file + ": it is a directory");
        }
    }

    private static Path folderOf(Path file) {
        return file.toAbsolutePath().getParent();
    }

    private static void writeCache(MeshSequence sequence, Path file, Format format) {
        String stem = Formats.stem(file);
        try (StagedFiles files = new StagedFiles(folderOf(file), MissingFolder.REJECT)) {
            put(files, Formats.OBJ, sequence.rest(), stem, stem + Formats.OBJ.ending());
            files.write(file.getFileName().toString(), out -> format.writeCache(out, sequence));
            files.commit();
        }
    }

    private static void put(StagedFiles files, Format format, Mesh mesh, String stem, String name) {
        MeshOutput output = format.meshOutput(files, mesh, stem);
        files.write(name, out -> output.write(out, mesh));
    }

    private static void writeFrames(MeshSequence sequence, Path file, Format format) {
        String stem = Formats.stem(file);
        String ending = format.ending();
        int digits =
                Math.max(MIN_DIGITS, Integer.toString(sequence.frameCount() - 1).length());
        try (StagedFiles files = new StagedFiles(folderOf(file), MissingFolder.CREATE)) {
            MeshOutput output = format.meshOutput(files, sequence.rest(), stem);
            Set<String> names = new HashSet<>();
            for (int f = 0; f < sequence.frameCount(); f++) {
                Mesh mesh = frame(sequence, f);
                String name = String.format(Locale.ROOT, "%s_%0" + digits + "d%s", stem, f, ending);
                names.add(name);
                files.write(name, out -> output.write(out, mesh));
            }
            rejectOtherFrames(files.folder(), stem, ending, names);
            files.commit();
        }
    }

    /** The mesh in a frame, with that frame's normals. */
    static Mesh frame(MeshSequence sequence, int f) {
        Mesh rest = sequence.rest();
        float[] positions = sequence.frame(f);
        MeshSequence.checkFrame("sequence '" + sequence.name() + "'", f, positions, rest.vertexCount());
        return Arrays.equals(positions, rest.positions())
                ? rest.withPositions(positions)
                : Normals.posed(rest, positions);
    }

    /** Frames of an earlier, longer run would be read as part of this one. */
    private static void rejectOtherFrames(Path folder, String stem, String ending, Set<String> names) {
        Pattern frame = Pattern.compile(Pattern.quote(stem) + "_\\d+" + Pattern.quote(ending));
        for (Path entry : Globs.entries(folder)) {
            String name = entry.getFileName().toString();
            if (frame.matcher(name).matches() && !names.contains(name)) {
                throw new InvalidInputException("cannot write the frames: " + entry
                        + " already exists and would be read as one of them. Remove it or choose another folder");
            }
        }
    }
}
