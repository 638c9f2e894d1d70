package dev.sinew.io.obj;

import dev.sinew.io.parts.Notes;
import dev.sinew.io.text.Names;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Files that an OBJ file names, looked for in its own folder and below only: an OBJ from a stranger must not make us read
 * what lies elsewhere. Names with a foreign folder (absolute paths are common) are tried by their last part.
 */
final class SideFiles {
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
            return inside && path.toRealPath().startsWith(folder.toRealPath()) ? Optional.of(path) : Optional.empty();
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
