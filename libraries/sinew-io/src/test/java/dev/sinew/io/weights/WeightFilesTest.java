package dev.sinew.io.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.weights.WeightFiles.ReadWeights;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tiny weight files with exact values, and error messages for invalid ones. */
class WeightFilesTest {
    private static final String DMAT = "2 3\n1\n0.25\n0.5\n0\n0.75\n0.5\n";

    @TempDir
    Path folder;

    private ReadWeights read(String name, String text) throws IOException {
        return WeightFiles.read(Files.writeString(folder.resolve(name), text), 3);
    }

    private static void checkWeights(ReadWeights read) {
        assertThat(read.weights().influences()).isEqualTo(2);
        assertThat(read.weights().bones()).containsExactly(0, 0, 1, 0, 0, 1);
        assertThat(read.weights().weights()).containsExactly(1, 0, 0.75, 0.25, 0.5, 0.5);
    }

    @Test
    void readsDmatByColumn() throws IOException {
        ReadWeights read = read("w.dmat", DMAT);
        checkWeights(read);
        assertThat(read.boneNames()).containsExactly("bone_00", "bone_01");
        assertThat(read.notes()).isEmpty();
    }

    @Test
    void readsBinaryDmat() throws IOException {
        byte[] head = "0 0\n2 3\n".getBytes(StandardCharsets.US_ASCII);
        ByteBuffer bytes = ByteBuffer.allocate(head.length + 48)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(head);
        for (double w : new double[] {1, 0.25, 0.5, 0, 0.75, 0.5}) {
            bytes.putDouble(w);
        }
        checkWeights(WeightFiles.read(Files.write(folder.resolve("w.dmat"), bytes.array()), 3));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"1,0/0.25,0.75/0.5,0.5", "1;0/0.25; 0.75/0.5;0.5", "' 1 0//0.25\t0.75/.5 5e-1 '"})
    void readsCsvByRow(String text) throws IOException {
        checkWeights(read("w.csv", text.replace("/", "\r\n")));
    }

    @Test
    void readsBoneNamesFromCsv() throws IOException {
        ReadWeights read = read("w.csv", "hip,knee\n1,0\n0.25,0.75\n0.5,0.5\n");
        checkWeights(read);
        assertThat(read.boneNames()).containsExactly("hip", "knee");
    }

    @Test
    void normalisesSumsWithinOnePercentWithNote() throws IOException {
        ReadWeights read = read("w.csv", "1,0\n0.25,0.745\n0.5,0.5\n");
        assertThat(read.weights().weights()[2]).isEqualTo(0.745 / 0.995, within(1e-12));
        assertThat(read.notes()).hasSize(1).first().asString().startsWith("the weights of 1 vertices in");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "w.csv  | 1,0/0.2,0.7/1,0       | vertex 1: the weights sum to 0.899",
                "w.csv  | 1,0/1.1,-0.1/1,0      | vertex 1, bone 1: the weight -0.1 is invalid; weights must be ≥ 0",
                "w.csv  | 1,0/NaN,1/1,0         | vertex 1, bone 0: the weight NaN is invalid; weights must be ≥ 0",
                "w.csv  | 1,0/1/1,0             | line 2: 1 weights, but the previous lines have 2",
                "w.csv  | 1,0/x,1/1,0           | line 2, column 1: 'x' is not a number",
                "w.csv  | a,a/1,0/1,0/1,0       | line 1: two columns have the same name",
                "w.csv  | 1,0/1,0               | has weights for 2 vertices, but the mesh has 3",
                "w.csv  | ''                    | has weights for 0 vertices, but the mesh has 3",
                "w.dmat | 0 3                   | has no columns; it needs at least one bone",
                "w.dmat | 2 3/1.0/1.0/1.0/0/0   | ends before row 2 of column 1",
                "w.dmat | 2                     | ends before the number of rows",
                "w.dmat | two 3                 | the number of columns is 'two'",
                "w.dmat | 1 3/1/?/1             | row 1 of column 0: '?' is not a number",
                "w.dmat | 900000000 900000000/1 | claims 900000000 columns of 900000000 weights",
                "w.txt  | 1,0                   | it is neither .dmat nor .csv"
            })
    void rejectsInvalidFiles(String name, String text, String sentence) {
        assertThatThrownBy(() -> read(name, text.replace("/", "\n")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(name)
                .hasMessageContaining(sentence);
    }

    @Test
    void readsOrRejectsDamagedFiles() throws IOException {
        Random random = new Random(3);
        for (int round = 0; round < 500; round++) {
            byte[] bytes = DMAT.getBytes(StandardCharsets.US_ASCII);
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            Path file = Files.write(folder.resolve("m.dmat"), Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length)));
            try {
                assertThat(WeightFiles.read(file, 3).weights().vertexCount()).isEqualTo(3);
            } catch (InvalidInputException rejected) {
                assertThat(rejected).hasMessageContaining("m.dmat");
            }
        }
    }
}
