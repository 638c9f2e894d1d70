package dev.sinew.spark;

import dev.sinew.job.text.Json;
import dev.sinew.run.RefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The results of a batch as a Parquet file beside its JSON Lines: what one asks a table for as columns, all of a line as text. */
final class ResultTable {
    private static final StructType SCHEMA = new StructType()
            .add("asset", DataTypes.StringType)
            .add("status", DataTypes.StringType)
            .add("command", DataTypes.StringType)
            .add("output", DataTypes.StringType)
            .add("outcome", DataTypes.StringType)
            .add("message", DataTypes.StringType)
            .add("bones", DataTypes.DoubleType)
            .add("erms", DataTypes.DoubleType)
            .add("rmsePercent", DataTypes.DoubleType)
            .add("degrees", DataTypes.DoubleType)
            .add("solveSeconds", DataTypes.DoubleType)
            .add("json", DataTypes.StringType);

    private ResultTable() {}

    static void write(Cluster cluster, Path out, Collection<String> lines) {
        List<Row> rows = new ArrayList<>();
        lines.forEach(line -> rows.add(row(line)));
        String target = Hadoop.places()
                .there(out)
                .map(org.apache.hadoop.fs.Path::toString)
                .orElseGet(() -> out.toAbsolutePath().toUri().toString());
        org.apache.hadoop.fs.Path scratch = new org.apache.hadoop.fs.Path(target, "." + UUID.randomUUID() + ".part");
        try {
            SparkSession session =
                    SparkSession.builder().sparkContext(cluster.context().sc()).getOrCreate();
            session.createDataFrame(rows, SCHEMA).coalesce(1).write().parquet(scratch.toString());
            FileSystem files = scratch.getFileSystem(cluster.context().hadoopConfiguration());
            for (FileStatus part : files.listStatus(scratch)) {
                if (part.getPath().getName().endsWith(".parquet")) {
                    org.apache.hadoop.fs.Path table = new org.apache.hadoop.fs.Path(target, "results.parquet");
                    files.delete(table, true);
                    files.rename(part.getPath(), table);
                }
            }
            files.delete(scratch, true);
        } catch (IOException e) {
            throw new RefusedException("cannot write " + out.resolve("results.parquet") + ": " + e.getMessage(), e);
        }
    }

    private static Row row(String line) {
        Map<String, Object> tree = Json.read(line);
        return RowFactory.create(
                text(tree, "asset"),
                text(tree, "status"),
                text(tree, "command"),
                text(tree, "output"),
                text(tree, "outcome"),
                text(tree, "message"),
                number(tree, "result", "bones"),
                number(tree, "error", "erms"),
                number(tree, "error", "rmsePercent"),
                number(tree, "error", "normals", "matrix", "mean"),
                number(tree, "seconds", "solve"),
                line);
    }

    private static String text(Map<String, Object> tree, String key) {
        return tree.get(key) == null ? null : String.valueOf(tree.get(key));
    }

    private static Double number(Map<String, Object> tree, String... path) {
        Object place = tree;
        for (String key : path) {
            place = place instanceof Map<?, ?> map ? map.get(key) : null;
        }
        return place instanceof Number number ? number.doubleValue() : null;
    }
}
