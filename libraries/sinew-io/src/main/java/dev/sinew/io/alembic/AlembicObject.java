package dev.sinew.io.alembic;

import dev.sinew.io.alembic.AlembicArchive.HeaderBytes;
import dev.sinew.io.alembic.AlembicArchive.MetaData;
import dev.sinew.io.alembic.AlembicArchive.Tables;
import dev.sinew.io.alembic.AlembicObject.CompoundProperty.PropertyHeader.Kind;
import dev.sinew.io.alembic.OgawaFile.OgawaGroup;
import dev.sinew.io.alembic.SampledProperty.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A named object in an archive's tree: a mesh, a transform, a face set. Its group contains its properties, its children, and
 * the children's headers.
 */
final class AlembicObject {
    /** Real scenes are far less deep; deeper nesting is a damaged or malicious file. */
    private static final int MAX_DEPTH = 400;

    /** Two hashes follow the headers of the children. */
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

    /** Names from the root down, such as {@code /root/body}; empty for the root. */
    String path() {
        return path;
    }

    Map<String, String> metaData() {
        return metaData;
    }

    /** The object's schema, such as {@code AbcGeom_PolyMesh_v1}; empty if it has none. */
    String schema() {
        return metaData.getOrDefault("schema", "");
    }

    /** Position of its group, which identifies the object. */
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
            Map<String, String> childMetaData = index == 0xff
                    ? MetaData.parse(bytes.text(bytes.count(2, "meta data"), "meta data"))
                    : archive.tables().metaData(index, bytes);
            if (depth >= MAX_DEPTH) {
                throw archive.file().bad("it nests objects more than " + MAX_DEPTH + " levels deep");
            }
            String childPath = path + "/" + childName;
            OgawaGroup childGroup = group.group(1L + read.size(), childPath);
            read.add(new AlembicObject(archive, childGroup, childName, childPath, depth + 1, childMetaData));
        }
        return read;
    }

    private String here() {
        return path.isEmpty() ? "the root" : path;
    }

    /** All properties, including the schema's. */
    CompoundProperty properties() {
        if (properties == null) {
            OgawaGroup own = group.has(0) && !group.isData(0)
                    ? group.group(0, "the properties of " + here())
                    : archive.file().group(0, path);
            properties = new CompoundProperty(archive, own, here());
        }
        return properties;
    }

    /** Properties by name. Its group contains one group per property, then all headers. */
    static final class CompoundProperty {
        /** A header with its group. */
        private record Member(PropertyHeader header, OgawaGroup group) {}

        private final AlembicArchive archive;
        private final String path;
        private final Map<String, Member> members = new LinkedHashMap<>();
        /** Cache of compounds, because instances read the same ones many times. */
        private final Map<String, CompoundProperty> compounds = new HashMap<>();

        /** @param path what to call it in messages */
        CompoundProperty(AlembicArchive archive, OgawaGroup group, String path) {
            this.archive = archive;
            this.path = path;
            long last = group.count() - 1;
            if (!group.isData(last)) {
                return;
            }
            HeaderBytes bytes = archive.headers(group, last, 0, "the properties of " + path);
            for (long k = 0; bytes.more(); k++) {
                PropertyHeader header = PropertyHeader.read(bytes, archive.tables());
                members.putIfAbsent(header.name(), new Member(header, group.group(k, path + header.name())));
            }
        }

        String path() {
            return path;
        }

        boolean has(String name) {
            return members.containsKey(name);
        }

        /** The compound with this name. */
        Optional<CompoundProperty> compound(String name) {
            CompoundProperty known = compounds.get(name);
            if (known == null) {
                Optional<Member> member = find(name, true);
                if (member.isEmpty()) {
                    return Optional.empty();
                }
                known = new CompoundProperty(archive, member.get().group, path + "/" + name);
                compounds.put(name, known);
            }
            return Optional.of(known);
        }

        /** The scalar or array property with this name. */
        Optional<SampledProperty> sampled(String name) {
            return find(name, false)
                    .map(m -> new SampledProperty(archive.file(), m.header, m.group, path + "/" + name))
                    .filter(p -> p.samples() > 0);
        }

        private Optional<Member> find(String name, boolean compound) {
            return Optional.ofNullable(members.get(name)).filter(m -> (m.header.kind() == Kind.COMPOUND) == compound);
        }

        /**
         * The header of a property.
         *
         * @param pod type of its numbers; boolean for compounds, which have none
         * @param extent numbers per element: 3 for points
         * @param samples number of samples according to the header
         * @param firstChanged the first sample that differs from the previous one, 0 if all are equal
         * @param lastChanged the last sample that differs from the previous one
         */
        record PropertyHeader(
                String name,
                Kind kind,
                Pod pod,
                int extent,
                int samples,
                int firstChanged,
                int lastChanged,
                TimeSampling sampling,
                Map<String, String> metaData) {
            /**
             * Two hours at 24 frames per second; more means a damaged header. Constant properties take no bytes per sample,
             * only time.
             */
            static final int MAX_SAMPLES = 200_000;

            private static final int OWN_META_DATA = 0xff;

            /** The kinds of properties. */
            enum Kind {
                COMPOUND,
                SCALAR,
                ARRAY
            }

            /** The stored sample that sample k refers to. */
            int stored(int k) {
                if (k < firstChanged || firstChanged == 0 && lastChanged == 0) {
                    return 0;
                }
                return Math.min(k, lastChanged) - firstChanged + 1;
            }

            static PropertyHeader read(HeaderBytes bytes, Tables tables) {
                int info = bytes.info("a property");
                Kind kind = (info & 3) == 0 ? Kind.COMPOUND : (info & 3) == 1 ? Kind.SCALAR : Kind.ARRAY;
                int hint = info >> 2 & 3;
                if (kind == Kind.COMPOUND) {
                    String name = name(bytes, hint);
                    return new PropertyHeader(
                            name,
                            kind,
                            Pod.BOOLEAN,
                            0,
                            0,
                            0,
                            0,
                            TimeSampling.DEFAULT,
                            metaData(bytes, info, hint, tables));
                }
                Pod pod = Pod.ofCode(info >> 4 & 15)
                        .orElseThrow(() -> bytes.bad("have the unknown number type " + (info >> 4 & 15)
                                + "; the last known type is " + (Pod.values().length - 1)));
                int samples = samples(bytes, hint);
                int first = 1;
                int last = Math.max(0, samples - 1);
                if ((info & 0x200) != 0) {
                    first = (int) Math.min(Integer.MAX_VALUE, bytes.count(hint, "the first change"));
                    last = (int) Math.min(Integer.MAX_VALUE, bytes.count(hint, "the last change"));
                    if (first > last || last > samples) {
                        throw bytes.bad("claim changes from sample " + first + " to " + last + " of " + samples);
                    }
                } else if ((info & 0x800) != 0 || samples < 2) {
                    first = 0;
                    last = 0;
                }
                TimeSampling sampling =
                        tables.sampling((info & 0x100) != 0 ? bytes.count(hint, "the time sampling") : 0, bytes);
                String name = name(bytes, hint);
                Map<String, String> metaData = metaData(bytes, info, hint, tables);
                return new PropertyHeader(name, kind, pod, info >> 12 & 0xff, samples, first, last, sampling, metaData);
            }

            private static int samples(HeaderBytes bytes, int hint) {
                long samples = bytes.count(hint, "the number of samples");
                if (samples > MAX_SAMPLES) {
                    throw bytes.bad(
                            "claim " + samples + " samples of a property; at most " + MAX_SAMPLES + " are supported");
                }
                return (int) samples;
            }

            private static String name(HeaderBytes bytes, int hint) {
                return bytes.text(bytes.count(hint, "a name"), "a name");
            }

            private static Map<String, String> metaData(HeaderBytes bytes, int info, int hint, Tables tables) {
                int index = info >> 20 & 0xff;
                return index == OWN_META_DATA
                        ? MetaData.parse(bytes.text(bytes.count(hint, "meta data"), "meta data"))
                        : tables.metaData(index, bytes);
            }
        }
    }
}
