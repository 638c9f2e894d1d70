package dev.sinew.show.picture;

import dev.sinew.mesh.Mesh;
import dev.sinew.show.picture.BoneDrawing.BoneShape;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The content of a picture: panels side by side with one camera.
 *
 * @param title one line, may be empty
 * @param framing what the camera keeps in view, the same for every frame of a sequence
 */
public record Scene(String title, List<Panel> panels, Framing framing) {
    public Scene {
        Objects.requireNonNull(title);
        Objects.requireNonNull(framing);
        panels = List.copyOf(panels);
        if (panels.isEmpty()) {
            throw new IllegalArgumentException("a scene needs at least one panel");
        }
    }

    /**
     * One view of a scene: a posed mesh with colours, optional bones, a caption and a legend.
     *
     * @param mesh topology
     * @param positions 3N, the pose
     * @param bones drawn over the mesh
     */
    record Panel(
            String caption,
            Mesh mesh,
            float[] positions,
            Paint paint,
            Substance substance,
            List<BoneShape> bones,
            Optional<Legend> legend) {
        /** How the mesh is drawn. */
        public enum Substance {
            /** Opaque. */
            SOLID,
            /** Transparent except near the outline. */
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

        /**
         * Explains the colours.
         *
         * @param label the quantity with its unit
         * @param from value of the map's first colour
         * @param to value of the map's last colour
         */
        record Legend(String label, ColourMap map, double from, double to) {
            public Legend {
                Objects.requireNonNull(label);
                Objects.requireNonNull(map);
            }
        }
    }
}
