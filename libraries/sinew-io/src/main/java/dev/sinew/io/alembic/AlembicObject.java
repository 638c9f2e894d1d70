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

    /** Properties by name: its group holds one group a property, then the headers of all. */
    static final class CompoundProperty {
        /** A header with the group that it stands for. */
        private record Member(PropertyHeader header, OgawaGroup group) {}

        private final AlembicArchive archive;
        private final String path;
        private final Map<String, Member> members = new LinkedHashMap<>();
        /** Compounds that were asked for: what instances show is looked at many times. */
        private final Map<String, CompoundProperty> compounds = new HashMap<>();

        /** @param path what it is called in a sentence */
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

        /** The compound of that name. */
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

        /** The property of that name that has samples, be they scalars or arrays. */
        Optional<SampledProperty> sampled(String name) {
            return find(name, false)
                    .map(m -> new SampledProperty(archive.file(), m.header, m.group, path + "/" + name))
                    .filter(p -> p.samples() > 0);
        }

        private Optional<Member> find(String name, boolean compound) {
            return Optional.ofNullable(members.get(name)).filter(m -> (m.header.kind() == Kind.COMPOUND) == compound);
        }

        /**
         * What is said of a property before its samples.
         *
         * @param pod of its numbers; boolean for compounds, which have none
         * @param extent numbers an element: 3 for points
         * @param samples how many there seem to be
         * @param firstChanged the first sample that differs from the one before it, 0 where all are alike
         * @param lastChanged the last sample that differs from the one before it
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
            /** Two hours at 24 frames a second: more is a damaged header. What never changes costs no bytes, but still our time. */
            static final int MOST_SAMPLES = 200_000;

            private static final int OWN_META_DATA = 0xff;

            /** What a property is made of. */
            enum Kind {
                COMPOUND,
                SCALAR,
                ARRAY
            }

            /** Which of the samples that are stored stands for sample k. */
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
                            TimeSampling.USUAL,
                            metaData(bytes, info, hint, tables));
                }
                Pod pod = Pod.ofCode(info >> 4 & 15)
                        .orElseThrow(() -> bytes.bad("name a kind of number with code " + (info >> 4 & 15)
                                + ", the known ones end at " + (Pod.values().length - 1)));
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
                if (samples > MOST_SAMPLES) {
                    throw bytes.bad(
                            "claim " + samples + " samples of a property, at most " + MOST_SAMPLES + " are read");
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
