package dev.sinew.solve.pass;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Importance;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.VertexGraph;
import dev.sinew.mesh.Weld;
import dev.sinew.model.SkinWeights;
import dev.sinew.platform.Workers;
import dev.sinew.run.RestMode;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.normals.FittedNormals;
import dev.sinew.solve.normals.Shading;
import dev.sinew.solve.rest.RestMembrane;
import dev.sinew.solve.sequence.NormalSequence;
import dev.sinew.solve.sequence.NormalisedSequence;
import dev.sinew.solve.sequence.ReducedSequence;
import dev.sinew.solve.sequence.RemoteVertices;
import dev.sinew.solve.sequence.SequenceParts;
import dev.sinew.solve.sequence.VertexSample;
import dev.sinew.solve.weights.RegionConnectivity;
import java.util.Optional;

/**
 * A sequence prepared for the solvers. Vertices that coincide in every frame are welded, positions are in solver units, and normals are
 * included if they are fitted. Also converts results back to the vertices of the file.
 */
public final class SolverInput {
    private final MeshSequence given;
    private final Weld weld;
    private final MeshSequence sequence;
    private final NormalisedSequence poses;
    private final Optional<NormalSequence> normals;
    private final double shading;
    private final double[] importance;
    private final Workers workers;
    private final Optional<RemoteVertices> remote;

    private SolverInput(
            MeshSequence given,
            Weld weld,
            double shading,
            Optional<Importance> importance,
            Optional<RemoteVertices> remote,
            Workers workers) {
        this.importance = importance.map(known -> weld.apply(known).values()).orElseGet(() -> new double[0]);
        this.given = given;
        this.weld = weld;
        this.shading = shading;
        this.remote = remote;
        this.workers = workers;
        sequence = weld.isEmpty() ? given : weld.apply(given);
        poses = new NormalisedSequence(sequence, remote);
        normals = shading > 0 ? Optional.of(new NormalSequence(given, weld.pointOf(), workers)) : Optional.empty();
    }

    /** @param shading weight of normals relative to positions: 1 by default, 0 ignores normals */
    public static SolverInput of(MeshSequence given, double shading, Workers workers) {
        return of(given, shading, Optional.empty(), workers);
    }

    /** @param importance weight of each vertex */
    public static SolverInput of(MeshSequence given, double shading, Optional<Importance> importance, Workers workers) {
        return of(given, shading, importance, Optional.empty(), workers);
    }

    /** @param remote machines that run the passes; empty to run them here */
    public static SolverInput of(
            MeshSequence given,
            double shading,
            Optional<Importance> importance,
            Optional<RemoteVertices> remote,
            Workers workers) {
        importance.ifPresent(known -> known.require(given.vertexCount()));
        SolverInput input = new SolverInput(given, Weld.of(given), shading, importance, remote, workers);
        remote.ifPresent(machines -> machines.use(input.poses.vertexCount(), input::parts));
        return input;
    }

    /** Splits it into parts with the given number of welded vertices, for other machines; the last may have fewer. */
    private SequenceParts parts(int size) {
        return new SequenceParts(given, weld.pointOf(), weld.first(), poses, normals.isPresent(), importance, size);
    }

    /** Weight of each welded vertex; empty if all are equal. */
    public double[] importance() {
        return importance;
    }

    /** The welded sequence. */
    public MeshSequence sequence() {
        return sequence;
    }

    public NormalisedSequence poses() {
        return poses;
    }

    /** Trajectories of the normals, if they are fitted. */
    public Optional<NormalSequence> normals() {
        return normals;
    }

    /**
     * @param loss RMS per coordinate that may be lost
     * @param maxDimensions bound on d, whatever the loss
     */
    public ReducedSequence reduce(double loss, int maxDimensions, long seed) {
        return ReducedSequence.of(poses, normals, importance, remote, loss, maxDimensions, seed, workers);
    }

    /** Normals for full trajectories, at the start of a solver. */
    public Optional<Shading> shading() {
        return normals.map(n -> new Shading(
                n, n.rest(), shading, poses.frameCount(), NormalSequence.FIRST_WEIGHT * NormalSequence.FIRST_WEIGHT));
    }

    /**
     * Normals for full trajectories.
     *
     * @param before state of the reduced ones
     */
    public Optional<Shading> shading(Optional<Shading> before) {
        return before.flatMap(b -> normals.map(n -> new Shading(n, n.rest(), shading, poses.frameCount(), b.next())));
    }

    /**
     * Normals for reduced trajectories.
     *
     * @param before state from some of them
     */
    public Optional<Shading> shading(ReducedSequence reduced, Optional<Shading> before) {
        return normals.map(n -> new Shading(
                reduced.normalCoordinates().orElseThrow(),
                n.rest(),
                shading,
                poses.frameCount(),
                before.map(Shading::next).orElse(NormalSequence.FIRST_WEIGHT * NormalSequence.FIRST_WEIGHT),
                reduced.lostSquared(),
                reduced.lostNormals()));
    }

    /** Normals for some of the reduced trajectories. */
    public Optional<Shading> shading(ReducedSequence reduced, VertexSample sample) {
        return normals.map(n -> new Shading(
                sample.rowsOf(reduced.normalCoordinates().orElseThrow(), reduced.dimensions()),
                sample.positionsOf(n.rest()),
                shading,
                poses.frameCount(),
                NormalSequence.FIRST_WEIGHT * NormalSequence.FIRST_WEIGHT));
    }

    /** The membrane of the rest pose in {@code RestMode.SOLVE}. */
    public Optional<RestMembrane> membrane(RestMode rest) {
        return RestMembrane.of(rest, sequence.rest(), poses, workers);
    }

    /** Keeps regions connected; empty if the rest pose is free, the mode for benchmarks. */
    public Optional<RegionConnectivity> connectivity(RestMode rest) {
        return rest == RestMode.FREE
                ? Optional.empty()
                : Optional.of(new RegionConnectivity(VertexGraph.of(sequence.rest())));
    }

    /**
     * The mesh to store with a solved model: its rest pose, with normals that reproduce those of the frames in engines.
     *
     * @param transforms 3F×4B, not modified
     */
    public Mesh restMesh(SkinState state, int bones, double[] transforms, RestMode rest) {
        Mesh mesh = given.rest();
        if (rest != RestMode.KEEP) {
            mesh = poses.restMesh(mesh, perVertex(state.rest()));
        }
        if (normals.isEmpty()) {
            return mesh;
        }
        CornerAttribute fitted = FittedNormals.of(normals.get(), state, bones, transforms, workers);
        return mesh.withSurface(mesh.surface().withNormals(Optional.of(fitted)));
    }

    /** The welded point of every given vertex. Do not modify. */
    public int[] pointOf() {
        return weld.pointOf();
    }

    /** One row per point, from its first vertex. */
    public SkinWeights perPoint(SkinWeights weights) {
        return weld.isEmpty() ? weights : weights.rows(weld.first());
    }

    /**
     * One number per point: the largest of its vertices.
     *
     * @param values one per given vertex, at least 0
     */
    public double[] perPoint(double[] values) {
        return weld.largest(values);
    }

    /** Positions of every given vertex, 3N. */
    public double[] perVertex(double[] xyz) {
        return weld.isEmpty() ? xyz : weld.open(xyz);
    }

    /** Positions of every given vertex, 3N. */
    public float[] perVertex(float[] xyz) {
        return weld.isEmpty() ? xyz : weld.open(xyz);
    }

    /** One row per given vertex. */
    public SkinWeights perVertex(SkinWeights weights) {
        return weld.isEmpty() ? weights : weights.rows(weld.pointOf());
    }
}
