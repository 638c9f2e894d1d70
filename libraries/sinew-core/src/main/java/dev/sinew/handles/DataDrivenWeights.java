package dev.sinew.handles;

import dev.sinew.geometry.MeshLaplacian;
import dev.sinew.math.Affine3;
import dev.sinew.math.Svd3;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.platform.Workers;
import dev.sinew.run.Outcome;
import dev.sinew.run.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Weights that reproduce examples (YLWXG19 §4.1): transforms, rotations and weights in turn, each lowering the same energy of eq. 11–12,
 * started from given weights.
 */
public final class DataDrivenWeights {
    /** Rounds after which the groups of edges are fixed: regrouping changes the minimised energy. */
    private static final int GROUPING_ROUNDS = 3;
    /**
     * Rounds of the weight step's inner loop: few while weights and transforms adapt to each other, which takes most rounds, more at the
     * end.
     */
    private static final int FIRST_INNER_ROUNDS = 4;

    private static final int LAST_INNER_ROUNDS = 12;

    /** Fraction of the rounds after which normals are included at the latest. */
    private static final double POSITIONS_ONLY_FRACTION = 2 / 3.0;

    /** Total importance of all handles on the mesh, as a fraction of all vertices. */
    private static final double HANDLE_IMPORTANCE = 0.1;

    /** Rigid transforms are tried every this many rounds. */
    private static final int RIGID_EVERY = 3;

    private static final double FIRST_MOMENTUM = 0.5;
    private static final double MOMENTUM_GROWTH = 1.5;
    private static final double MAX_MOMENTUM = 8;

    private final Examples examples;
    private final LearningOptions options;
    private final Progress progress;
    private final MeshSequence sequence;
    private final Rigidity rigidity;
    private final boolean[] given;
    private final HandleReach reach;
    /** Weight of each vertex in the data term. */
    private final double[] importance;

    private Iterate here;
    /** The transforms before their last change; empty if the energy was different then. */
    private double[][] lastTransforms = new double[0][];

    private double momentum;
    private ExampleShading shades;
    private int innerRounds = FIRST_INNER_ROUNDS;

    /**
     * @param start non-negative, rows summing to one
     * @param given vertices with fixed weights: those of handles on the mesh
     */
    public DataDrivenWeights(
            Mesh mesh,
            MeshSequence sequence,
            HandleWeights start,
            boolean[] given,
            LearningOptions options,
            Progress progress) {
        this.examples = Examples.of(mesh, sequence);
        this.sequence = sequence.withRest(mesh);
        this.options = Objects.requireNonNull(options);
        this.progress = Objects.requireNonNull(progress);
        this.reach = options.locality() == LearningOptions.Locality.NEAR
                ? HandleReach.of(start)
                : HandleReach.everywhere(start);
        this.given = given.clone();
        this.importance = importance(given);
        this.rigidity = new Rigidity(
                examples.rest(), MeshLaplacian.of(mesh, mesh.positions()).stiffness());
        double[][] transforms = new double[examples.count()][12 * start.handleCount()];
        for (double[] matrices : transforms) {
            for (int j = 0; j < start.handleCount(); j++) {
                Affine3.identity(matrices, 12 * j);
            }
        }
        this.here = new Iterate(restricted(start), transforms, new double[0][]);
    }

    /**
     * The state of the loop; immutable.
     *
     * @param transforms H·12 per example
     * @param rotations of the groups of edges, one array per example; empty before the first grouping
     */
    private record Iterate(HandleWeights weights, double[][] transforms, double[][] rotations) {
        Iterate withWeights(HandleWeights w) {
            return new Iterate(w, transforms, rotations);
        }

        Iterate withTransforms(double[][] t) {
            return new Iterate(weights, t, rotations);
        }
    }

    /** Continues from weights learnt earlier; the smooth weights still determine which handles are near. */
    public DataDrivenWeights startingFrom(HandleWeights learnt) {
        here = here.withWeights(restricted(learnt));
        return this;
    }

    private HandleWeights restricted(HandleWeights start) {
        double[] w = start.w().clone();
        for (int i = 0; i < start.vertexCount(); i++) {
            reach.restrict(i, w);
            BiharmonicWeights.normalise(w, i * start.handleCount(), start.handleCount());
        }
        return new HandleWeights(start.vertexCount(), start.handleCount(), w);
    }

    /**
     * NOTE: eq. 9 weights all vertices equally. Users drag handles on the mesh (eq. 27), so the examples must be met there. They also
     * separate transforms from weights: without them weights may bleed over a fold, and the transforms compensate.
     */
    private static double[] importance(boolean[] given) {
        int count = 0;
        for (boolean g : given) {
            count += g ? 1 : 0;
        }
        double[] importance = new double[given.length];
        for (int i = 0; i < given.length; i++) {
            importance[i] = given[i] ? Math.max(1, HANDLE_IMPORTANCE * given.length / count) : 1;
        }
        return importance;
    }

    /**
     * The terms of the energy after a round, eq. 11 summed over the examples, for shapes with a diagonal of one.
     *
     * @param data eq. 9 plus the term of the normals
     * @param sparsity λ₁ times eq. 10
     * @param rigidity λ₂ times eq. 7
     */
    public record Energy(double data, double sparsity, double rigidity) {
        public double total() {
            return data + sparsity + rigidity;
        }
    }

    /**
     * @param transforms of the handles in the mesh's coordinates, H·12 per example
     * @param energies after each round
     * @param groupsFixed the round after which groups and normals no longer change, so that the energy only falls
     */
    public record Result(
            HandleWeights weights, double[][] transforms, List<Energy> energies, int groupsFixed, Outcome outcome) {}

    public Result solve() {
        List<Energy> energies = new ArrayList<>();
        Outcome outcome = Outcome.ITERATION_LIMIT;
        int falls = GROUPING_ROUNDS;
        try (Workers workers = new Workers(options.threads())) {
            shades = ExampleShading.of(sequence, options.shading(), workers);
            LearningStep step = new LearningStep(examples, shades, rigidity, options, here.weights(), reach, given);
            for (int round = 0; round < options.maxIterations(); round++) {
                if (round < GROUPING_ROUNDS) {
                    rigidity.regroup(here.weights(), options.groups());
                    here = withRotations(here);
                }
                here = withRotations(transformStep(workers));
                if (falls > GROUPING_ROUNDS) {
                    weighNormals();
                }
                boolean done = round % RIGID_EVERY == 1 && tryRigid(step, workers) || extrapolate(step, workers);
                if (!done) {
                    here = weightStep(step, here, workers);
                }
                sharpen(step);
                energies.add(energy(step, here));
                report(round, energies);
                boolean settled = round > falls && gain(energies) < options.tolerance();
                boolean ended = settled && innerRounds == LAST_INNER_ROUNDS;
                innerRounds = settled ? LAST_INNER_ROUNDS : innerRounds;
                if (falls == GROUPING_ROUNDS && options.shading() > 0) {
                    // Normals come last, so that folds stay where positions put them: vertex normals are smooth across
                    // a fold.
                    falls = ended || round + 1 >= POSITIONS_ONLY_FRACTION * options.maxIterations() ? round + 1 : falls;
                } else if (ended) {
                    outcome = Outcome.CONVERGED;
                    break;
                }
            }
            // The transforms for the final weights.
            here = transformStep(workers);
        }
        double[][] own = new double[examples.count()][];
        for (int k = 0; k < own.length; k++) {
            own[k] = examples.denormalised(here.transforms()[k]);
        }
        return new Result(here.weights(), own, List.copyOf(energies), falls, outcome);
    }

    private static double gain(List<Energy> energies) {
        double last = energies.get(energies.size() - 1).total();
        double before = energies.get(energies.size() - 2).total();
        return before > 0 ? (before - last) / before : 0;
    }

    private void report(int round, List<Energy> energies) {
        progress.update(
                "learning",
                round + 1,
                options.maxIterations(),
                energies.get(round).total());
    }

    /** The state with the best rotations for its poses. */
    private Iterate withRotations(Iterate from) {
        double[][] rotations = new double[examples.count()][];
        for (int k = 0; k < rotations.length; k++) {
            rotations[k] =
                    rigidity.rotations(TransformSolve.pose(examples.rest(), from.weights(), from.transforms()[k]));
        }
        return new Iterate(from.weights(), from.transforms(), rotations);
    }

    /** eq. 20, one factorisation for all examples. */
    private Iterate transformStep(Workers workers) {
        TransformSolve solve = new TransformSolve(
                examples.rest(), here.weights(), rigidity, importance, options.rigidity(), Optional.of(shades));
        double[][] next = new double[examples.count()][];
        double[][] targets = targets(here);
        workers.forChunks(next.length, 1, (chunk, k, to) -> {
            double[] target = examples.poses()[k].clone();
            for (int c = 0; c < target.length; c++) {
                target[c] = importance[c / 3] * target[c] + options.rigidity() * targets[k][c];
            }
            next[k] = solve.solve(target, here.transforms()[k], k);
        });
        return here.withTransforms(next);
    }

    /** Sets the weight of normals. */
    private void weighNormals() {
        double positions = 0;
        double normals = 0;
        for (int k = 0; k < examples.count(); k++) {
            positions += data(k, TransformSolve.pose(examples.rest(), here.weights(), here.transforms()[k]));
            normals += shades.error(k, here.weights(), here.transforms()[k], importance);
        }
        shades.weigh(positions, normals);
    }

    /** eq. 9 of example k. */
    private double data(int k, double[] posed) {
        double data = 0;
        for (int c = 0; c < posed.length; c++) {
            double off = posed[c] - examples.poses()[k][c];
            data += importance[c / 3] * off * off;
        }
        return data;
    }

    private double[][] targets(Iterate of) {
        double[][] targets = new double[examples.count()][];
        for (int k = 0; k < targets.length; k++) {
            targets[k] = rigidity.targets(of.rotations()[k]);
        }
        return targets;
    }

    /** @param energy of the current state */
    private boolean keepIfBetter(LearningStep step, double energy, Iterate tried) {
        boolean better = energy(step, tried).total() < energy;
        here = better ? tried : here;
        return better;
    }

    /**
     * NOTE: not in the paper, whose alternation converges slowly. The transforms are extrapolated along their last change, further after
     * each success, and restored if the energy with matching weights is not lower. {@code solve}'s Momentum detects a bad step only
     * afterwards; here weights change in small steps and would not recover.
     */
    private boolean extrapolate(LearningStep step, Workers workers) {
        double[][] last = lastTransforms;
        lastTransforms = here.transforms();
        if (last.length == 0 || momentum == 0) {
            momentum = last.length == 0 ? 0 : FIRST_MOMENTUM;
            return false;
        }
        double energy = energy(step, here).total();
        Iterate carried = withRotations(here.withTransforms(extrapolated(last, here.transforms(), momentum)));
        boolean better = keepIfBetter(step, energy, weightStep(step, carried, workers));
        momentum = better ? Math.min(MAX_MOMENTUM, momentum * MOMENTUM_GROWTH) : 0;
        return better;
    }

    private boolean tryRigid(LearningStep step, Workers workers) {
        double energy = energy(step, here).total();
        double[][] rigid = new double[examples.count()][];
        for (int k = 0; k < rigid.length; k++) {
            rigid[k] = RigidGuess.transforms(examples.rest(), examples.poses()[k], here.weights());
        }
        Iterate tried = here.withTransforms(rigid);
        for (int turn = 0; turn < 2; turn++) {
            tried = weightStep(step, withRotations(tried), workers);
        }
        boolean better = keepIfBetter(step, energy, tried);
        lastTransforms = better ? new double[0][] : lastTransforms;
        return better;
    }

    private static double[][] extrapolated(double[][] last, double[][] here, double factor) {
        double[][] out = new double[here.length][];
        for (int k = 0; k < out.length; k++) {
            out[k] = here[k].clone();
            for (int c = 0; c < out[k].length; c++) {
                out[k][c] += factor * (here[k][c] - last[k][c]);
            }
        }
        return out;
    }

    /** eq. 25. The energy is convex in the weights, so if the step is too long, a fraction of it descends. */
    private Iterate weightStep(LearningStep step, Iterate from, Workers workers) {
        HandleWeights before = from.weights();
        double energy = energy(step, from).total();
        HandleWeights after = step.solve(before, from.transforms(), targets(from), innerRounds, workers);
        for (double part = 1; part > 0.01; part /= 2) {
            Iterate tried = from.withWeights(part == 1 ? after : between(before, after, part));
            if (energy(step, tried).total() < energy) {
                return tried;
            }
        }
        return from;
    }

    /** Kept only if the energy falls. */
    private void sharpen(LearningStep step) {
        double energy = energy(step, here).total();
        boolean better = false;
        for (double part = 1; part > 0.2 && !better; part /= 2) {
            Optional<Sharpening.Sharpened> sharper =
                    Sharpening.of(here.weights(), here.transforms(), reach, given, part);
            better = sharper.isPresent()
                    && keepIfBetter(
                            step,
                            energy,
                            new Iterate(sharper.get().weights(), sharper.get().transforms(), here.rotations()));
        }
        lastTransforms = better ? new double[0][] : lastTransforms;
    }

    private static HandleWeights between(HandleWeights a, HandleWeights b, double part) {
        double[] w = new double[a.w().length];
        for (int k = 0; k < w.length; k++) {
            w[k] = (1 - part) * a.w()[k] + part * b.w()[k];
        }
        return new HandleWeights(a.vertexCount(), a.handleCount(), w);
    }

    private Energy energy(LearningStep step, Iterate of) {
        double data = 0;
        double rigid = 0;
        for (int k = 0; k < examples.count(); k++) {
            double[] posed = TransformSolve.pose(examples.rest(), of.weights(), of.transforms()[k]);
            data += data(k, posed);
            if (shades.lambda() > 0) {
                data += shades.lambda() * shades.error(k, of.weights(), of.transforms()[k], importance);
            }
            rigid += options.rigidity() > 0 ? rigidity.energy(posed, of.rotations()[k]) : 0;
        }
        return new Energy(
                data, examples.count() * options.sparsity() * step.sparsity(of.weights()), options.rigidity() * rigid);
    }

    /** √(mean ‖v − v̂‖²) over a sequence with the best affine transforms for these weights, as a fraction of the diagonal. */
    public static double reconstructionError(Mesh mesh, MeshSequence sequence, HandleWeights weights) {
        Examples examples = Examples.of(mesh, sequence);
        double[] ones = new double[mesh.vertexCount()];
        Arrays.fill(ones, 1);
        Rigidity none = new Rigidity(
                examples.rest(), MeshLaplacian.of(mesh, mesh.positions()).stiffness());
        TransformSolve solve = new TransformSolve(examples.rest(), weights, none, ones, 0);
        double[] before = new double[12 * weights.handleCount()];
        for (int j = 0; j < weights.handleCount(); j++) {
            Affine3.identity(before, 12 * j);
        }
        double sum = 0;
        for (double[] pose : examples.poses()) {
            double[] posed = TransformSolve.pose(examples.rest(), weights, solve.solve(pose, before));
            for (int c = 0; c < posed.length; c++) {
                sum += (posed[c] - pose[c]) * (posed[c] - pose[c]);
            }
        }
        return Math.sqrt(sum / ((double) examples.count() * mesh.vertexCount()));
    }

    /**
     * The rigid transform of each handle that fits its vertices best in a pose. NOTE: not in the paper. If examples are piecewise rigid,
     * affine transforms and weights can compensate each other's errors; trying rigid ones leaves that local minimum.
     */
    private static final class RigidGuess {
        private RigidGuess() {}

        /** @param pose 3N; vertices are weighted by the fourth power of their weight, so that a handle's own vertices dominate */
        static double[] transforms(double[] rest, double[] pose, HandleWeights weights) {
            int h = weights.handleCount();
            double[] out = new double[12 * h];
            Svd3 svd = new Svd3();
            double[] s = new double[9];
            for (int j = 0; j < h; j++) {
                double[] centroids = new double[7];
                for (int i = 0; i < weights.vertexCount(); i++) {
                    double w = Math.pow(weights.get(i, j), 4);
                    for (int d = 0; d < 3; d++) {
                        centroids[d] += w * rest[3 * i + d];
                        centroids[3 + d] += w * pose[3 * i + d];
                    }
                    centroids[6] += w;
                }
                double total = Math.max(centroids[6], 1e-300);
                java.util.Arrays.fill(s, 0);
                for (int i = 0; i < weights.vertexCount(); i++) {
                    double w = Math.pow(weights.get(i, j), 4);
                    for (int r = 0; r < 3; r++) {
                        double moved = w * (pose[3 * i + r] - centroids[3 + r] / total);
                        for (int c = 0; c < 3; c++) {
                            s[3 * r + c] += moved * (rest[3 * i + c] - centroids[c] / total);
                        }
                    }
                }
                svd.decompose(s, 0, 3);
                svd.rotation(out, 12 * j, 4);
                for (int r = 0; r < 3; r++) {
                    int at = 12 * j + 4 * r;
                    out[at + 3] = (centroids[3 + r]
                                    - out[at] * centroids[0]
                                    - out[at + 1] * centroids[1]
                                    - out[at + 2] * centroids[2])
                            / total;
                }
            }
            return out;
        }
    }
}
