package dev.sinew.spark;

import dev.sinew.run.RefusedException;
import dev.sinew.solve.BoneForms;
import dev.sinew.solve.PassAnswer;
import dev.sinew.solve.PassOrder;
import dev.sinew.solve.PassSite;
import dev.sinew.solve.ReducedSequence;
import dev.sinew.solve.Subject;
import dev.sinew.solve.SubjectPart;
import dev.sinew.solve.SubjectParts;
import dev.sinew.solve.Trajectories;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
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
final class SparkSite implements PassSite {
    /** As many as on one machine, so that sums have the same order there and here. */
    private static final int LEAST_CHUNKS = 16;

    /** A task holds what its vertices have several times over: as objects, on its way in and out. */
    private static final int MOST_VERTICES = 1 << 16;

    private final JavaSparkContext context;
    private final Setting setting;
    private final int chunks;
    private Subject subject;
    private List<Broadcast<byte[]>> sources = List.of();
    private int size;
    private JavaRDD<ReducedSequence.Part> parts;

    /** What workers must know besides. @param input as people call it */
    private record Setting(String input, HashMap<String, String> hadoop) implements Serializable {
        SubjectPart part(Broadcast<byte[]> sent) {
            Hadoop.become(hadoop);
            SubjectPart part;
            boolean same;
            try {
                part = Sent.read(sent.value(), SubjectPart.class);
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

    SparkSite(Cluster cluster, String input) {
        this.context = cluster.context();
        this.setting = new Setting(input, Hadoop.settings());
        this.chunks = Math.max(LEAST_CHUNKS, Integer.getInteger("sinew.blocks", LEAST_CHUNKS));
    }

    @Override
    public int chunkSize(int vertices) {
        return Math.max(1, Math.min(MOST_VERTICES, (vertices + chunks - 1) / chunks));
    }

    @Override
    public void take(Subject newSubject) {
        subject = newSubject;
        sources.forEach(source -> source.destroy());
        sources = List.of();
    }

    private JavaRDD<Broadcast<byte[]>> sources(int vertices) {
        if (sources.isEmpty()) {
            size = chunkSize(vertices);
            SubjectParts cut = subject.parts(size);
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
    public double[] some(int[] vertices, boolean normals) {
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
    public void run(boolean reduced, BoneForms bones, List<PassOrder> orders, Listener listener) {
        Broadcast<BoneForms> sent = context.broadcast(bones);
        JavaRDD<PassOrder> asked = context.parallelize(orders, orders.size());
        Setting known = setting;
        JavaRDD<PassAnswer> answers = reduced
                ? parts.zipPartitions(asked, (part, order) -> kept(part.next(), order.next(), sent.value()))
                : sources(subject.poses().vertexCount())
                        .zipPartitions(
                                asked, (source, order) -> full(known.part(source.next()), order.next(), sent.value()));
        // As they come: all of them at once are as much as the state itself.
        context.sc()
                .runJob(
                        answers.rdd(),
                        (Function1<scala.collection.Iterator<PassAnswer>, PassAnswer> & Serializable) all -> all.next(),
                        (Function2<Object, PassAnswer, BoxedUnit>) (chunk, answer) -> {
                            listener.hear((Integer) chunk, answer);
                            return BoxedUnit.UNIT;
                        },
                        ClassTag.apply(PassAnswer.class));
        sent.unpersist(false);
    }

    private static Iterator<PassAnswer> kept(ReducedSequence.Part part, PassOrder order, BoneForms bones) {
        return List.of(order.run(part.positions(), part.normals(), 0, bones)).iterator();
    }

    private static Iterator<PassAnswer> full(SubjectPart part, PassOrder order, BoneForms bones) {
        return List.of(order.run(part.positions(), part.normals(), 0, bones)).iterator();
    }
}
