package dev.sinew.io.gltf.document;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Makes names unique by appending numbers. */
public final class Names {
    private final Set<String> taken = new HashSet<>();
    /** The next number to try, by name: thousands may be equal. */
    private final Map<String, Integer> next = new HashMap<>();

    /** Reserves a name. */
    public void take(String name) {
        taken.add(name);
    }

    /** Reserves and returns the name, or the name with the lowest free number appended. */
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
