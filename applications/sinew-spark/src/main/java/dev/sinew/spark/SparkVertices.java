package dev.sinew.spark;

import dev.sinew.run.InvalidInputException;
import dev.sinew.solve.sequence.ReducedSequence;
import dev.sinew.solve.sequence.RemoteVertices;
import dev.sinew.solve.sequence.SequencePart;
import dev.sinew.solve.sequence.SequenceParts;
import dev.sinew.solve.sequence.Trajectories;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import scala.Function1;
import scala.Function2;
import scala.reflect.ClassTag;
import scala.runtime.BoxedUnit;

/**
 * Runs the passes of a fit on the partitions of a cluster. A partition receives the file positions of its vertices and the faces
 * around them, reads their frames, projects them once and keeps them. Requests are sent to where the data is; only the driver has
 * the whole mesh. Data of a lost worker is projected again by another.
 */
final class SparkVertices implements RemoteVertices {
    /** As many as on one machine, so that sums have the same order. */
    private static final int MIN_CHUNKS = 16;

    /** A task needs several copies of its vertices' data: as objects, and serialised. */
    private static final int MAX_CHUNK_VERTICES = 1 << 16;

    private final JavaSparkContext context;
    private final WorkerSettings settings;
    private final int chunks;
    private IntFunction<SequenceParts> cutter;
    private int vertexCount;
    private List<Broadcast<byte[]>> sources = List.of();
    private int size;
    private JavaRDD<ReducedSequence.Part> parts;

    /** What workers need besides. @param input its name for messages */
    private record WorkerSettings(String input, HashMap<String, String> hadoop) implements Serializable {
        SequencePart part(Broadcast<byte[]> source) {
            Hadoop.configure(hadoop);
            SequencePart part;
            boolean same;
            try {
                part = StagedObjects.read(source.value(), SequencePart.class);
                same = part.isSame();
            } catch (InvalidInputException | IndexOutOfBoundsException e) {
                throw new InvalidInputException(
                        worker() + " cannot read " + input + ": " + e.getMessage()
                                + "; inputs must be in folders that all workers share",
                        e);
            }
            if (!same) {
                throw new InvalidInputException(worker() + " finds other frames in " + input
                        + " than this machine; inputs must be in folders that all workers share");
            }
            return part;
        }

        private static String worker() {
            return "worker " + SparkEnv.get().executorId();
        }
    }

    SparkVertices(Cluster cluster, String input) {
        this.context = cluster.context();
        this.settings = new WorkerSettings(input, Hadoop.settings());
        this.chunks = Math.max(MIN_CHUNKS, Integer.getInteger("sinew.blocks", MIN_CHUNKS));
    }

    @Override
    public int chunkSize(int vertices) {
        return Math.max(1, Math.min(MAX_CHUNK_VERTICES, (vertices + chunks - 1) / chunks));
    }

    @Override
    public void use(int newVertexCount, IntFunction<SequenceParts> parts) {
        vertexCount = newVertexCount;
        cutter = parts;
        sources.forEach(source -> source.destroy());
        sources = List.of();
    }

    private JavaRDD<Broadcast<byte[]>> sources(int vertices) {
        if (sources.isEmpty()) {
            size = chunkSize(vertices);
            SequenceParts cut = cutter.apply(size);
            // NOTE: not as elements of a collection, which would be sent with every task of every pass.
            sources = IntStream.range(0, cut.count())
                    .mapToObj(p -> context.broadcast(StagedObjects.bytes(cut.part(p))))
                    .toList();
        }
        return context.parallelize(sources, sources.size());
    }

    @Override
    public Lost project(double[] basisRows, int dimensions, int vertices) {
        if (parts != null) {
            parts.unpersist(false);
        }
        Broadcast<double[]> basis = context.broadcast(basisRows);
        WorkerSettings known = settings;
        parts = sources(vertices)
                .map(source -> ReducedSequence.project(known.part(source), basis.value(), dimensions))
                // Spills to the worker's disk: projecting again would read all frames.
                .persist(StorageLevel.MEMORY_AND_DISK());
        double positions = 0;
        double normals = 0;
        for (Lost lost : parts.map(ReducedSequence.Part::lost).collect()) {
            positions += lost.positions();
            normals += lost.normals();
        }
        return new Lost(positions, normals);
    }

    @Override
    public double[] rows(int[] vertices, boolean normals) {
        int stretch = size;
        List<double[]> rows = parts.mapPartitionsWithIndex(
                        (chunk, part) -> rows(part, chunk, stretch, vertices, normals), true)
                .collect();
        int width = rows.get(0).length;
        double[] all = new double[vertices.length * width];
        // Vertices are ascending, and so are chunks.
        for (int k = 0; k < vertices.length; k++) {
            System.arraycopy(rows.get(k), 0, all, k * width, width);
        }
        return all;
    }

    private static Iterator<double[]> rows(
            Iterator<ReducedSequence.Part> parts, int chunk, int size, int[] vertices, boolean normals) {
        ReducedSequence.Part part = parts.next();
        Trajectories all = normals ? part.normals().orElseThrow() : part.positions();
        List<double[]> rows = new ArrayList<>();
        for (int vertex : vertices) {
            if (vertex / size == chunk) {
                rows.add(all.some(new int[] {vertex - chunk * size}));
            }
        }
        return rows.iterator();
    }

    @Override
    public <S extends Serializable, R extends Serializable> void run(
            boolean reduced, S shared, List<? extends Task<S, R>> tasks, Listener<R> listener) {
        Broadcast<S> sharedData = context.broadcast(shared);
        JavaRDD<Task<S, R>> orders = context.parallelize(new ArrayList<>(tasks), tasks.size());
        WorkerSettings known = settings;
        JavaRDD<R> results = reduced
                ? parts.zipPartitions(orders, (part, task) -> kept(part.next(), task.next(), sharedData.value()))
                : sources(vertexCount)
                        .zipPartitions(
                                orders,
                                (partition, task) ->
                                        full(known.part(partition.next()), task.next(), sharedData.value()));
        // One by one, because all of them together are as large as the state.
        context.sc()
                .runJob(
                        results.rdd(),
                        (Function1<scala.collection.Iterator<R>, R> & Serializable) all -> all.next(),
                        (Function2<Object, R, BoxedUnit>) (chunk, result) -> {
                            listener.accept((Integer) chunk, result);
                            return BoxedUnit.UNIT;
                        },
                        ClassTag.apply(Serializable.class));
        sharedData.unpersist(false);
    }

    private static <S extends Serializable, R extends Serializable> Iterator<R> kept(
            ReducedSequence.Part part, Task<S, R> task, S shared) {
        return List.of(task.run(part.positions(), part.normals(), shared)).iterator();
    }

    private static <S extends Serializable, R extends Serializable> Iterator<R> full(
            SequencePart part, Task<S, R> task, S shared) {
        return List.of(task.run(part.positions(), part.normals(), shared)).iterator();
    }
}
