package dev.sinew.io.alembic;

import dev.sinew.io.alembic.AlembicArchive.MetaData;
import dev.sinew.io.alembic.OgawaFile.OgawaGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A named thing in an archive's tree: a mesh, a transform, a face set, a group of faces. Its group holds its properties,
 * then its children, then the children's headers.
 */
final class AlembicObject {
    /** Scenes of films stay far below; what is deeper was made to break readers. */
    private static final int MOST_DEPTH = 400;

    /** Two hashes stand behind the headers of children. */
    private static final int HASH_BYTES = 32;

    private final AlembicArchive archive;
    private final OgawaGroup group;
    private final String name;
    private final String path;
    private final int depth;
    private final Map<String, String> metaData;
    private List<AlembicObject> children;
    private CompoundProperty properties;

    private AlembicObject(
            AlembicArchive archive,
            OgawaGroup group,
            String name,
            String path,
            int depth,
            Map<String, String> metaData) {
        this.archive = archive;
        this.group = group;
        this.name = name;
        this.path = path;
        this.depth = depth;
        this.metaData = metaData;
    }

    static AlembicObject top(AlembicArchive archive, OgawaGroup group) {
        return new AlembicObject(archive, group, "", "", 0, Map.of());
    }

    String name() {
        return name;
    }

    /** Names from the top down, such as {@code /root/body}; empty for the top. */
    String path() {
        return path;
    }

    Map<String, String> metaData() {
        return metaData;
    }

    /** What the object says it is, such as {@code AbcGeom_PolyMesh_v1}; empty where it says nothing. */
    String schema() {
        return metaData.getOrDefault("schema", "");
    }

    /** Position of its group, which tells objects apart. */
    long position() {
        return group.position();
    }

    List<AlembicObject> children() {
        if (children == null) {
            children = readChildren();
        }
        return children;
    }

    Optional<AlembicObject> child(String wanted) {
        return children().stream().filter(c -> c.name.equals(wanted)).findFirst();
    }

    private List<AlembicObject> readChildren() {
        List<AlembicObject> read = new ArrayList<>();
        long last = group.count() - 1;
        if (!group.isData(last)) {
            return read;
        }
        HeaderBytes bytes = archive.headers(group, last, HASH_BYTES, "the children of " + here());
        while (bytes.more()) {
            String childName = bytes.text(bytes.count(2, "a name"), "a name");
            int index = bytes.unsignedByte("meta data");
            Map<String, String> said = index == 0xff
                    ? MetaData.parse(bytes.text(bytes.count(2, "meta data"), "meta data"))
                    : archive.tables().metaData(index, bytes);
            if (depth >= MOST_DEPTH) {
                throw archive.file().bad("nests objects deeper than " + MOST_DEPTH);
            }
            String childPath = path + "/" + childName;
            OgawaGroup childGroup = group.group(1L + read.size(), childPath);
            read.add(new AlembicObject(archive, childGroup, childName, childPath, depth + 1, said));
        }
        return read;
    }

    private String here() {
        return path.isEmpty() ? "the top" : path;
    }

    /** All properties, the schema's among them. */
    CompoundProperty properties() {
        if (properties == null) {
            OgawaGroup own = group.has(0) && !group.isData(0)
                    ? group.group(0, "the properties of " + here())
                    : archive.file().group(0, path);
            properties = new CompoundProperty(archive, own, here());
        }
        return properties;
    }
}
