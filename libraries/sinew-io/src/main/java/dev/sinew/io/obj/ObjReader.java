package dev.sinew.io.obj;

import dev.sinew.io.obj.ObjParser.Wanted;
import dev.sinew.io.parts.CornerTables;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.io.parts.Notes;
import dev.sinew.io.parts.ReadMesh;
import dev.sinew.io.parts.Srgb;
import dev.sinew.io.text.Names;
import dev.sinew.io.text.TextLines;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads Wavefront OBJ: polygons, UVs, normals, groups, materials, vertex colours. Ignores free-form surfaces, lines and
 * points.
 */
public final class ObjReader {
    /** Text has no zero bytes; binary files contain one within this many bytes. */
    private static final int HEAD_BYTES = 4096;

    private static final int BYTES_FOR_LIBRARIES = 1 << 16;

    private final Path file;
    private final Notes notes = new Notes();

    private ObjReader(Path file) {
        this.file = file;
    }

    public static ReadMesh read(Path file) {
        return new ObjReader(file).everything();
    }

    /** The existing material files that are named near the beginning of a file. */
    public static List<Path> materialFiles(Path file) {
        ReferencedFiles sides = new ReferencedFiles(file, new Notes());
        return new String(InputFiles.head(file, BYTES_FOR_LIBRARIES), StandardCharsets.UTF_8)
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("mtllib "))
                .map(line -> sides.find(line.substring("mtllib ".length()).strip()))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Reads only positions and faces. */
    public static Mesh readGeometry(Path file) {
        ObjReader reader = new ObjReader(file);
        return reader.geometry(reader.parse(Wanted.GEOMETRY));
    }

    private ReadMesh everything() {
        ObjParser parsed = parse(Wanted.EVERYTHING);
        Mesh bare = geometry(parsed);
        if (parsed.skippedFaces() > 0) {
            notes.add(file + ": " + parsed.skippedFaces() + " faces with fewer than 3 corners are ignored");
        }
        CornerTables tables = new CornerTables(file, notes);
        List<String> names = parsed.materials.names();
        Mesh.Surface surface = new Mesh.Surface(
                tables.uvs(parsed.uvs.toArray(), parsed.faces.uvRows()),
                tables.normals(bare, parsed.normals.toArray(), parsed.faces.normalRows()),
                parsed.coloured() ? Optional.of(Srgb.linearOf(parsed.colours())) : Optional.empty(),
                materials(names, parsed.libraries),
                parsed.materials.perFace(),
                parsed.groups.names(),
                parsed.groups.perFace());
        return new ReadMesh(bare.withSurface(surface), notes.list());
    }

    private ObjParser parse(Wanted wanted) {
        rejectBinary();
        try (TextLines lines = new TextLines(file, Files.newInputStream(file))) {
            ObjParser parser = new ObjParser(lines, wanted);
            parser.parse();
            return parser;
        } catch (IOException e) {
            throw InputFiles.rejection(file, e);
        }
    }

    private void rejectBinary() {
        byte[] head = InputFiles.head(file, HEAD_BYTES);
        for (int k = 0; k < head.length; k++) {
            if (head[k] == 0) {
                throw new InvalidInputException(file + " is a binary file: byte " + k
                        + " is 0, which does not occur in the text of an OBJ file");
            }
        }
    }

    private Mesh geometry(ObjParser parsed) {
        if (parsed.positions.size() == 0) {
            throw new InvalidInputException(file + " has no vertices: no line begins with 'v'");
        }
        return Mesh.of(
                parsed.positions.toArray(), parsed.faces.faceStarts(), parsed.faces.vertices(), Mesh.Surface.bare());
    }

    private List<Material> materials(List<String> names, List<String> libraries) {
        if (names.isEmpty()) {
            return List.of();
        }
        MaterialLibrary library = new MaterialLibrary(file, notes);
        libraries.forEach(library::open);
        if (libraries.isEmpty()) {
            notes.add(file + " uses materials but names no material file; plain grey is used");
        }
        return names.stream().map(library::named).toList();
    }

    /**
     * The materials that an OBJ file's {@code mtllib} statements name. Problems are notes, never errors: a mesh is usable
     * without its colours.
     */
    private static final class MaterialLibrary {
        private final Path obj;
        private final Notes notes;
        private final ReferencedFiles sides;
        private final Map<String, Material> materials = new HashMap<>();
        private boolean anyOpened;

        MaterialLibrary(Path obj, Notes notes) {
            this.obj = obj;
            this.notes = notes;
            this.sides = new ReferencedFiles(obj, notes);
        }

        /** @param statement one file name, or several separated by blanks; existing files decide which */
        void open(String statement) {
            if (statement.isEmpty()) {
                return;
            }
            Optional<Path> whole = sides.find(statement);
            if (whole.isPresent()) {
                read(whole.get());
                return;
            }
            for (String name : statement.split("\\s+")) {
                sides.find(name).ifPresentOrElse(this::read, () -> sides.noteMissing("material file", name));
            }
        }

        private void read(Path mtl) {
            try (TextLines lines = new TextLines(mtl, Files.newInputStream(mtl))) {
                new MtlReader(lines, sides, notes).readInto(materials);
                anyOpened = true;
            } catch (IOException e) {
                notes.add(InputFiles.rejection(mtl, e).getMessage());
            } catch (InvalidInputException e) {
                notes.add(e.getMessage());
            }
        }

        /** The material with this name; plain grey if no file defines it. */
        Material named(String name) {
            Material known = materials.get(name);
            if (known != null) {
                return known;
            }
            if (anyOpened) {
                notes.add(obj + ": no material file defines '" + Names.printable(name) + "'; plain grey is used");
            }
            return Material.plain(name);
        }
    }

    /**
     * Files that an OBJ file names, searched only in its folder and below: an untrusted OBJ must not make us read other
     * files. Of names with another folder (absolute paths are common), only the last part is tried.
     */
    static final class ReferencedFiles {
        private final Path obj;
        private final Path folder;
        private final Notes notes;

        ReferencedFiles(Path obj, Notes notes) {
            this.obj = obj;
            this.folder = obj.toAbsolutePath().normalize().getParent();
            this.notes = notes;
        }

        Optional<Path> find(String name) {
            String forward = name.replace('\\', '/');
            return inFolder(forward).or(() -> inFolder(forward.substring(forward.lastIndexOf('/') + 1)));
        }

        private Optional<Path> inFolder(String name) {
            try {
                Path path = folder.resolve(name).normalize();
                boolean inside = path.startsWith(folder) && Files.isRegularFile(path);
                // A link may lead anywhere.
                return inside && path.toRealPath().startsWith(folder.toRealPath())
                        ? Optional.of(path)
                        : Optional.empty();
            } catch (InvalidPathException | IOException e) {
                return Optional.empty();
            }
        }

        /** Distinguishes missing files from files outside the folder. */
        void noteMissing(String what, String name) {
            String shown = what + " '" + Names.printable(name) + "'";
            notes.add(
                    liesOutside(name)
                            ? obj + " names the " + shown + " outside its folder; it is ignored"
                            : obj + " names the " + shown + ", which does not exist");
        }

        private boolean liesOutside(String name) {
            try {
                Path path = folder.resolve(name.replace('\\', '/')).normalize();
                return !path.startsWith(folder)
                        || Files.exists(path) && !path.toRealPath().startsWith(folder.toRealPath());
            } catch (InvalidPathException | IOException e) {
                return false;
            }
        }
    }
}
