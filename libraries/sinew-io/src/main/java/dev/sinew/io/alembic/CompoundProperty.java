package dev.sinew.io.alembic;

import dev.sinew.io.alembic.PropertyHeader.Kind;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Properties by name: its group holds one group a property, then the headers of all. */
final class CompoundProperty {
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
}
