package dev.sinew.io.gltf.document;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Makes names unique: one that is taken gets a number behind it. */
public final class Names {
    private final Set<String> taken = new HashSet<>();
    /** Where to look for a free number, by name: thousands may have the same. */
    private final Map<String, Integer> next = new HashMap<>();

    /** Keeps a name from being given. */
    public void take(String name) {
        taken.add(name);
    }

    /** The name itself, or with the lowest number behind it that is free; it is taken now. */
    public String unused(String name) {
        String free = name;
        int k = next.getOrDefault(name, 2);
        while (!taken.add(free)) {
            free = name + "_" + k++;
        }
        next.put(name, k);
        return free;
    }
}
