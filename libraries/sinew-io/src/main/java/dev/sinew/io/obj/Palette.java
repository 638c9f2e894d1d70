package dev.sinew.io.obj;

import dev.sinew.io.parts.GrowingInts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Names that statements of the file switch between, and the one each face came under; unused names are not kept. */
final class Palette {
    /** What OBJ calls the group of faces that come before any other. */
    private static final String UNNAMED = "default";

    private final Map<String, Integer> numbered = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final GrowingInts perFace;
    private String current = UNNAMED;
    private int index;
    private boolean resolved;
    private boolean everNamed;

    Palette(String what) {
        perFace = new GrowingInts(what);
    }

    void switchTo(String name) {
        current = name.isEmpty() ? UNNAMED : name;
        resolved = false;
        everNamed = true;
    }

    void face() {
        if (!resolved) {
            Integer known = numbered.putIfAbsent(current, names.size());
            index = known == null ? names.size() : known;
            if (known == null) {
                names.add(current);
            }
            resolved = true;
        }
        perFace.add(index);
    }

    /** In order of first use; empty where no statement ever named one. */
    List<String> names() {
        return everNamed ? List.copyOf(names) : List.of();
    }

    int[] perFace() {
        return everNamed ? perFace.toArray() : new int[0];
    }
}
