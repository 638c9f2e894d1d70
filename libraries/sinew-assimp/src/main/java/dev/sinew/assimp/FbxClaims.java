package dev.sinew.assimp;

import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What an FBX file says about itself, gathered before Assimp may look at it: how much it unpacks to, how far its keys turn,
 * and how many corners its meshes have, so that none can get lost on the way.
 */
final class FbxClaims {
    /** What a file may unpack to at least, however small it is. */
    private static final long FREE_BYTES = 64L << 20;
    /** Beyond that, so many times its size: still animations pack well, and nothing that is meant packs better. */
    private static final long MOST_UNPACKED = 100;
    /** Half turns, or as many metres: a thousand times around, a thousand times over. */
    private static final double MOST_HALF_TURNS = 1e6;

    private final Path file;
    private final long size;
    private long unpacked;
    private double halfTurns;
    private final Map<Long, Long> cornersOf = new HashMap<>();
    private final Set<Long> models = new HashSet<>();
    private final Map<Long, Set<Long>> parents = new HashMap<>();

    FbxClaims(Path file, long size) {
        this.file = file;
        this.size = size;
    }

    RefusedException bad(String rest) {
        return new RefusedException(file + " cannot be read as FBX: " + rest);
    }

    /** Bytes of the file, or of what its packed arrays hold where that is more. */
    long bytes() {
        return Math.max(size, unpacked);
    }

    /** An array of so many bytes. */
    void array(String node, long bytes) {
        unpacked += bytes;
        long most = FREE_BYTES + MOST_UNPACKED * size;
        if (unpacked > most) {
            throw bad("node " + node + " brings what it unpacks to to " + unpacked + " bytes, of " + size
                    + " bytes at most " + most + " are believed");
        }
    }

    /** Two animation keys, one after the other. */
    void keys(double before, double value) {
        halfTurns += Math.abs(value - before) / 180;
        if (!Double.isFinite(value) || !(halfTurns < MOST_HALF_TURNS)) {
            throw bad("an animation key has the value " + value + " after " + before
                    + ", which is further than anything turns or moves");
        }
    }

    void model(long id) {
        models.add(id);
    }

    /** A mesh with so many corners. */
    void mesh(long id, long corners) {
        cornersOf.merge(id, corners, Long::sum);
    }

    void connection(long child, long parent) {
        parents.computeIfAbsent(child, c -> new HashSet<>()).add(parent);
    }

    /** Corners of all meshes that a model shows. */
    private long corners() {
        long corners = 0;
        for (Map.Entry<Long, Long> mesh : cornersOf.entrySet()) {
            Set<Long> above = parents.getOrDefault(mesh.getKey(), Set.of());
            corners += above.stream().anyMatch(models::contains) ? mesh.getValue() : 0;
        }
        return corners;
    }

    /** Refuses a scene that lost something: Assimp leaves out what it cannot make sense of. */
    void requireWhole(Scene scene) {
        long came = scene.parts().stream()
                .mapToLong(part -> part.corners().length + (long) part.strayCorners())
                .sum();
        long claimed = corners();
        if (came < claimed) {
            throw bad("its meshes have " + claimed + " corners of faces, of which " + came
                    + " can be made sense of; the rest is damaged");
        }
    }
}
