package dev.sinew.io.bvh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.sinew.math.Affine3;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkeletonMotion;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.sample.mannequin.Mannequin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BvhReaderTest {
    private static final String ARM = """
            HIERARCHY
            ROOT Bip01 Pelvis
            {
              OFFSET 1 2 3
              CHANNELS 6 Zrotation Xrotation Yrotation Xposition Yposition Zposition
              JOINT Arm
              {
                OFFSET 0 2 0
                CHANNELS 1 Zrotation
                End Site
                { OFFSET 0 0 0 }
              }
            }
            MOTION
            Frames: 2
            Frame Time: 0.04
            0 0 0 10 20 30 0
            90 0 0 10 20 30 -90
            """;

    @TempDir
    private Path folder;

    private SkeletonMotion read(String text) throws IOException {
        return Bvh.read(Files.writeString(folder.resolve("take.bvh"), text));
    }

    private static double[] joint(SkeletonMotion read, int f, int j) {
        BoneMotion m = read.clips().get(0).motion();
        double[] c = read.skeleton().pivot(j);
        double[] at = new double[3];
        for (int x = 0; x < 3; x++) {
            at[x] = Affine3.row(m.matrices(), m.offset(f, j) + 4 * x, c[0], c[1], c[2]);
        }
        return at;
    }

    @Test
    void readsHandMadeFileExactly() throws IOException {
        SkeletonMotion read = read(ARM);
        assertThat(read.skeleton().names()).containsExactly("Bip01 Pelvis", "Arm", "Arm_end");
        assertThat(read.clips().get(0).name()).isEqualTo("take");
        assertThat(read.clips().get(0).framesPerSecond()).isCloseTo(25, within(1e-9));
        assertThat(joint(read, 0, 0)).containsExactly(new double[] {10, 20, 30}, within(1e-12));
        assertThat(joint(read, 0, 1)).containsExactly(new double[] {10, 22, 30}, within(1e-12));
        assertThat(joint(read, 1, 1)).containsExactly(new double[] {8, 20, 30}, within(1e-12));
        // The arm turns back: its matrix has no rotation.
        BoneMotion m = read.clips().get(0).motion();
        assertThat(m.matrices()[m.offset(1, 1)]).isCloseTo(1, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r\n", "\r", "\n\n\t "})
    void acceptsOtherLineEnds(String end) throws IOException {
        assertThat(joint(read(ARM.replace("\n", end)), 1, 1)).containsExactly(new double[] {8, 20, 30}, within(1e-12));
    }

    @Test
    void acceptsNumbersDirectlyAfterTheColon() throws IOException {
        SkeletonMotion read = read(ARM.replaceFirst("Frames:\\s*", "Frames:").replaceFirst("Time:\\s*", "Time:"));
        assertThat(read.clips().get(0).framesPerSecond()).isCloseTo(25, within(1e-9));
        assertThat(joint(read, 1, 1)).containsExactly(new double[] {8, 20, 30}, within(1e-12));
    }

    @Test
    void missingFramesNameTheNumberThatIsThere() {
        assertThatThrownBy(() -> read(
                        "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 1 Xrotation } MOTION Frames: 9 Frame Time: 1 1 2"))
                .hasMessageContaining("frame 3 of 9")
                .hasMessageContaining("set 'Frames:' to 2");
    }

    @Test
    void acceptsSeveralRootsOtherCaseAndBracesOnTheSameLine() throws IOException {
        SkeletonMotion read = read("""
                hierarchy
                root a { OFFSET 0 0 0 Channels 3 XPOSITION yposition Zposition
                end site { OFFSET 0 1 0 } }
                ROOT a { OFFSET 5 0 0 CHANNELS 0 }
                MOTION
                Frames : 1
                Frame Time : 0.1
                1 2 3
                """);
        assertThat(read.skeleton().names()).containsExactly("a", "a_end", "a_2");
        assertThat(joint(read, 0, 0)).containsExactly(1, 2, 3);
        assertThat(joint(read, 0, 2)).containsExactly(5, 0, 0);
    }

    @Test
    void positionsOfJointsReplaceTheOffsetUnlessTheyAreNearZero() throws IOException {
        String file = "HIERARCHY ROOT a\n{ OFFSET 0 0 0 CHANNELS 0 JOINT b\n{ OFFSET 0 9 0 CHANNELS 3 Xposition"
                + " Yposition Zposition } }\nMOTION Frames: 1 Frame Time: 0.1\n";
        assertThat(joint(read(file + "0 9.5 0"), 0, 1)).containsExactly(0, 9.5, 0);
        assertThat(joint(read(file + "0 0.5 0"), 0, 1)).containsExactly(0, 9.5, 0);
    }

    @Test
    void readsBackWhatIsWritten() throws IOException {
        SkinnedModel model = new Mannequin().rigged(600, 40);
        Path file = folder.resolve("mannequin.bvh");
        Bvh.write(model, model.clips().get(0), file);
        SkeletonMotion read = Bvh.read(file);
        BoneMotion own = model.clips().get(0).motion();
        assertThat(read.clips().get(0).motion().frameCount()).isEqualTo(own.frameCount());
        for (int j = 0; j < model.boneCount(); j++) {
            int other = read.skeleton().names().indexOf(model.skeleton().names().get(j));
            if (other < 0) {
                continue;
            }
            for (int f = 0; f < own.frameCount(); f++) {
                double[] c = model.skeleton().pivot(j);
                double[] at = joint(read, f, other);
                for (int x = 0; x < 3; x++) {
                    int row = own.offset(f, j) + 4 * x;
                    assertThat(at[x]).isCloseTo(Affine3.row(own.matrices(), row, c[0], c[1], c[2]), within(1e-4));
                    for (int k = 0; k < 3; k++) {
                        BoneMotion m = read.clips().get(0).motion();
                        assertThat(m.matrices()[m.offset(f, other) + 4 * x + k])
                                .isCloseTo(own.matrices()[row + k], within(1e-4));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ROOT a",
                "HIERARCHY MOTION",
                "HIERARCHY JOINT a",
                "HIERARCHY ROOT a { OFFSET 0 0",
                "HIERARCHY }",
                "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 7 }",
                "HIERARCHY ROOT a { OFFSET 0 nan 0 CHANNELS 0 }",
                "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 1 Wrotation }",
                "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 0 } MOTION Frames: -1",
                "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 0 } MOTION Frames:x",
                "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 0 } MOTION Frames: 2 Frame Time: 0",
                "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 1 Xrotation } MOTION Frames: 9 Frame Time: 1 1 2",
                "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 0 } MOTION Frames: 100000000 Frame Time: 1"
            })
    void rejectsWhatIsInvalidAndNamesThePlace(String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("take.bvh");
    }

    @Test
    void rejectsOrReadsMutations() throws IOException {
        byte[] whole = ARM.getBytes(StandardCharsets.UTF_8);
        Random random = new Random(11);
        int rejected = 0;
        for (int k = 0; k < 2000; k++) {
            byte[] bytes = whole.clone();
            for (int n = 0; n <= random.nextInt(4); n++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            int length = k % 4 == 0 ? random.nextInt(bytes.length) : bytes.length;
            Path file = folder.resolve("broken.bvh");
            Files.write(file, Arrays.copyOf(bytes, length));
            try {
                Bvh.read(file);
            } catch (InvalidInputException e) {
                assertThat(e).hasMessageContaining("broken.bvh");
                rejected++;
            }
        }
        assertThat(rejected).isGreaterThan(1000);
    }

    @Test
    void readsMotionCapture() {
        Path data = Path.of("../../../shared/data/motion");
        assumeThat(data).as("the research data in ../shared/data").exists();
        assertThat(Bvh.read(data.resolve("cmu-01_01.bvh"))
                        .clips()
                        .get(0)
                        .motion()
                        .frameCount())
                .isEqualTo(2752);
        assertThat(Bvh.read(data.resolve("pirouette.bvh"))
                        .clips()
                        .get(0)
                        .motion()
                        .frameCount())
                .isEqualTo(592);
        assertThat(Bvh.read(data.resolve("sinusoidal.bvh")).skeleton().boneCount())
                .isEqualTo(4);
    }
}
