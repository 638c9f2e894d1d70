package dev.sinew.spark;

import dev.sinew.solve.BoneForms;
import dev.sinew.solve.PassAnswer;
import dev.sinew.solve.PassOrder;
import dev.sinew.solve.PassSite;
import dev.sinew.solve.ReducedSequence;
import dev.sinew.solve.Subject;
import dev.sinew.solve.Trajectories;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;

/**
 * The passes of a fit over the partitions of a cluster. Partitions read their vertices from the file, project them once and keep them; orders go to where they are kept.
 * What a lost worker kept is projected again by another.
 */
final class SparkSite implements PassSite {
    /** As many as on one machine, so that sums have the same order there and here. */
    private static final int LEAST_CHUNKS = 16;

    private final JavaSparkContext context;
    private final String request;
    private final HashMap<String, String> hadoop = Hadoop.settings();
    private final int chunks;
    private int size;
    private JavaRDD<ReducedSequence.Part> parts;

    /** @param request what is fitted, as JSON */
    SparkSite(Cluster cluster, String request) {
        this.context = cluster.context();
        this.request = request;
        this.chunks = Math.max(LEAST_CHUNKS, Integer.getInteger("sinew.blocks", LEAST_CHUNKS));
    }

    @Override
    public int chunks() {
        return chunks;
    }

    @Override
    public Lost project(double[] basisRows, int dimensions, int vertices) {
        if (parts != null) {
            parts.unpersist(false);
        }
        Broadcast<double[]> basis = context.broadcast(basisRows);
        size = chunkSize(vertices);
        int stretch = size;
        int count = (vertices + size - 1) / size;
        String asked = request;
        HashMap<String, String> settings = hadoop;
        parts = context.parallelize(IntStream.range(0, count).boxed().toList(), count)
                .map(chunk -> part(asked, settings, basis.value(), dimensions, chunk * stretch, stretch))
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

    private static ReducedSequence.Part part(
            String request, HashMap<String, String> hadoop, double[] basis, int dimensions, int from, int size) {
        Subject subject = RemoteSubject.of(request, hadoop);
        int to = Math.min(subject.poses().vertexCount(), from + size);
        return ReducedSequence.project(subject, basis, dimensions, from, to);
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
    public List<PassAnswer> run(boolean reduced, BoneForms bones, List<PassOrder> orders) {
        Broadcast<BoneForms> sent = context.broadcast(bones);
        JavaRDD<PassOrder> asked = context.parallelize(orders, orders.size());
        String fit = request;
        HashMap<String, String> settings = hadoop;
        JavaRDD<PassAnswer> answers = reduced
                ? parts.zipPartitions(asked, (part, order) -> kept(part.next(), order.next(), sent.value()))
                : asked.map(order -> full(fit, settings, order, sent.value()));
        List<PassAnswer> all = answers.collect();
        sent.unpersist(false);
        return all;
    }

    private static Iterator<PassAnswer> kept(ReducedSequence.Part part, PassOrder order, BoneForms bones) {
        return List.of(order.run(part.positions(), part.normals(), 0, bones)).iterator();
    }

    private static PassAnswer full(String fit, HashMap<String, String> hadoop, PassOrder order, BoneForms bones) {
        Subject subject = RemoteSubject.of(fit, hadoop);
        return order.run(subject.poses(), subject.normals().map(z -> z), order.from(), bones);
    }
}
