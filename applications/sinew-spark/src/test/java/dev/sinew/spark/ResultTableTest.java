package dev.sinew.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table as read by Spark. */
class ResultTableTest {
    @TempDir
    Path folder;

    @Test
    @Tag("quick")
    void sparkCanReadTheTable() throws Exception {
        String done =
                "{\"asset\":\"a.obj\",\"status\":\"done\",\"result\":{\"bones\":7},\"error\":{\"erms\":1.5,\"normals\":{\"matrix\":{\"mean\":3.25}}}}";
        String failed = "{\"asset\":\"ü.obj\",\"status\":\"failed\",\"message\":\"it does not exist\"}";
        ResultTable.write(folder, List.of("{\"asset\":\"older\"}"));
        ResultTable.write(folder, List.of(done, failed));
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(folder.resolve("results.parquet"));
        }
        try (SparkSession session = SparkSession.builder()
                .master("local[1]")
                .config("spark.ui.enabled", false)
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .getOrCreate()) {
            List<Row> rows = session.read()
                    .parquet(folder.resolve("results.parquet").toString())
                    .orderBy("asset")
                    .collectAsList();
            assertThat(rows).hasSize(2);
            assertThat(rows.get(0).<Double>getAs("bones")).isEqualTo(7.0);
            assertThat(rows.get(0).<Double>getAs("degrees")).isEqualTo(3.25);
            assertThat(rows.get(0).<String>getAs("json")).isEqualTo(done);
            assertThat(rows.get(1).<String>getAs("asset")).isEqualTo("ü.obj");
            assertThat(rows.get(1).<String>getAs("message")).isEqualTo("it does not exist");
            assertThat(rows.get(1).<Double>getAs("erms")).isNull();
        }
    }
}
