package dev.sinew.show.picture;

import dev.sinew.mesh.Mesh;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One view of a scene: a mesh in a pose, painted, perhaps with its bones, a caption and a legend.
 *
 * @param mesh topology
 * @param positions 3N, the pose
 * @param bones drawn over the mesh
 */
public record Panel(
        String caption,
        Mesh mesh,
        float[] positions,
        Paint paint,
        Substance substance,
        List<BoneShape> bones,
        Optional<Legend> legend) {
    /** What the mesh is made of. */
    public enum Substance {
        /** Nothing is seen through it. */
        SOLID,
        /** Seen through where one looks straight at it; its outline stays. */
        GLASS
    }

    public Panel {
        Objects.requireNonNull(caption);
        Objects.requireNonNull(paint);
        Objects.requireNonNull(substance);
        Objects.requireNonNull(legend);
        bones = List.copyOf(bones);
        if (positions.length != 3 * mesh.vertexCount()) {
            throw new IllegalArgumentException(
                    positions.length / 3 + " positions for " + mesh.vertexCount() + " vertices");
        }
    }

    public Panel withBones(List<BoneShape> newBones) {
        return new Panel(caption, mesh, positions, paint, substance, newBones, legend);
    }

    public Panel of(Substance newSubstance) {
        return new Panel(caption, mesh, positions, paint, newSubstance, bones, legend);
    }
}
