package dev.sinew.io.gltf.write;

import dev.sinew.io.gltf.quantize.QuantizedAttributes;
import dev.sinew.keys.Property;
import dev.sinew.keys.Track;
import dev.sinew.math.Affine3;
import dev.sinew.math.Quaternions;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reduces the keys of all bones to as few as keep every vertex within a bound of its original position, at every frame and
 * halfway to the next. Bones start with a larger tolerance than the bound, because a vertex has several bones and their
 * errors rarely add up. The tolerance of bones that move a vertex too far is reduced until none does.
 */
final class KeyReduction {
    private static final double START_FACTOR = 24;
    private static final double TOLERANCE_FACTOR = 0.7;
    private static final int ROUNDS = 60;
    private static final int ROTATION_BYTES = 8;
    private static final int VECTOR_BYTES = 12;
    /** Bytes that describe a list of times, in addition to the times. */
    private static final int TIME_LIST_BYTES = 120;
    /** Number of compared positions; of larger models, evenly chosen vertices are checked. */
    private static final long MAX_COMPARED_POSITIONS = 6_000_000;

    private final SkinnedModel model;
    private final BoneNodes nodes;
    private final double bound;
    private final Map<Integer, Integer> boneOf = new HashMap<>();
    private final int stride;
    private final double[] times;
    private final double[][] wanted;

    /** @param full all tracks of a clip, not reduced */
    KeyReduction(SkinnedModel model, BoneNodes nodes, List<Track> full, int frames, double bound) {
        this.model = model;
        this.nodes = nodes;
        this.bound = bound;
        for (int j = 0; j < model.boneCount(); j++) {
            boneOf.put(nodes.outer(j), j);
            boneOf.put(nodes.joint(j), j);
        }
        times = new double[2 * frames - 1];
        Arrays.setAll(times, k -> 0.5 * k);
        stride = (int) Math.max(1, (long) model.vertexCount() * times.length / MAX_COMPARED_POSITIONS);
        wanted = played(full);
    }

    private double[][] played(List<Track> tracks) {
        PlayedTracks player = new PlayedTracks(model.skeleton(), nodes, tracks);
        double[][] matrices = new double[times.length][BoneMotion.STRIDE * model.boneCount()];
        for (int k = 0; k < times.length; k++) {
            player.matrices(times[k], matrices[k]);
        }
        return matrices;
    }

    /** @param full tracks with tolerances for a bound of one unit of length */
    List<Track> of(List<Track> full) {
        double[] leeway = new double[model.boneCount()];
        Arrays.fill(leeway, START_FACTOR * bound);
        List<Track> kept = reduce(full, leeway);
        for (int round = 0; round < ROUNDS; round++) {
            boolean[] tooFar = tooFar(played(kept));
            boolean any = false;
            for (int j = 0; j < leeway.length; j++) {
                leeway[j] *= tooFar[j] ? TOLERANCE_FACTOR : 1;
                any |= tooFar[j];
            }
            if (!any) {
                break;
            }
            kept = reduce(full, leeway);
        }
        return withSharedTimes(kept, full);
    }

    /**
     * Restores the keys of tracks that would need a separate list of times and save less than the list costs. All keys of a
     * bone are at the times of its rotations.
     */
    private List<Track> withSharedTimes(List<Track> kept, List<Track> full) {
        Map<List<Double>, Long> users = new HashMap<>();
        kept.forEach(track -> users.merge(times(track), 1L, Long::sum));
        List<Track> shared = new ArrayList<>();
        for (Track track : kept) {
            Track whole = full.stream()
                    .filter(t -> t.node() == track.node() && t.property() == track.property())
                    .findFirst()
                    .orElse(track);
            int saved = (whole.keys() - track.keys())
                    * (track.property() == Property.ROTATION ? ROTATION_BYTES : VECTOR_BYTES);
            long alone = (TIME_LIST_BYTES + 4L * track.keys()) / users.get(times(track));
            boolean pays = saved > alone || !users.containsKey(times(whole));
            Track chosen = pays || track.keys() == 1 ? track : QuantizedAttributes.stored(whole);
            // The tolerance for rounding its numbers later.
            shared.add(chosen.withTolerance(whole.tolerance() * bound));
        }
        return shared;
    }

    private static List<Double> times(Track track) {
        return Arrays.stream(track.frames()).boxed().toList();
    }

    private List<Track> reduce(List<Track> full, double[] leeway) {
        List<Track> kept = new ArrayList<>();
        for (Track track : full) {
            double own = track.tolerance() * leeway[boneOf.get(track.node())];
            Track reduced = track.withTolerance(own).reduce();
            if (!reduced.isStill()) {
                kept.add(QuantizedAttributes.stored(reduced));
            }
        }
        return kept;
    }

    /** The bones that move some vertex furthest from its target, and their ancestors. */
    private boolean[] tooFar(double[][] got) {
        boolean[] blamed = new boolean[model.boneCount()];
        for (int k = 0; k < times.length; k++) {
            for (int i = 0; i < model.vertexCount(); i += stride) {
                lookAt(i, wanted[k], got[k], blamed);
            }
        }
        for (int j = blamed.length - 1; j >= 0; j--) {
            if (blamed[j] && nodes.parent(j) != Skeleton.NONE) {
                blamed[nodes.parent(j)] = true;
            }
        }
        return blamed;
    }

    private void lookAt(int i, double[] wantedPose, double[] gotPose, boolean[] blamed) {
        SkinWeights weights = model.weights();
        float[] u = model.rest().positions();
        double[] sum = new double[3];
        int worst = 0;
        double most = -1;
        int from = i * weights.influences();
        for (int at = from; at < from + weights.influences() && weights.weights()[at] > 0; at++) {
            int bone = BoneMotion.STRIDE * weights.bones()[at];
            double size = 0;
            for (int r = 0; r < 3; r++) {
                int row = bone + 4 * r;
                double off = weights.weights()[at]
                        * ((gotPose[row] - wantedPose[row]) * u[3 * i]
                                + (gotPose[row + 1] - wantedPose[row + 1]) * u[3 * i + 1]
                                + (gotPose[row + 2] - wantedPose[row + 2]) * u[3 * i + 2]
                                + gotPose[row + 3]
                                - wantedPose[row + 3]);
                sum[r] += off;
                size += off * off;
            }
            if (size > most) {
                most = size;
                worst = weights.bones()[at];
            }
        }
        if (sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2] > bound * bound) {
            blamed[worst] = true;
        }
    }

    /** Plays tracks: the bones' skinning matrices at any time. Not thread-safe. */
    private static final class PlayedTracks {
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
                if (parent == Skeleton.NONE) {
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
            take(nodes.outer(j), Property.SCALE, frame, nodes.scale(j), s);
            Quaternions.toMatrix(q, 0, local, 0, 4);
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) {
                    local[4 * r + c] *= s[c];
                }
                local[4 * r + 3] = t[r];
            }
            if (nodes.joint(j) != nodes.outer(j)) {
                take(nodes.joint(j), Property.ROTATION, frame, nodes.innerRotation(j), q);
                Quaternions.toMatrix(q, 0, inner, 0, 4);
                Affine3.multiply(local.clone(), 0, inner, 0, local, 0);
            }
        }

        private void take(int node, Property property, double frame, double[] restValue, double[] out) {
            Track track = byNode.getOrDefault(node, Map.of()).get(property);
            if (track == null) {
                System.arraycopy(restValue, 0, out, 0, restValue.length);
                return;
            }
            track.value(frame, out);
            if (property == Property.ROTATION) {
                Quaternions.normalise(out, 0);
            }
        }

        /** rotationᵀ·translate(−c) */
        private void bind(int j) {
            double[] orientationMatrix = nodes.orientationMatrix(j);
            for (int r = 0; r < 3; r++) {
                double moved = 0;
                for (int c = 0; c < 3; c++) {
                    bind[4 * r + c] = orientationMatrix[3 * c + r];
                    moved -= orientationMatrix[3 * c + r] * pivots[3 * j + c];
                }
                bind[4 * r + 3] = moved;
            }
        }
    }
}
