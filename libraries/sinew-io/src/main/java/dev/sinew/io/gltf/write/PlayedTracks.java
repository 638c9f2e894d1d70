package dev.sinew.io.gltf.write;

import dev.sinew.io.gltf.curve.Track;
import dev.sinew.io.gltf.document.Property;
import dev.sinew.math.Affine3;
import dev.sinew.math.Quaternions;
import dev.sinew.model.Skeleton;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a player makes of tracks: the bones' skinning matrices at any time. For one thread. */
final class PlayedTracks {
    private final BoneNodes nodes;
    private final double[] pivots;
    private final Map<Integer, Map<Property, Track>> byNode = new HashMap<>();
    private final double[] t = new double[3];
    private final double[] q = new double[4];
    private final double[] s = new double[3];
    private final double[] local = new double[Affine3.STRIDE];
    private final double[] inner = new double[Affine3.STRIDE];
    private final double[] bind = new double[Affine3.STRIDE];
    private final double[] globals;

    PlayedTracks(Skeleton skeleton, BoneNodes nodes, List<Track> tracks) {
        this.nodes = nodes;
        this.pivots = skeleton.pivots();
        this.globals = new double[Affine3.STRIDE * skeleton.boneCount()];
        for (Track track : tracks) {
            byNode.computeIfAbsent(track.node(), n -> new EnumMap<>(Property.class))
                    .put(track.property(), track);
        }
    }

    /** @param matrices 12 numbers per bone, modified */
    void matrices(double frame, double[] matrices) {
        for (int j = 0; j < pivots.length / 3; j++) {
            int at = Affine3.STRIDE * j;
            local(j, frame);
            int parent = nodes.parent(j);
            if (parent == Skeleton.ROOT) {
                System.arraycopy(local, 0, globals, at, Affine3.STRIDE);
            } else {
                Affine3.multiply(globals, Affine3.STRIDE * parent, local, 0, globals, at);
            }
            bind(j);
            Affine3.multiply(globals, at, bind, 0, matrices, at);
        }
    }

    private void local(int j, double frame) {
        take(nodes.outer(j), Property.TRANSLATION, frame, nodes.translation(j), t);
        take(nodes.outer(j), Property.ROTATION, frame, nodes.rotation(j), q);
        take(nodes.outer(j), Property.SCALE, frame, new double[] {1, 1, 1}, s);
        Quaternions.toMatrix(q, 0, local, 0, 4);
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                local[4 * r + c] *= s[c];
            }
            local[4 * r + 3] = t[r];
        }
        if (nodes.joint(j) != nodes.outer(j)) {
            take(nodes.joint(j), Property.ROTATION, frame, new double[] {0, 0, 0, 1}, q);
            Quaternions.toMatrix(q, 0, inner, 0, 4);
            Affine3.multiply(local.clone(), 0, inner, 0, local, 0);
        }
    }

    private void take(int node, Property property, double frame, double[] still, double[] out) {
        Track track = byNode.getOrDefault(node, Map.of()).get(property);
        if (track == null) {
            System.arraycopy(still, 0, out, 0, still.length);
            return;
        }
        track.value(frame, out);
        if (property == Property.ROTATION) {
            Quaternions.normalise(out, 0);
        }
    }

    /** turnᵀ·translate(−c) */
    private void bind(int j) {
        double[] turn = nodes.turn(j);
        for (int r = 0; r < 3; r++) {
            double moved = 0;
            for (int c = 0; c < 3; c++) {
                bind[4 * r + c] = turn[3 * c + r];
                moved -= turn[3 * c + r] * pivots[3 * j + c];
            }
            bind[4 * r + 3] = moved;
        }
    }
}
