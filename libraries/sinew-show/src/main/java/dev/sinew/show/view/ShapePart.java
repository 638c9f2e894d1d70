package dev.sinew.show.view;

import dev.sinew.model.Clip;
import dev.sinew.model.Correctives;
import dev.sinew.model.SkinnedModel;
import tools.jackson.databind.node.ObjectNode;

/** Encodes a model's morph targets for the viewer, which adds them to the rest pose and its normals before skinning. */
final class ShapePart {
    private ShapePart() {}

    /**
     * Shape after shape: three numbers per vertex, three per row of normals.
     *
     * @param rows the row of every corner
     */
    static void write(
            SkinnedModel model, int[] rows, String prefix, ViewUnit unit, Buffers buffers, ObjectNode header) {
        Correctives shapes = model.correctives();
        if (shapes.isEmpty()) {
            return;
        }
        header.put("shapes", shapes.count());
        int numbers = 3 * model.vertexCount();
        float[] moves = new float[shapes.count() * numbers];
        for (int at = 0; at < moves.length; at++) {
            moves[at] = (float) (shapes.positions()[at / numbers][at % numbers] / unit.size());
        }
        buffers.floats(prefix + "shapes", moves);
        if (shapes.normals().length > 0 && model.rest().surface().normals().isPresent()) {
            buffers.floats(prefix + "shapeNormals", orientations(model, rows));
        }
    }

    private static float[] orientations(SkinnedModel model, int[] rows) {
        int[] stored = model.rest().surface().normals().orElseThrow().rows();
        int count = 0;
        for (int row : rows) {
            count = Math.max(count, row + 1);
        }
        float[][] shapes = model.correctives().normals();
        float[] out = new float[3 * count * shapes.length];
        for (int k = 0; k < shapes.length; k++) {
            for (int c = 0; c < rows.length; c++) {
                System.arraycopy(shapes[k], 3 * stored[c], out, 3 * (k * count + rows[c]), 3);
            }
        }
        return out;
    }

    /** The weights of the shapes at the shown frames. */
    static float[] amounts(Clip clip, int shapes, int[] frames) {
        float[] out = new float[frames.length * shapes];
        for (int at = 0; at < out.length && clip.shapes().length > 0; at++) {
            out[at] = (float) clip.shapes()[frames[at / shapes] * shapes + at % shapes];
        }
        return out;
    }
}
