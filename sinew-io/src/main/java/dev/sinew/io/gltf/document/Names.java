package dev.sinew.io.gltf.document;

import java.util.Set;

/** Makes names unique. */
public final class Names {
    private Names() {}

    /**
     * The name itself, or with a number behind it where it is taken.
     *
     * @param taken modified: gets the name
     */
    public static String unused(String name, Set<String> taken) {
        String free = name;
        for (int k = 2; !taken.add(free); k++) {
            free = name + "_" + k;
        }
        return free;
    }
}
