package dev.sinew.handles;

import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Vertices that a file has twice, for a seam of its texture or a hard edge: they are one place of the shape and must move as one. Two are one
 * where their positions are equal to the bit, in the rest pose and in every example (lips that are closed at rest are two).
 *
 * @param weldedOf the welded vertex of every vertex
 * @param first a vertex of every welded one
 */
record Seams(int[] weldedOf, int[] first) {
    private record Place(int group, float x, float y, float z) {}

    static Seams of(Mesh mesh, Optional<MeshSequence> examples) {
        int n = mesh.vertexCount();
        int[] group = new int[n];
        int groups = split(mesh.positions(), group, n == 0 ? 0 : 1);
        for (int k = 0; k < examples.map(MeshSequence::frameCount).orElse(0) && groups < n; k++) {
            groups = split(examples.get().frame(k), group, groups);
        }
        int[] first = new int[groups];
        Arrays.fill(first, -1);
        for (int i = n - 1; i >= 0; i--) {
            first[group[i]] = i;
        }
        return new Seams(group, first);
    }

    /** Splits groups by position; numbers go by the first vertex of each. */
    private static int split(float[] xyz, int[] group, int groups) {
        Map<Place, Integer> numbers = new HashMap<>(2 * Math.max(16, groups));
        for (int i = 0; i < group.length; i++) {
            // −0 is 0.
            Place place = new Place(group[i], xyz[3 * i] + 0f, xyz[3 * i + 1] + 0f, xyz[3 * i + 2] + 0f);
            Integer number = numbers.putIfAbsent(place, numbers.size());
            group[i] = number == null ? numbers.size() - 1 : number;
        }
        return numbers.size();
    }

    boolean isEmpty() {
        return first.length == weldedOf.length;
    }

    HandleModels.Input weld(HandleModels.Input input) {
        Mesh mesh = input.mesh();
        int[] corners = Arrays.stream(mesh.corners()).map(i -> weldedOf[i]).toArray();
        Mesh welded = Mesh.of(weld(mesh.positions()), mesh.faceStarts(), corners, Mesh.Surface.bare());
        return new HandleModels.Input(
                welded, weld(input.handles()), input.examples().map(poses -> weld(poses, welded)));
    }

    private MeshSequence weld(MeshSequence poses, Mesh rest) {
        FrameSource frames = new FrameSource() {
            @Override
            public int frameCount() {
                return poses.frameCount();
            }

            @Override
            public float[] frame(int f) {
                return weld(poses.frame(f));
            }
        };
        return new MeshSequence(poses.name(), rest, frames, poses.framesPerSecond());
    }

    private float[] weld(float[] xyz) {
        float[] out = new float[3 * first.length];
        for (int k = 0; k < first.length; k++) {
            System.arraycopy(xyz, 3 * first[k], out, 3 * k, 3);
        }
        return out;
    }

    private HandleSet weld(HandleSet handles) {
        List<Handle> welded = new ArrayList<>();
        for (Handle handle : handles.handles()) {
            if (handle instanceof Handle.Region region) {
                int[] vertices = Arrays.stream(region.vertices())
                        .map(i -> i >= 0 && i < weldedOf.length ? weldedOf[i] : i)
                        .distinct()
                        .toArray();
                welded.add(new Handle.Region(region.name(), vertices, region.centre()));
            } else {
                welded.add(handle);
            }
        }
        return new HandleSet(welded, handles.cageTriangles());
    }

    /** A row for every vertex again. */
    HandleWeights open(HandleWeights welded) {
        int h = welded.handleCount();
        double[] w = new double[weldedOf.length * h];
        for (int i = 0; i < weldedOf.length; i++) {
            System.arraycopy(welded.w(), weldedOf[i] * h, w, i * h, h);
        }
        return new HandleWeights(weldedOf.length, h, w);
    }
}
