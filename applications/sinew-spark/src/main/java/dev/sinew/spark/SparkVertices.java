package dev.sinew.spark;

import dev.sinew.run.RefusedException;
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
 * The passes of a fit over the partitions of a cluster. A partition gets its vertices' places in the file and the faces around them, reads their frames, projects
 * them once and keeps them; orders go to where they are kept. Nobody but the driver has the whole mesh. What a lost worker kept is projected again by another.
 */
final class SparkVertices implements RemoteVertices {
    /** As many as on one machine, so that sums have the same order there and here. */
    private static final int LEAST_CHUNKS = 16;

    /** A task holds what its vertices have several times over: as objects, on its way in and out. */
    private static final int MOST_VERTICES = 1 << 16;

    private final JavaSparkContext context;
    private final Setting setting;
    private final int chunks;
    private IntFunction<SequenceParts> cutter;
    private int vertexCount;
    private List<Broadcast<byte[]>> sources = List.of();
    private int size;
    private JavaRDD<ReducedSequence.Part> parts;

    /** What workers must know besides. @param input as people call it */
    private record Setting(String input, HashMap<String, String> hadoop) implements Serializable {
        SequencePart part(Broadcast<byte[]> sent) {
            Hadoop.become(hadoop);
            SequencePart part;
            boolean same;
            try {
                part = Sent.read(sent.value(), SequencePart.class);
                same = part.isSame();
            } catch (RefusedException | IndexOutOfBoundsException e) {
                throw new RefusedException(
                        worker() + " does not see " + input + " as this machine does: " + e.getMessage()
                                + "; inputs must stand in folders that all workers share",
                        e);
            }
            if (!same) {
                throw new RefusedException(worker() + " sees other frames behind " + input
                        + " than this machine; inputs must stand in folders that all workers share");
            }
            return part;
        }

        private static String worker() {
            return "the worker " + SparkEnv.get().executorId();
        }
    }

    SparkVertices(Cluster cluster, String input) {
        this.context = cluster.context();
        this.setting = new Setting(input, Hadoop.settings());
        this.chunks = Math.max(LEAST_CHUNKS, Integer.getInteger("sinew.blocks", LEAST_CHUNKS));
    }

    @Override
    public int chunkSize(int vertices) {
        return Math.max(1, Math.min(MOST_VERTICES, (vertices + chunks - 1) / chunks));
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
            // NOTE: not as elements of a collection, which would go along with every task of every pass.
            sources = IntStream.range(0, cut.count())
                    .mapToObj(p -> context.broadcast(Sent.bytes(cut.part(p))))
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
        Setting known = setting;
        parts = sources(vertices)
                .map(source -> ReducedSequence.project(known.part(source), basis.value(), dimensions))
                // What memory does not hold goes to the disk of the worker: projecting it again would read all its
                // frames.
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
        // Vertices rise, and so do chunks.
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
        Broadcast<S> sent = context.broadcast(shared);
        JavaRDD<Task<S, R>> orders = context.parallelize(new ArrayList<>(tasks), tasks.size());
        Setting known = setting;
        JavaRDD<R> results = reduced
                ? parts.zipPartitions(orders, (part, task) -> kept(part.next(), task.next(), sent.value()))
                : sources(vertexCount)
                        .zipPartitions(
                                orders, (source, task) -> full(known.part(source.next()), task.next(), sent.value()));
        // As they come: all of them at once are as much as the state itself.
        context.sc()
                .runJob(
                        results.rdd(),
                        (Function1<scala.collection.Iterator<R>, R> & Serializable) all -> all.next(),
                        (Function2<Object, R, BoxedUnit>) (chunk, result) -> {
                            listener.accept((Integer) chunk, result);
                            return BoxedUnit.UNIT;
                        },
                        ClassTag.apply(Serializable.class));
        sent.unpersist(false);
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
