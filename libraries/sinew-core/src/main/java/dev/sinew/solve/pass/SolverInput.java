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
import dev.sinew.solve.rest.RestSheet;
import dev.sinew.solve.sequence.NormalSequence;
import dev.sinew.solve.sequence.NormalisedSequence;
import dev.sinew.solve.sequence.ReducedSequence;
import dev.sinew.solve.sequence.RemoteVertices;
import dev.sinew.solve.sequence.SequenceParts;
import dev.sinew.solve.sequence.VertexSample;
import dev.sinew.solve.weights.Territories;
import java.util.Optional;

/**
 * A sequence as the solvers see it: vertices that coincide in every frame are one, positions are in the solvers' units, and normals stand beside them
 * where they take part. What a solver found goes back through the same door: a row for every vertex of the file again.
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

    /** @param shading how much normals weigh: 0 not at all, 1 as usual */
    public static SolverInput of(MeshSequence given, double shading, Workers workers) {
        return of(given, shading, Optional.empty(), workers);
    }

    /** @param importance how much each vertex counts */
    public static SolverInput of(MeshSequence given, double shading, Optional<Importance> importance, Workers workers) {
        return of(given, shading, importance, Optional.empty(), workers);
    }

    /** @param remote machines that run the passes, where this one does not */
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

    /** Cuts it into parts of the given number of welded vertices, for other machines; the last may have fewer. */
    private SequenceParts parts(int size) {
        return new SequenceParts(given, weld.pointOf(), weld.first(), poses, normals.isPresent(), importance, size);
    }

    /** How much each welded vertex counts; empty where all count alike. */
    public double[] importance() {
        return importance;
    }

    /** The sequence with every place once. */
    public MeshSequence sequence() {
        return sequence;
    }

    public NormalisedSequence poses() {
        return poses;
    }

    /** Trajectories of the normals where they take part. */
    public Optional<NormalSequence> normals() {
        return normals;
    }

    /**
     * @param loss root mean square a coordinate that may be lost
     * @param maxDimensions bound on d, whatever is lost
     */
    public ReducedSequence reduced(double loss, int maxDimensions, long seed) {
        return ReducedSequence.of(poses, normals, importance, remote, loss, maxDimensions, seed, workers);
    }

    /** Normals beside trajectories that are kept in full, as a solver begins. */
    public Optional<Shading> shading() {
        return normals.map(n -> new Shading(
                n, n.rest(), shading, poses.frameCount(), NormalSequence.FIRST_WEIGHT * NormalSequence.FIRST_WEIGHT));
    }

    /** Normals beside trajectories that are kept in full. @param before what reduced ones have taught */
    public Optional<Shading> shading(Optional<Shading> before) {
        return before.flatMap(b -> normals.map(n -> new Shading(n, n.rest(), shading, poses.frameCount(), b.next())));
    }

    /** Normals beside reduced trajectories. @param before what some of them have taught */
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

    /** Normals beside some of the reduced trajectories. */
    public Optional<Shading> shading(ReducedSequence reduced, VertexSample sample) {
        return normals.map(n -> new Shading(
                sample.rowsOf(reduced.normalCoordinates().orElseThrow(), reduced.dimensions()),
                sample.positionsOf(n.rest()),
                shading,
                poses.frameCount(),
                NormalSequence.FIRST_WEIGHT * NormalSequence.FIRST_WEIGHT));
    }

    /** What moves the rest pose where it may move as a sheet. */
    public Optional<RestSheet> sheet(RestMode rest) {
        return RestSheet.of(rest, sequence.rest(), poses, workers);
    }

    /** What keeps bones connected; nothing where the rest pose is free, for that is how tables are made. */
    public Optional<Territories> territories(RestMode rest) {
        return rest == RestMode.FREE ? Optional.empty() : Optional.of(new Territories(VertexGraph.of(sequence.rest())));
    }

    /**
     * The mesh to store with a solved model: where the rest pose is, with normals that engines turn into those of the frames.
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

    /** The point of every vertex that was given, not to be modified. */
    public int[] pointOf() {
        return weld.pointOf();
    }

    /** One row per point: that of its first vertex. */
    public SkinWeights perPoint(SkinWeights weights) {
        return weld.isEmpty() ? weights : weights.rows(weld.first());
    }

    /** One number per point: the largest of its vertices. @param values one per vertex that was given, at least 0 */
    public double[] perPoint(double[] values) {
        return weld.largest(values);
    }

    /** Positions of every vertex that was given, 3N. */
    public double[] perVertex(double[] xyz) {
        return weld.isEmpty() ? xyz : weld.open(xyz);
    }

    /** Positions of every vertex that was given, 3N. */
    public float[] perVertex(float[] xyz) {
        return weld.isEmpty() ? xyz : weld.open(xyz);
    }

    /** A row for every vertex that was given. */
    public SkinWeights perVertex(SkinWeights weights) {
        return weld.isEmpty() ? weights : weights.rows(weld.pointOf());
    }
}
