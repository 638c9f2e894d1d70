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
    /** Rounds after which the groups of edges stay: regrouping changes the energy that is minimised. */
    private static final int GROUPING_ROUNDS = 3;
    /**
     * Rounds of the weight step's inner loop: few while weights and transforms make way for each other, which is what takes long, more to
     * finish.
     */
    private static final int FIRST_INNER_ROUNDS = 4;

    private static final int LAST_INNER_ROUNDS = 12;

    /** Part of the rounds after which normals take part at the latest. */
    private static final double POSITIONS_ALONE = 2 / 3.0;

    /** What all handles on the mesh count together, in parts of all vertices. */
    private static final double HANDLE_IMPORTANCE = 0.1;

    /** Rigid transforms are tried once in so many rounds. */
    private static final int RIGID_EVERY = 3;

    private static final double FIRST_MOMENTUM = 0.5;
    private static final double MOMENTUM_GROWTH = 1.5;
    private static final double MOST_MOMENTUM = 8;

    private final Examples examples;
    private final LearningOptions options;
    private final Progress progress;
    private final MeshSequence sequence;
    private final Rigidity rigidity;
    private final boolean[] given;
    private final Reach reach;
    /** How much a vertex counts in the data term. */
    private final double[] importance;

    private Iterate here;
    /** Where the transforms were before their last change; none where that change was made in other terms. */
    private double[][] lastTransforms = new double[0][];

    private double momentum;
    private ExampleShades shades;
    private int innerRounds = FIRST_INNER_ROUNDS;

    /**
     * @param start non-negative, rows summing to one
     * @param given vertices whose weights must stay: those of handles on the mesh
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
        this.reach = options.locality() == LearningOptions.Locality.NEAR ? Reach.of(start) : Reach.everywhere(start);
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
     * Where the loop stands; steps make another one and leave this alone.
     *
     * @param transforms H·12 an example
     * @param rotations of the groups of edges, an example each; none before the first grouping
     */
    private record Iterate(HandleWeights weights, double[][] transforms, double[][] rotations) {
        Iterate withWeights(HandleWeights w) {
            return new Iterate(w, transforms, rotations);
        }

        Iterate withTransforms(double[][] t) {
            return new Iterate(weights, t, rotations);
        }
    }

    /** Goes on from weights that were learnt before; which handles are near stays as the smooth weights say. */
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
     * NOTE: eq. 9 counts all vertices alike. Handles on the mesh are where a person drags (eq. 27), so the examples must be met there; and
     * they are what keeps transforms and weights apart: without them weights may bleed over a fold and the transforms make
     * up for it.
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
     * The energy's parts after a round, eq. 11 summed over the examples; shapes have a diagonal of one.
     *
     * @param data eq. 9, and what normals count beside it
     * @param sparsity λ₁ times eq. 10
     * @param rigidity λ₂ times eq. 7
     */
    public record Energy(double data, double sparsity, double rigidity) {
        public double total() {
            return data + sparsity + rigidity;
        }
    }

    /**
     * @param transforms of the handles, in the mesh's own coordinates: H·12 an example
     * @param energies after each round
     * @param groupsFixed the round from which on the groups stayed, and with normals these took part, and the energy only falls
     */
    public record Result(
            HandleWeights weights, double[][] transforms, List<Energy> energies, int groupsFixed, Outcome outcome) {}

    public Result solve() {
        List<Energy> energies = new ArrayList<>();
        Outcome outcome = Outcome.ITERATION_LIMIT;
        int falls = GROUPING_ROUNDS;
        try (Workers workers = new Workers(options.threads())) {
            shades = ExampleShades.of(sequence, options.shading(), workers);
            LearningStep step = new LearningStep(examples, shades, rigidity, options, here.weights(), reach, given);
            for (int round = 0; round < options.maxIterations(); round++) {
                if (round < GROUPING_ROUNDS) {
                    rigidity.regroup(here.weights(), options.groups());
                    here = turned(here);
                }
                here = turned(transformStep(workers));
                if (falls > GROUPING_ROUNDS) {
                    weighNormals();
                }
                boolean done = round % RIGID_EVERY == 1 && tryRigid(step, workers) || leap(step, workers);
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
                    falls = ended || round + 1 >= POSITIONS_ALONE * options.maxIterations() ? round + 1 : falls;
                } else if (ended) {
                    outcome = Outcome.CONVERGED;
                    break;
                }
            }
            // The transforms that go with the last weights.
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
        progress.say(
                "learning",
                round + 1,
                options.maxIterations(),
                energies.get(round).total());
    }

    /** With the rotations that suit its shapes best. */
    private Iterate turned(Iterate from) {
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

    /** How much normals weigh from now on. */
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

    /** @param energy of where the loop stands */
    private boolean keepIfBetter(LearningStep step, double energy, Iterate tried) {
        boolean better = energy(step, tried).total() < energy;
        here = better ? tried : here;
        return better;
    }

    /**
     * NOTE: not in the paper, whose alternation creeps: the transforms are carried on along their last change, farther each time it goes well,
     * and taken back where the energy with the weights that suit them is not lower. The momentum of {@code solve} hears of a bad stride only
     * after it was made, which bones that weights follow at once can bear; here weights move by small steps and would not come back.
     */
    private boolean leap(LearningStep step, Workers workers) {
        double[][] last = lastTransforms;
        lastTransforms = here.transforms();
        if (last.length == 0 || momentum == 0) {
            momentum = last.length == 0 ? 0 : FIRST_MOMENTUM;
            return false;
        }
        double energy = energy(step, here).total();
        Iterate carried = turned(here.withTransforms(carriedOn(last, here.transforms(), momentum)));
        boolean better = keepIfBetter(step, energy, weightStep(step, carried, workers));
        momentum = better ? Math.min(MOST_MOMENTUM, momentum * MOMENTUM_GROWTH) : 0;
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
            tried = weightStep(step, turned(tried), workers);
        }
        boolean better = keepIfBetter(step, energy, tried);
        lastTransforms = better ? new double[0][] : lastTransforms;
        return better;
    }

    private static double[][] carriedOn(double[][] last, double[][] here, double factor) {
        double[][] out = new double[here.length][];
        for (int k = 0; k < out.length; k++) {
            out[k] = here[k].clone();
            for (int c = 0; c < out[k].length; c++) {
                out[k][c] += factor * (here[k][c] - last[k][c]);
            }
        }
        return out;
    }

    /** eq. 25. The energy is convex in the weights, so where the step went too far, part of it descends. */
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

    /** Kept only where the energy falls. */
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

    /** √(mean ‖v − v̂‖²) over a sequence with the best affine transforms for these weights, in parts of the diagonal. */
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
     * The rigid transform of each handle that fits what it moves best in a pose. NOTE: not in the paper. Where examples are piecewise rigid, affine
     * transforms and weights can make up for each other's errors; trying rigid ones takes the loop out of that.
     */
    private static final class RigidGuess {
        private RigidGuess() {}

        /** @param pose 3N; vertices count with the fourth power of their weight, so that a handle's own ones decide */
        static double[] transforms(double[] rest, double[] pose, HandleWeights weights) {
            int h = weights.handleCount();
            double[] out = new double[12 * h];
            Svd3 svd = new Svd3();
            double[] s = new double[9];
            for (int j = 0; j < h; j++) {
                double[] middles = new double[7];
                for (int i = 0; i < weights.vertexCount(); i++) {
                    double w = Math.pow(weights.get(i, j), 4);
                    for (int d = 0; d < 3; d++) {
                        middles[d] += w * rest[3 * i + d];
                        middles[3 + d] += w * pose[3 * i + d];
                    }
                    middles[6] += w;
                }
                double total = Math.max(middles[6], 1e-300);
                java.util.Arrays.fill(s, 0);
                for (int i = 0; i < weights.vertexCount(); i++) {
                    double w = Math.pow(weights.get(i, j), 4);
                    for (int r = 0; r < 3; r++) {
                        double moved = w * (pose[3 * i + r] - middles[3 + r] / total);
                        for (int c = 0; c < 3; c++) {
                            s[3 * r + c] += moved * (rest[3 * i + c] - middles[c] / total);
                        }
                    }
                }
                svd.decompose(s, 0, 3);
                svd.rotation(out, 12 * j, 4);
                for (int r = 0; r < 3; r++) {
                    int at = 12 * j + 4 * r;
                    out[at + 3] = (middles[3 + r]
                                    - out[at] * middles[0]
                                    - out[at + 1] * middles[1]
                                    - out[at + 2] * middles[2])
                            / total;
                }
            }
            return out;
        }
    }
}
