package dev.sinew.io.alembic;

import dev.sinew.io.alembic.MeshSchema.FaceSets;
import dev.sinew.run.RefusedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Walks an archive's objects for meshes, follows instances, and collects the transforms above each mesh. */
final class MeshFinder {
    private static final int MOST_OBJECTS = 1_000_000;
    private static final int MOST_INSTANCES_DEEP = 8;

    /**
     * A mesh at a place of the scene.
     *
     * @param path of the place; an instance has its own
     * @param chain transforms above it, the outermost first
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

    /** All meshes of an archive, in its order; refused where there are none. */
    static List<Found> find(AlembicArchive archive) {
        MeshFinder finder = new MeshFinder(archive);
        finder.visit(archive.top(), "", List.of(), 0);
        if (finder.found.isEmpty()) {
            throw archive.file().bad("holds no mesh" + finder.holdings());
        }
        return finder.found;
    }

    private String holdings() {
        StringBuilder text = new StringBuilder();
        others.forEach((schema, count) -> text.append(text.isEmpty() ? "; what it holds: " : ", ")
                .append(count)
                .append(" × ")
                .append(schema));
        return text.toString();
    }

    /**
     * Depth is bounded by {@link AlembicObject} and by the number of instances that may refer to one another.
     *
     * @param path of the place, which is not the object's own below an instance
     * @param instances how many instances were followed on the way
     */
    private void visit(AlembicObject object, String path, List<Xform> above, int instances) {
        if (++visited > MOST_OBJECTS) {
            throw archive.file().bad("holds more than " + MOST_OBJECTS + " objects, instances counted each time");
        }
        if (instances == 0) {
            requireOwnGroup(object);
        }
        Optional<AlembicObject> source = source(object);
        if (source.isPresent()) {
            if (instances == MOST_INSTANCES_DEEP) {
                throw archive.file()
                        .bad(path + " is an instance of an instance, more than " + MOST_INSTANCES_DEEP + " deep");
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

    /** A tree whose branches meet would never end, or grow beyond all bounds. */
    private void requireOwnGroup(AlembicObject object) {
        if (object.position() == 0) {
            return;
        }
        String other = pathOfGroup.put(object.position(), object.path());
        if (other != null) {
            throw archive.file()
                    .bad(object.path() + " stands at byte " + object.position() + ", where "
                            + (other.isEmpty() ? "the top" : other) + " stands already");
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
        AlembicObject at = known == null ? lookUp(object, source) : known;
        sources.put(source, at);
        if (object.path().startsWith(at.path() + "/") || object.path().equals(at.path())) {
            throw archive.file().bad(object.path() + " is an instance of " + source + ", which contains it");
        }
        return at;
    }

    private AlembicObject lookUp(AlembicObject object, String source) {
        AlembicObject at = archive.top();
        for (String name : source.split("/")) {
            if (!name.isEmpty()) {
                at = at.child(name).orElseThrow(() -> broken(object, source));
            }
        }
        return at;
    }

    private RefusedException broken(AlembicObject object, String source) {
        return archive.file().bad(object.path() + " is an instance of " + source + ", which is not there");
    }
}
