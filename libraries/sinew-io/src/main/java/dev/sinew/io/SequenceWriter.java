package dev.sinew.io;

import dev.sinew.io.StagedFiles.MissingFolder;
import dev.sinew.io.alembic.AlembicWriter;
import dev.sinew.io.cache.Mdd;
import dev.sinew.io.cache.Pc2;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.numpy.NumpyWriter;
import dev.sinew.io.obj.MaterialFile;
import dev.sinew.io.obj.ObjWriter;
import dev.sinew.io.ply.PlyWriter;
import dev.sinew.io.usd.UsdWriter;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Normals;
import dev.sinew.run.RefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Writes meshes and sequences in the format that the name asks for. */
final class SequenceWriter {
    private static final int FEWEST_DIGITS = 4;

    private SequenceWriter() {}

    static void write(MeshSequence sequence, Path file) {
        refuseDirectory(file);
        switch (FileKind.of(file)) {
            case PC2 -> writeCache(sequence, file, out -> Pc2.write(out, sequence));
            case ALEMBIC -> AtomicFile.write(file, out -> AlembicWriter.write(out, sequence));
            case USDA, USDZ -> UsdWriter.write(sequence, file);
            case NPZ -> AtomicFile.write(file, out -> NumpyWriter.write(out, sequence));
            case MDD -> writeCache(sequence, file, out -> Mdd.write(out, sequence));
            case OBJ, PLY -> writeFrames(sequence, file);
            default ->
                throw new RefusedException(
                        "cannot write " + file
                                + ": a sequence is written as .abc, .usda, .usdz, .npz, .pc2, .mdd, or frames such as out/frame.obj or out/frame.ply");
        }
    }

    static void writeMesh(Mesh mesh, Path file) {
        refuseDirectory(file);
        if (FileKind.of(file) == FileKind.PLY) {
            AtomicFile.write(file, out -> PlyWriter.write(out, mesh));
            return;
        }
        if (FileKind.of(file) != FileKind.OBJ) {
            throw new RefusedException("cannot write " + file + ": a mesh is written as .obj or .ply");
        }
        try (StagedFiles files = new StagedFiles(folderOf(file), MissingFolder.REFUSE)) {
            obj(files, mesh, FileKind.stem(file), file.getFileName().toString());
            files.commit();
        }
    }

    private static void refuseDirectory(Path file) {
        if (Files.isDirectory(file)) {
            throw new RefusedException("cannot write " + file + ": it is a directory");
        }
    }

    private static Path folderOf(Path file) {
        return file.toAbsolutePath().getParent();
    }

    private static void writeCache(MeshSequence sequence, Path file, AtomicFile.Content content) {
        String stem = FileKind.stem(file);
        try (StagedFiles files = new StagedFiles(folderOf(file), MissingFolder.REFUSE)) {
            obj(files, sequence.rest(), stem, stem + FileKind.OBJ.ending());
            files.write(file.getFileName().toString(), content);
            files.commit();
        }
    }

    private static void obj(StagedFiles files, Mesh mesh, String stem, String name) {
        Optional<MaterialFile> materials = materials(files, mesh, stem);
        files.write(name, out -> ObjWriter.write(out, mesh, materials));
    }

    /** Writes the material file and its images, where there are materials. */
    private static Optional<MaterialFile> materials(StagedFiles files, Mesh mesh, String stem) {
        if (mesh.surface().materials().isEmpty()) {
            return Optional.empty();
        }
        MaterialFile plan = MaterialFile.of(mesh.surface().materials(), stem, files.folder());
        files.write(plan.name(), plan::write);
        plan.images().forEach((name, bytes) -> files.write(name, out -> out.write(bytes)));
        return Optional.of(plan);
    }

    private static void writeFrames(MeshSequence sequence, Path file) {
        String stem = FileKind.stem(file);
        String ending = FileKind.of(file).ending();
        int digits = Math.max(
                FEWEST_DIGITS, Integer.toString(sequence.frameCount() - 1).length());
        try (StagedFiles files = new StagedFiles(folderOf(file), MissingFolder.MAKE)) {
            boolean obj = FileKind.of(file) == FileKind.OBJ;
            Optional<MaterialFile> materials = obj ? materials(files, sequence.rest(), stem) : Optional.empty();
            Set<String> names = new HashSet<>();
            for (int f = 0; f < sequence.frameCount(); f++) {
                Mesh mesh = frame(sequence, f);
                String name = String.format(Locale.ROOT, "%s_%0" + digits + "d%s", stem, f, ending);
                names.add(name);
                files.write(name, out -> {
                    if (obj) {
                        ObjWriter.write(out, mesh, materials);
                    } else {
                        PlyWriter.write(out, mesh);
                    }
                });
            }
            refuseStrangers(files.folder(), stem, ending, names);
            files.commit();
        }
    }

    /** The mesh in a frame, with normals that suit it. */
    static Mesh frame(MeshSequence sequence, int f) {
        Mesh rest = sequence.rest();
        float[] positions = sequence.frame(f);
        MeshSequence.checkFrame("sequence '" + sequence.name() + "'", f, positions, rest.vertexCount());
        return Arrays.equals(positions, rest.positions())
                ? rest.withPositions(positions)
                : Normals.posed(rest, positions);
    }

    /** Frames of an earlier, longer run would be taken for part of this one. */
    private static void refuseStrangers(Path folder, String stem, String ending, Set<String> names) {
        Pattern frame = Pattern.compile(Pattern.quote(stem) + "_\\d+" + Pattern.quote(ending));
        for (Path entry : Globs.entries(folder)) {
            String name = entry.getFileName().toString();
            if (frame.matcher(name).matches() && !names.contains(name)) {
                throw new RefusedException("cannot write the frames: " + entry
                        + " is there already and would be taken for one of them; remove it or choose another folder");
            }
        }
    }
}
