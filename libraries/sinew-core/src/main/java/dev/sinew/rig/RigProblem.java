package dev.sinew.rig;

import dev.sinew.geometry.Interior;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.VertexGraph;
import dev.sinew.model.BoneType;
import dev.sinew.platform.Workers;
import dev.sinew.run.Progress;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.normals.Shading;
import dev.sinew.solve.pass.AlternatingPass;
import dev.sinew.solve.pass.Alternation;
import dev.sinew.solve.pass.PassTerms;
import dev.sinew.solve.pass.PosedIterate;
import dev.sinew.solve.rest.RestMembrane;
import dev.sinew.solve.rest.RestStiffness;
import dev.sinew.solve.sequence.NormalisedSequence;
import dev.sinew.solve.sequence.ReducedSequence;
import dev.sinew.solve.sequence.Trajectories;
import dev.sinew.solve.transform.RigidTransforms;
import dev.sinew.solve.weights.RegionConnectivity;
import dev.sinew.solve.weights.Smoothness;
import dev.sinew.symmetry.MirrorPlane;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The poses a rig is made from, and what every stage of it needs to know. */
final class RigProblem {
    private static final int SWEEPS = 3;

    private final MeshSequence sequence;
    private final NormalisedSequence poses;
    private final ReducedSequence reduced;
    private final RigOptions options;
    private final Progress progress;
    private final Workers workers;
    private final RigidTransforms freeStep;
    private final Optional<Smoothness> smoothness;
    private final double restPull;
    private final VertexGraph graph;
    private final Interior interior;
    private final Optional<MirrorPlane> mirror;
    private final int[] mirroredVertices;
    /** Diagonal of the rest pose's bounding box, in solver units. */
    private final double diagonal;

    RigProblem(
            MeshSequence sequence,
            NormalisedSequence poses,
            ReducedSequence reduced,
            RigOptions options,
            Progress progress,
            Workers workers) {
        this.sequence = sequence;
        this.poses = poses;
        this.reduced = reduced;
        this.options = options;
        this.progress = progress;
        this.workers = workers;
        diagonal = poses.scale() * Box.around(sequence.rest().positions()).diagonal();
        freeStep = RigidTransforms.reduced(BoneType.RIGID, reduced.basisRows(), poses.frameCount(), SWEEPS);
        smoothness = options.smooth() > 0
                ? Optional.of(Smoothness.of(sequence, options.smooth(), workers))
                : Optional.empty();
        graph = ShellBridges.graph(sequence.rest());
        interior = new Interior(sequence.rest());
        mirror = MirroredJoints.plane(this);
        mirroredVertices = mirror.map(
                        plane -> plane.vertexImages(sequence.rest().positions(), interior, workers))
                .orElseGet(() -> new int[0]);
        restPull = RestStiffness.of(options.rest(), poses.frameCount());
    }

    private RigProblem(RigProblem like, Progress progress, Workers workers) {
        sequence = like.sequence;
        poses = like.poses;
        reduced = like.reduced;
        options = like.options;
        this.progress = progress;
        this.workers = workers;
        freeStep = like.freeStep;
        smoothness = like.smoothness;
        restPull = like.restPull;
        graph = like.graph;
        interior = like.interior;
        mirror = like.mirror;
        mirroredVertices = like.mirroredVertices;
        diagonal = like.diagonal;
    }

    /** A copy for work that runs concurrently. Progress is reported by one of them at a time. */
    RigProblem onOneThread() {
        return new RigProblem(
                this,
                step -> {
                    synchronized (this) {
                        return progress.report(step);
                    }
                },
                Workers.CALLER);
    }

    /** Vertices that have no bones yet. */
    SkinState freshState() {
        SkinState fresh = new SkinState(options.influences(), poses.rest().clone());
        fresh.setImportance(reduced.importance());
        return fresh;
    }

    /** Which vertices are neighbours, the nearest ones of other shells among them. */
    VertexGraph graph() {
        return graph;
    }

    /** The plane about which the skeleton is to be its own mirror image. */
    Optional<MirrorPlane> mirror() {
        return mirror;
    }

    /** The vertex nearest to the image of each; none where the shape is not symmetric. */
    int[] mirroredVertices() {
        return mirroredVertices;
    }

    /** What lies inside the rest pose. */
    Interior interior() {
        return interior;
    }

    /** A pass over the vertices of a state. */
    AlternatingPass pass(Trajectories y, SkinState some) {
        return pass(y, some, Optional.empty());
    }

    /** A pass over some of the vertices, whose neighbours are not known. */
    AlternatingPass samplePass(Trajectories y, SkinState some) {
        return new AlternatingPass(y, some, some.rest().clone(), PassTerms.ofRestPull(restPull), workers);
    }

    /** A pass that keeps bones connected. */
    AlternatingPass pass(Trajectories y, SkinState some, Optional<RegionConnectivity> regions) {
        PassTerms terms = PassTerms.ofRestPull(restPull)
                .withSmoothness(smoothness)
                .withConnectivity(regions)
                .withMembrane(RestMembrane.of(options.rest(), sequence.rest(), poses, workers));
        return new AlternatingPass(y, some, poses.rest(), terms, workers);
    }

    /** A pass in full coordinates in which normals take part and the rest pose stays. */
    AlternatingPass shadedPass(SkinState some, Shading shading) {
        PassTerms terms = PassTerms.ofRestPull(Double.POSITIVE_INFINITY)
                .withSmoothness(smoothness)
                .withShading(Optional.of(shading));
        return new AlternatingPass(poses, some, some.rest().clone(), terms, workers);
    }

    /** Hears the steps of an alternation, and may look at what they led to. */
    Progress shown(Alternation alternation, SkinState some) {
        return PosedIterate.withPreview(progress, poses, some, alternation, UnaryOperator.identity());
    }

    MeshSequence sequence() {
        return sequence;
    }

    NormalisedSequence poses() {
        return poses;
    }

    ReducedSequence reduced() {
        return reduced;
    }

    RigOptions options() {
        return options;
    }

    Workers workers() {
        return workers;
    }

    /** Rigid bones that are not tied to one another, in reduced trajectories. */
    RigidTransforms freeStep() {
        return freeStep;
    }

    /** Root mean square distance in percent of the rest pose's diagonal. */
    double rmsePercent(double squaredError) {
        double square = squaredError / ((double) poses.vertexCount() * poses.frameCount());
        return 100 * Math.sqrt(square) / diagonal;
    }

    /** Diagonal of the rest pose's bounding box, in solver units. */
    double solverSize() {
        return diagonal;
    }

    /** Diagonal of the rest pose's bounding box, in the sequence's units. */
    double size() {
        return diagonal / poses.scale();
    }

    /** From solver units to those of the sequence. */
    double[] world(double[] p) {
        double[] w = new double[3];
        for (int x = 0; x < 3; x++) {
            w[x] = p[x] / poses.scale() + poses.centre()[x];
        }
        return w;
    }

    /** And back. */
    double[] solver(double[] p) {
        double[] s = new double[3];
        for (int x = 0; x < 3; x++) {
            s[x] = poses.scale() * (p[x] - poses.centre()[x]);
        }
        return s;
    }

    /** A plane of the sequence's units in those of the solver. */
    MirrorPlane solver(MirrorPlane plane) {
        double[] n = plane.normal();
        double[] c = poses.centre();
        return new MirrorPlane(n, poses.scale() * (plane.distance() - n[0] * c[0] - n[1] * c[1] - n[2] * c[2]));
    }

    Progress progress() {
        return progress;
    }
}
