package dev.sinew.sample.twist;

import dev.sinew.mesh.Mesh;
import dev.sinew.sample.surface.Tube;

/** A closed rod along y from 0 to its length, with a cross-section of one's choice. */
final class Rod {
    /** A cross-section: where its outline is a part t of the way round, counter-clockwise seen from above. */
    interface Outline {
        double[] at(double t);
    }

    private Rod() {}

    static Mesh of(Tube tube, double length, Outline outline) {
        float[] xyz = new float[3 * tube.vertexCount()];
        for (int ring = 0; ring < tube.rings(); ring++) {
            for (int side = 0; side < tube.sides(); side++) {
                int at = 3 * (1 + ring * tube.sides() + side);
                double[] p = outline.at((double) side / tube.sides());
                xyz[at] = (float) p[0];
                xyz[at + 1] = (float) (length * ring / (tube.rings() - 1));
                xyz[at + 2] = (float) p[1];
            }
        }
        xyz[xyz.length - 2] = (float) length;
        return Mesh.of(xyz, tube.faceStarts(), tube.corners(), Mesh.Surface.bare());
    }
}
