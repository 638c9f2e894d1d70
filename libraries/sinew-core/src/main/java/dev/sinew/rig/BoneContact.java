package dev.sinew.rig;

import dev.sinew.mesh.VertexGraph;
import dev.sinew.solve.SkinState;

/**
 * Where the regions of bones border on each other. A vertex belongs to the bone that moves it most; every edge from a vertex of one bone to a vertex of
 * another is a piece of their border.
 *
 * @param bones B
 * @param borders B×B, edges between the regions of two bones
 * @param middles the middle of what two bones share, B×B×3: the mean over the surface, √(w_j·w_k) its weight, or of their border where no vertex follows both
 */
record BoneContact(int bones, double[] borders, double[] middles) {
    /** A bone that dominates fewer vertices than this is not a part of a body. */
    private static final int LEAST_VERTICES = 3;

    /** Nor is one that moves a smaller part of them. */
    private static final double LEAST_SHARE = 0.002;

    /** @param area of the surface that each vertex represents */
    static BoneContact of(VertexGraph graph, SkinState state, double[] area, int bones) {
        double[] borders = new double[bones * bones];
        double[] middles = new double[3 * bones * bones];
        int[] strongest = strongest(state);
        for (int i = 0; i < strongest.length; i++) {
            for (int e = graph.start(i); e < graph.start(i + 1); e++) {
                int other = strongest[graph.neighbours()[e]];
                if (other != strongest[i]) {
                    borders[strongest[i] * bones + other] += 0.5;
                    borders[other * bones + strongest[i]] += 0.5;
                    for (int x = 0; x < 3; x++) {
                        double middle = (state.rest()[3 * i + x] + state.rest()[3 * graph.neighbours()[e] + x]) / 4;
                        middles[3 * (strongest[i] * bones + other) + x] += middle;
                        middles[3 * (other * bones + strongest[i]) + x] += middle;
                    }
                }
            }
        }
        for (int k = 0; k < middles.length; k++) {
            middles[k] /= Math.max(borders[k / 3], Double.MIN_NORMAL);
        }
        shared(state, area, bones, middles);
        return new BoneContact(bones, borders, middles);
    }

    private static void shared(SkinState state, double[] area, int bones, double[] middles) {
        double[] sums = new double[4 * bones * bones];
        int k = state.influences();
        for (int at = 0; at < state.bones().length; at++) {
            int i = at / k;
            for (int other = i * k; other < (i + 1) * k; other++) {
                double shared = other == at ? 0 : area[i] * Math.sqrt(state.weights()[at] * state.weights()[other]);
                int to = 4 * (state.bones()[at] * bones + state.bones()[other]);
                for (int x = 0; x < 3; x++) {
                    sums[to + x] += shared * state.rest()[3 * i + x];
                }
                sums[to + 3] += shared;
            }
        }
        for (int pair = 0; pair < bones * bones; pair++) {
            for (int x = 0; x < 3 && sums[4 * pair + 3] > 0; x++) {
                middles[3 * pair + x] = sums[4 * pair + x] / sums[4 * pair + 3];
            }
        }
    }

    /** The bone that moves each vertex most. */
    static int[] strongest(SkinState state) {
        int[] strongest = new int[state.vertexCount()];
        int influences = state.influences();
        for (int i = 0; i < strongest.length; i++) {
            int best = i * influences;
            for (int at = best; at < (i + 1) * influences; at++) {
                best = state.weights()[at] > state.weights()[best] ? at : best;
            }
            strongest[i] = state.bones()[best];
        }
        return strongest;
    }

    /** Which bones move next to no vertex more than any other bone does. */
    static boolean[] empty(SkinState state, int bones) {
        int[] held = new int[bones];
        for (int j : strongest(state)) {
            held[j]++;
        }
        double least = Math.max(LEAST_VERTICES, LEAST_SHARE * state.vertexCount());
        boolean[] empty = new boolean[bones];
        for (int j = 0; j < bones; j++) {
            empty[j] = held[j] < least;
        }
        return empty;
    }

    /** The common border of two bones as a part of all the border of the one that has less of it; 0 where they do not touch. */
    double share(int j, int k) {
        double common = borders[j * bones + k];
        return common == 0 ? 0 : common / Math.min(length(j), length(k));
    }

    /** Whether two bones touch. A bone that no vertex is mostly moved by touches all: it would be left for last. */
    boolean touch(int j, int k) {
        return borders[j * bones + k] > 0 || length(j) == 0 || length(k) == 0;
    }

    private double length(int j) {
        double sum = 0;
        for (int k = 0; k < bones; k++) {
            sum += borders[j * bones + k];
        }
        return sum;
    }
}
