package dev.sinew.io.obj;

import dev.sinew.io.parts.InputFiles;
import dev.sinew.io.parts.Notes;
import dev.sinew.io.text.Names;
import dev.sinew.io.text.TextLines;
import dev.sinew.mesh.Material;
import dev.sinew.run.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The materials that an OBJ file's {@code mtllib} statements name. Whatever is wrong with them is a note, never a refusal:
 * a mesh can be worked on without its colours.
 */
final class MaterialLibrary {
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
