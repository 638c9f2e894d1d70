package dev.sinew.bench.rivals.paper;

import dev.sinew.bench.rivals.method.Rival.HandlePoser;
import dev.sinew.bench.rivals.method.Spread;
import dev.sinew.handles.BiharmonicWeights;
import dev.sinew.handles.DataDrivenWeights;
import dev.sinew.handles.HandleModels;
import dev.sinew.handles.HandleWeights;
import dev.sinew.handles.LearningOptions;
import dev.sinew.handles.Poser;
import dev.sinew.handles.WeightsOptions;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.run.Progress;
import java.util.ArrayList;
import java.util.List;

/**
 * A shape with point handles, poses to learn from and poses to test. Handles are moved to the positions of their vertices in the
 * pose, and all vertices are compared.
 *
 * @param held the vertex of each handle
 */
record HandleCase(String name, Mesh mesh, int[] held, MeshSequence train, MeshSequence test) {
    /** Every third pose is held out. */
    private static final int EVERY = 3;

    static HandleCase of(String name, MeshSequence all, int handles) {
        List<float[]> train = new ArrayList<>();
        List<float[]> test = new ArrayList<>();
        for (int f = 0; f < all.frameCount(); f++) {
            (f % EVERY == EVERY - 1 ? test : train).add(all.frame(f));
        }
        return new HandleCase(
                name,
                all.rest(),
                Spread.vertices(all.rest(), handles),
                poses(all.rest(), train),
                poses(all.rest(), test));
    }

    /**
     * YLWXG19 Figures 2–4: a card with a handle at the middle of either side, learnt from one fold and tested with a sharper one.
     */
    static HandleCase card() {
        Mesh flat = FoldedCard.of(0);
        int middle = FoldedCard.SIDE / 2 * FoldedCard.SIDE;
        return new HandleCase(
                "card",
                flat,
                new int[] {
                    middle,
                    middle + FoldedCard.SIDE - 1,
                    FoldedCard.SIDE / 2,
                    FoldedCard.SIDE * FoldedCard.SIDE - FoldedCard.SIDE / 2
                },
                poses(flat, List.of(FoldedCard.of(60).positions())),
                poses(flat, List.of(FoldedCard.of(100).positions())));
    }

    private static MeshSequence poses(Mesh mesh, List<float[]> frames) {
        return new MeshSequence("poses", mesh, FrameSource.of(frames.toArray(new float[0][])), 30);
    }

    HandleSet handles() {
        List<Handle> handles = new ArrayList<>();
        for (int j = 0; j < held.length; j++) {
            handles.add(new Handle.Point("h" + j, place(mesh.positions(), held[j])));
        }
        return HandleSet.of(handles);
    }

    private static double[] place(float[] xyz, int i) {
        return new double[] {xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]};
    }

    HandleWeights biharmonic() {
        return weights(WeightsOptions.Method.BIHARMONIC);
    }

    HandleWeights quasiHarmonic() {
        return weights(WeightsOptions.Method.QUASI_HARMONIC);
    }

    private HandleWeights weights(WeightsOptions.Method method) {
        WeightsOptions options = WeightsOptions.defaults()
                .withDomain(WeightsOptions.DomainChoice.SURFACE)
                .withMethod(method);
        return new BiharmonicWeights(mesh, handles(), options, Progress.SILENT)
                .solve()
                .weights();
    }

    HandleWeights learnt(HandleWeights start, LearningOptions options) {
        boolean[] given = HandleModels.verticesOf(mesh, handles(), start);
        return new DataDrivenWeights(mesh, train, start, given, options, Progress.SILENT)
                .solve()
                .weights();
    }

    /** The same, starting from other weights than the biharmonic ones, which still define the handles' regions. */
    HandleWeights learntFrom(HandleWeights biharmonic, HandleWeights start, LearningOptions options) {
        boolean[] given = HandleModels.verticesOf(mesh, handles(), biharmonic);
        return new DataDrivenWeights(mesh, train, biharmonic, given, options, Progress.SILENT)
                .startingFrom(start)
                .solve()
                .weights();
    }

    /** Linear blend skinning whose transforms follow the handles (YLWXG19 §4.2, the same for all weights). */
    HandlePoser poser(HandleWeights weights) {
        Poser poser = new Poser(mesh, handles(), weights);
        return targets -> {
            poser.reset();
            for (int j = 0; j < held.length; j++) {
                poser.setTarget("h" + j, new double[] {targets[3 * j], targets[3 * j + 1], targets[3 * j + 2]});
            }
            poser.solve();
            float[] posed = poser.positions();
            double[] out = new double[posed.length];
            for (int k = 0; k < out.length; k++) {
                out[k] = posed[k];
            }
            return out;
        };
    }

    /** √(mean ‖x − v‖²) over the held-out poses, in percent of the size. */
    double unseenError(HandlePoser poser) {
        double sum = 0;
        for (int f = 0; f < test.frameCount(); f++) {
            float[] pose = test.frame(f);
            double[] posed = poser.pose(targets(pose));
            for (int k = 0; k < posed.length; k++) {
                sum += (posed[k] - pose[k]) * (posed[k] - pose[k]);
            }
        }
        double mean = sum / ((double) mesh.vertexCount() * test.frameCount());
        return 100 * Math.sqrt(mean) / Box.around(mesh.positions()).diagonal();
    }

    double[] targets(float[] pose) {
        double[] targets = new double[3 * held.length];
        for (int j = 0; j < held.length; j++) {
            System.arraycopy(place(pose, held[j]), 0, targets, 3 * j, 3);
        }
        return targets;
    }

    /** YLWXG19 Figures 2–4: a square card, folded along its middle. */
    private static final class FoldedCard {
        /** Vertices along a side. */
        public static final int SIDE = 50;

        private FoldedCard() {}

        public static Mesh of(double degrees) {
            float[] p = new float[3 * SIDE * SIDE];
            int[] t = new int[6 * (SIDE - 1) * (SIDE - 1)];
            int at = 0;
            for (int i = 0; i < SIDE * SIDE; i++) {
                double x = i % SIDE / (SIDE - 1.0) - 0.5;
                double angle = x > 0 ? Math.toRadians(degrees) : 0;
                p[3 * i] = (float) (x * Math.cos(angle));
                p[3 * i + 1] = i / SIDE / (SIDE - 1f) - 0.5f;
                p[3 * i + 2] = (float) (x * Math.sin(angle));
                if (i % SIDE + 1 < SIDE && i / SIDE + 1 < SIDE) {
                    for (int k : new int[] {i, i + 1, i + SIDE + 1, i, i + SIDE + 1, i + SIDE}) {
                        t[at++] = k;
                    }
                }
            }
            return Mesh.ofTriangles(p, t);
        }
    }
}
