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
import dev.sinew.run.RefusedException;
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
 * Reads Wavefront OBJ: polygons, UVs, normals, groups, materials, vertex colours. Free-form surfaces, lines and points are
 * passed over.
 */
public final class ObjReader {
    /** A text has no zero bytes; binary files show one long before this. */
    private static final int BYTES_LOOKED_AT = 4096;

    private static final int BYTES_FOR_LIBRARIES = 1 << 16;

    private final Path file;
    private final Notes notes = new Notes();

    private ObjReader(Path file) {
        this.file = file;
    }

    public static ReadMesh read(Path file) {
        return new ObjReader(file).everything();
    }

    /** The material files that stand beside a file and are named near its beginning, where programs name them. */
    public static List<Path> materialFiles(Path file) {
        SideFiles sides = new SideFiles(file, new Notes());
        return new String(InputFiles.head(file, BYTES_FOR_LIBRARIES), StandardCharsets.UTF_8)
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("mtllib "))
                .map(line -> sides.find(line.substring("mtllib ".length()).strip()))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Positions and faces without anything else. */
    public static Mesh readGeometry(Path file) {
        ObjReader reader = new ObjReader(file);
        return reader.geometry(reader.parse(Wanted.GEOMETRY));
    }

    private ReadMesh everything() {
        ObjParser parsed = parse(Wanted.EVERYTHING);
        Mesh bare = geometry(parsed);
        if (parsed.skippedFaces() > 0) {
            notes.add(file + ": " + parsed.skippedFaces() + " faces of fewer than 3 corners were left out");
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
        refuseBinary();
        try (TextLines lines = new TextLines(file, Files.newInputStream(file))) {
            ObjParser parser = new ObjParser(lines, wanted);
            parser.parse();
            return parser;
        } catch (IOException e) {
            throw InputFiles.refusal(file, e);
        }
    }

    private void refuseBinary() {
        byte[] head = InputFiles.head(file, BYTES_LOOKED_AT);
        for (int k = 0; k < head.length; k++) {
            if (head[k] == 0) {
                throw new RefusedException(
                        file + " is a binary file: byte " + k + " is 0, which the text of an OBJ file never has");
            }
        }
    }

    private Mesh geometry(ObjParser parsed) {
        if (parsed.positions.size() == 0) {
            throw new RefusedException(file + " has no vertices: not one line of it begins with 'v'");
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
            notes.add(file + " uses materials but names no material file; they are plain grey");
        }
        return names.stream().map(library::named).toList();
    }

    /**
     * The materials that an OBJ file's {@code mtllib} statements name. Whatever is wrong with them is a note, never a refusal:
     * a mesh can be worked on without its colours.
     */
    private static final class MaterialLibrary {
        private final Path obj;
        private final Notes notes;
        private final SideFiles sides;
        private final Map<String, Material> materials = new HashMap<>();
        private boolean anyOpened;

        MaterialLibrary(Path obj, Notes notes) {
            this.obj = obj;
            this.notes = notes;
            this.sides = new SideFiles(obj, notes);
        }

        /** @param statement one file name, or several with blanks between: only what lies there can tell */
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
                notes.add(InputFiles.refusal(mtl, e).getMessage());
            } catch (RefusedException e) {
                notes.add(e.getMessage());
            }
        }

        /** The material of that name; plain grey where no file describes it. */
        Material named(String name) {
            Material known = materials.get(name);
            if (known != null) {
                return known;
            }
            if (anyOpened) {
                notes.add(obj + ": no material file describes '" + Names.printable(name) + "', it is plain grey");
            }
            return Material.plain(name);
        }
    }

    /**
     * Files that an OBJ file names, looked for in its own folder and below only: an OBJ from a stranger must not make us read
     * what lies elsewhere. Names with a foreign folder (absolute paths are common) are tried by their last part.
     */
    static final class SideFiles {
        private final Path obj;
        private final Path folder;
        private final Notes notes;

        SideFiles(Path obj, Notes notes) {
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

        /** Tells a file that is not there from one that is, but not where we look. */
        void noteMissing(String what, String name) {
            String shown = what + " '" + Names.printable(name) + "'";
            notes.add(
                    liesOutside(name)
                            ? obj + " names the " + shown + " outside of its folder; it was left aside"
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
