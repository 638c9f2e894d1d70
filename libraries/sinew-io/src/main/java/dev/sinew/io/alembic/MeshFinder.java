package dev.sinew.io.alembic;

import dev.sinew.io.alembic.MeshSchema.FaceSets;
import dev.sinew.run.InvalidInputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Finds the meshes in an archive's objects, follows instances, and collects the transforms above each mesh. */
final class MeshFinder {
    private static final int MAX_OBJECTS = 1_000_000;
    private static final int MAX_INSTANCE_DEPTH = 8;

    /**
     * A mesh at a position in the scene's tree.
     *
     * @param path its path; an instance has its own
     * @param chain transforms above it, outermost first
     */
    record Found(String path, AlembicObject object, List<Xform> chain) {}

    private final AlembicArchive archive;
    private final List<Found> found = new ArrayList<>();
    private final Map<Long, String> pathOfGroup = new HashMap<>();
    private final Map<String, Integer> others = new TreeMap<>();
    private final Map<String, AlembicObject> sources = new HashMap<>();
    private int visited;

    private MeshFinder(AlembicArchive archive) {
        this.archive = archive;
    }

    /** All meshes of an archive, in its order; rejects an archive without meshes. */
    static List<Found> find(AlembicArchive archive) {
        MeshFinder finder = new MeshFinder(archive);
        finder.visit(archive.top(), "", List.of(), 0);
        if (finder.found.isEmpty()) {
            throw archive.file().bad("the archive contains no mesh" + finder.listOthers());
        }
        return finder.found;
    }

    private String listOthers() {
        StringBuilder text = new StringBuilder();
        others.forEach((schema, count) -> text.append(text.isEmpty() ? "; it contains " : ", ")
                .append(count)
                .append(" × ")
                .append(schema));
        return text.toString();
    }

    /**
     * Depth is limited by {@link AlembicObject} and by the limit on nested instances.
     *
     * @param path path of the position; below an instance it differs from the object's path
     * @param instances how many instances were followed so far
     */
    private void visit(AlembicObject object, String path, List<Xform> above, int instances) {
        if (++visited > MAX_OBJECTS) {
            throw archive.file().bad("the archive has more than " + MAX_OBJECTS + " objects, including each instance");
        }
        if (instances == 0) {
            requireOwnGroup(object);
        }
        Optional<AlembicObject> source = source(object);
        if (source.isPresent()) {
            if (instances == MAX_INSTANCE_DEPTH) {
                throw archive.file().bad(path + " nests instances more than " + MAX_INSTANCE_DEPTH + " levels deep");
            }
            visit(source.get(), path, above, instances + 1);
            return;
        }
        List<Xform> chain = above;
        if (MeshSchema.isMesh(object)) {
            found.add(new Found(path, object, above));
        } else {
            Optional<Xform> xform = Xform.of(archive, object);
            if (xform.isPresent()) {
                chain = new ArrayList<>(above);
                chain.add(xform.get());
            } else if (!object.schema().isEmpty() && !FaceSets.isFaceSet(object)) {
                others.merge(object.schema(), 1, Integer::sum);
            }
        }
        for (AlembicObject child : object.children()) {
            visit(child, path + "/" + child.name(), chain, instances);
        }
    }

    /** Rejects objects that share a group: such a tree could be infinite or grow exponentially. */
    private void requireOwnGroup(AlembicObject object) {
        if (object.position() == 0) {
            return;
        }
        String other = pathOfGroup.put(object.position(), object.path());
        if (other != null) {
            throw archive.file()
                    .bad(object.path() + " is at byte " + object.position() + ", the same position as "
                            + (other.isEmpty() ? "the root" : other));
        }
    }

    private Optional<AlembicObject> source(AlembicObject object) {
        if (!object.metaData().getOrDefault("isInstance", "").equals("1")
                && !object.properties().has(".instanceSource")) {
            return Optional.empty();
        }
        return object.properties()
                .sampled(".instanceSource")
                .map(p -> follow(object, p.text(0).replaceAll("\\p{Cntrl}", "?")));
    }

    private AlembicObject follow(AlembicObject object, String source) {
        AlembicObject known = sources.get(source);
        AlembicObject at = known == null ? resolve(object, source) : known;
        sources.put(source, at);
        if (object.path().startsWith(at.path() + "/") || object.path().equals(at.path())) {
            throw archive.file().bad(object.path() + " is an instance of " + source + ", which contains it");
        }
        return at;
    }

    private AlembicObject resolve(AlembicObject object, String source) {
        AlembicObject at = archive.top();
        for (String name : source.split("/")) {
            if (!name.isEmpty()) {
                at = at.child(name).orElseThrow(() -> broken(object, source));
            }
        }
        return at;
    }

    private InvalidInputException broken(AlembicObject object, String source) {
        return archive.file().bad(object.path() + " is an instance of " + source + ", which does not exist");
    }
}
