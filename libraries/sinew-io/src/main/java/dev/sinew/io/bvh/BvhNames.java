package dev.sinew.io.bvh;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Names that end where a reader of BVH thinks they end: no blanks, brackets or what players use to address tracks. */
final class BvhNames {
    private BvhNames() {}

    static List<String> of(List<String> names) {
        Set<String> taken = new HashSet<>();
        List<String> out = new ArrayList<>();
        for (String name : names) {
            String plain = name.isBlank() ? "joint" : name.strip().replaceAll("[\\s{}\\[\\].:/]+", "_");
            String free = plain;
            for (int k = 2; !taken.add(free); k++) {
                free = plain + "_" + k;
            }
            out.add(free);
        }
        return out;
    }
}
