package dev.sinew.show.view;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.show.view.ReportData.PlayedModel;
import dev.sinew.skin.ClipFrames;

/** The bounding box of every frame, for the camera and for the precision of positions. */
record FrameBoxes(Box[] boxes) {
    static FrameBoxes of(MeshSequence sequence, int frames) {
        Box[] boxes = new Box[frames];
        for (int f = 0; f < frames; f++) {
            boxes[f] = Box.around(sequence.frame(f));
        }
        return new FrameBoxes(boxes);
    }

    static FrameBoxes of(PlayedModel played, int frames) {
        ClipFrames posed = new ClipFrames(played.model(), played.clip());
        Box[] boxes = new Box[frames];
        for (int f = 0; f < frames; f++) {
            boxes[f] = Box.around(posed.frame(f));
        }
        return new FrameBoxes(boxes);
    }

    double[] centreOfFirst() {
        Box b = boxes[0];
        return new double[] {(b.minX() + b.maxX()) / 2, (b.minY() + b.maxY()) / 2, (b.minZ() + b.maxZ()) / 2};
    }

    /** The longest side of all boxes. */
    double longestSide() {
        double longest = 0;
        for (Box b : boxes) {
            longest = Math.max(
                    longest, Math.max(b.maxX() - b.minX(), Math.max(b.maxY() - b.minY(), b.maxZ() - b.minZ())));
        }
        return longest;
    }

    /** Smallest corner of frame f in viewer coordinates. */
    float[] origin(ViewUnit unit, int f) {
        Box b = boxes[f];
        return new float[] {
            (float) unit.posed(b.minX(), 0), (float) unit.posed(b.minY(), 1), (float) unit.posed(b.minZ(), 2)
        };
    }

    /** Smallest and largest corner of the shown frames, six numbers each. */
    float[] corners(ViewUnit unit, int[] frames) {
        float[] out = new float[6 * frames.length];
        for (int s = 0; s < frames.length; s++) {
            Box b = boxes[frames[s]];
            double[] sides = {b.minX(), b.minY(), b.minZ(), b.maxX(), b.maxY(), b.maxZ()};
            for (int k = 0; k < 6; k++) {
                out[6 * s + k] = (float) unit.posed(sides[k], k % 3);
            }
        }
        return out;
    }
}
