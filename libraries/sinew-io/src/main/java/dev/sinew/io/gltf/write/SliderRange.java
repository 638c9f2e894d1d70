package dev.sinew.io.gltf.write;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.Clip;
import dev.sinew.model.Correctives;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Shapes whose amounts run from 0 to 1, because sliders of other programs end there: Blender cuts what is below. What a shape is at its lowest becomes part of
 * the mesh, u′ = u + low·d, and the amounts are counted from there, c′ = (c − low)/(high − low), d′ = (high − low)·d: u′ + c′·d′ = u + c·d, on keys and
 * between. Without animation the file has the amounts that give u.
 *
 * @param still those amounts, one per shape
 */
record SliderRange(SkinnedModel model, double[] still) {
    /** Normals of the mesh have length one; where nothing is left of one, so much of it stays. */
    private static final double LEAST = 1e-6;

    static SliderRange of(SkinnedModel model) {
        int count = model.correctives().count();
        double[] low = new double[count];
        double[] high = new double[count];
        for (Clip clip : model.clips()) {
            for (int at = 0; at < clip.shapes().length; at++) {
                low[at % count] = Math.min(low[at % count], clip.shapes()[at]);
                high[at % count] = Math.max(high[at % count], clip.shapes()[at]);
            }
        }
        if (Arrays.stream(low).allMatch(x -> x == 0)) {
            return new SliderRange(model, new double[count]);
        }
        return new Shift(low, high).of(model);
    }

    /** c = from + c′·span per shape; the side that is less far from nothing is the lower one. */
    private static final class Shift {
        private final double[] from;
        private final double[] span;

        Shift(double[] low, double[] high) {
            from = new double[low.length];
            span = new double[low.length];
            for (int k = 0; k < low.length; k++) {
                boolean turned = -low[k] > high[k];
                from[k] = low[k] == 0 ? 0 : turned ? high[k] : low[k];
                span[k] = low[k] == 0 ? 1 : turned ? low[k] - high[k] : high[k] - low[k];
            }
        }

        SliderRange of(SkinnedModel model) {
            Correctives shapes = model.correctives();
            double[] one = from;
            Mesh rest = model.rest().withPositions(shapes.moved(model.rest().positions(), one, 0));
            float[][] positions = scaled(shapes.positions());
            float[][] normals = scaled(shapes.normals());
            Optional<CornerAttribute> rows = rest.surface().normals();
            if (normals.length > 0 && rows.isPresent()) {
                float[] unit =
                        unit(rows.get().values(), shapes.turned(rows.get().values(), one, 0), normals);
                CornerAttribute turned = new CornerAttribute(3, unit, rows.get().rows());
                rest = rest.withSurface(rest.surface().withNormals(Optional.of(turned)));
            }
            List<Clip> clips = new ArrayList<>();
            for (Clip clip : model.clips()) {
                double[] amounts = clip.shapes().clone();
                Arrays.setAll(amounts, at -> (amounts[at] - from[at % from.length]) / span[at % from.length]);
                clips.add(clip.withShapes(amounts));
            }
            double[] still = new double[from.length];
            Arrays.setAll(still, k -> -from[k] / span[k] + 0.0);
            SkinnedModel moved =
                    model.withRest(rest).withCorrectives(new Correctives(shapes.names(), positions, normals), clips);
            return new SliderRange(moved, still);
        }

        private float[][] scaled(float[][] shapes) {
            float[][] out = new float[shapes.length][];
            for (int k = 0; k < shapes.length; k++) {
                out[k] = new float[shapes[k].length];
                for (int x = 0; x < out[k].length; x++) {
                    out[k][x] = (float) (span[k] * shapes[k][x]);
                }
            }
            return out;
        }

        /** Rows of length one; what shapes add to a row is divided by the same, so that all point where they did. @param shapes modified */
        private static float[] unit(float[] before, float[] rows, float[][] shapes) {
            float[] out = rows.clone();
            for (int at = 0; at + 2 < out.length; at += 3) {
                double length = length(out, at);
                if (length < LEAST) {
                    for (int x = at; x < at + 3; x++) {
                        out[x] += (float) (LEAST * before[x]);
                    }
                    length = length(out, at);
                }
                for (int x = at; x < at + 3 && length > 0; x++) {
                    out[x] = (float) (out[x] / length);
                    for (float[] shape : shapes) {
                        shape[x] = (float) (shape[x] / length);
                    }
                }
            }
            return out;
        }

        private static double length(float[] v, int at) {
            return Math.sqrt((double) v[at] * v[at] + (double) v[at + 1] * v[at + 1] + (double) v[at + 2] * v[at + 2]);
        }
    }
}
