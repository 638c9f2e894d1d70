package dev.sinew.spark;

import dev.sinew.job.text.Json;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * Writes the results of a batch as a Parquet file next to the JSON Lines: common fields as columns, and the whole line as text.
 * The driver writes it directly, because Spark's own writer renames folders, which object stores do not support.
 */
final class ResultTable {
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message results {
              optional binary asset (STRING);
              optional binary status (STRING);
              optional binary command (STRING);
              optional binary output (STRING);
              optional binary outcome (STRING);
              optional binary message (STRING);
              optional double bones;
              optional double erms;
              optional double rmsePercent;
              optional double degrees;
              optional double solveSeconds;
              optional binary json (STRING);
            }
            """);

    private ResultTable() {}

    static void write(Path out, Collection<String> lines) {
        Path table = out.resolve("results.parquet");
        Path part = out.resolve("." + UUID.randomUUID() + ".part");
        try {
            Files.createDirectories(out);
            try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(part))
                    .withType(SCHEMA)
                    .withCompressionCodec(CompressionCodecName.SNAPPY)
                    .build()) {
                for (String line : lines) {
                    writer.write(row(line));
                }
            }
            Files.move(part, table, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new InvalidInputException("cannot write " + table + ": " + e.getMessage(), e);
        } finally {
            part.toFile().delete();
        }
        Hadoop.files().put(table);
    }

    private static Group row(String line) {
        Map<String, Object> tree = Json.read(line);
        Group row = new SimpleGroupFactory(SCHEMA).newGroup().append("json", line);
        for (String key : new String[] {"asset", "status", "command", "output", "outcome", "message"}) {
            if (tree.get(key) != null) {
                row.append(key, String.valueOf(tree.get(key)));
            }
        }
        number(row, "bones", tree, "result", "bones");
        number(row, "erms", tree, "error", "erms");
        number(row, "rmsePercent", tree, "error", "rmsePercent");
        number(row, "degrees", tree, "error", "normals", "matrix", "mean");
        number(row, "solveSeconds", tree, "seconds", "solve");
        return row;
    }

    private static void number(Group row, String name, Map<String, Object> tree, String... path) {
        Object place = tree;
        for (String key : path) {
            place = place instanceof Map<?, ?> map ? map.get(key) : null;
        }
        if (place instanceof Number number) {
            row.append(name, number.doubleValue());
        }
    }
}
