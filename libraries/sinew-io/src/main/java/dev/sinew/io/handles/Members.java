package dev.sinew.io.handles;

import dev.sinew.io.file.JsonPlace;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which members our JSON may have: a mistyped one would otherwise do nothing without a word. */
final class Members {
    /** Allowed anywhere and not read: the schema for editors, a remark, what other programs keep. */
    private static final List<String> ANYWHERE = List.of("$schema", "comment", "extras");

    private Members() {}

    static void require(JsonPlace place, String... names) {
        Set<String> allowed = new HashSet<>(List.of(names));
        allowed.addAll(ANYWHERE);
        place.requireOnly(allowed);
    }
}
