package dev.sinew.show.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.sample.catalogue.Samples;
import dev.sinew.sample.mannequin.Mannequin;
import dev.sinew.show.picture.Scene.Panel;
import dev.sinew.show.picture.View.Visibility;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PictureTest {
    private static final PictureOptions SMALL =
            PictureOptions.defaults().withSize(240, 160).withSharpness(1);

    @TempDir
    Path folder;

    private static MeshSequence creature() {
        return Samples.named("creature").orElseThrow().make(600, 4);
    }

    private static SequenceError someError(MeshSequence sequence) {
        double[] perVertex = new double[sequence.vertexCount()];
        Arrays.fill(perVertex, 0.5);
        return new SequenceError(1, 1, 1, new SequenceError.Located(2, 0, 0), new double[4], perVertex);
    }

    private static long coloursOf(BufferedImage image, int fromX, int toX) {
        return IntStream.range(0, image.getHeight())
                .flatMap(y -> IntStream.range(fromX, toX).map(x -> image.getRGB(x, y)))
                .distinct()
                .count();
    }

    @Test
    void everyPanelIsDrawnAndThePngCanBeRead() throws IOException {
        MeshSequence sequence = creature();
        SkinnedModel model = ToyModel.of(sequence, 7);
        Scene scene = SceneBuilder.of(sequence, 2)
                .original("original")
                .result("result", model, model.clips().get(0))
                .bones("bones", model, model.clips().get(0))
                .error("error", model, model.clips().get(0), someError(sequence))
                .build();
        Path file = folder.resolve("picture.png");
        Picture.of(scene, SMALL.withSize(640, 200)).write(file);
        BufferedImage image = ImageIO.read(file.toFile());
        assertThat(image.getWidth()).isEqualTo(640);
        for (int panel = 0; panel < 4; panel++) {
            assertThat(coloursOf(image, 160 * panel, 160 * panel + 160)).isGreaterThan(500);
        }
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void skeletonIsVisibleThroughTheMesh() throws IOException {
        SkinnedModel tree = new Mannequin().rigged(900, 8);
        Clip clip = tree.clips().get(0);
        Skeleton skeleton = tree.skeleton();
        SkinnedModel loose = new SkinnedModel(
                tree.rest(), tree.weights(), Skeleton.flat(skeleton.pivots()), tree.boneType(), tree.clips());
        Scene scene = SceneBuilder.of(tree, clip, 3)
                .bones("skeleton", tree, clip)
                .bones("loose", loose, clip)
                .build();
        assertThat(scene.panels().get(0).substance()).isEqualTo(Panel.Substance.GLASS);
        assertThat(scene.panels().get(1).substance()).isEqualTo(Panel.Substance.SOLID);
        // 17 links, 5 tips and the root.
        assertThat(scene.panels().get(0).bones()).hasSize(23);
        assertThat(scene.panels().get(1).bones()).hasSize(18);
        BufferedImage image = Picture.of(scene, SMALL.withSize(480, 240)).image();
        assertThat(meanBrightness(image, 0, 240)).isGreaterThan(1.01 * meanBrightness(image, 240, 480));
    }

    private static double meanBrightness(BufferedImage image, int fromX, int toX) {
        return brightness(image.getSubimage(fromX, 0, toX - fromX, image.getHeight()));
    }

    @Test
    void sameSceneGivesSamePixels() {
        Scene scene = SceneBuilder.of(creature(), 1).original("").build();
        BufferedImage once = Picture.of(scene, SMALL).image();
        BufferedImage again = Picture.of(scene, SMALL).image();
        for (int y = 0; y < once.getHeight(); y++) {
            for (int x = 0; x < once.getWidth(); x++) {
                assertThat(once.getRGB(x, y)).isEqualTo(again.getRGB(x, y));
            }
        }
    }

    private static double brightness(BufferedImage image) {
        double sum = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                sum += image.getRGB(x, y) >> 8 & 0xff;
            }
        }
        return sum;
    }

    @Test
    void cameraSeesEveryVertexOfEveryFrame() {
        MeshSequence sequence = creature();
        Camera camera = Camera.framing(Framing.of(sequence), 1.5);
        for (int f = 0; f < sequence.frameCount(); f++) {
            float[] seen = camera.toCameraSpace(sequence.frame(f));
            for (int k = 0; k < seen.length; k += 3) {
                assertThat(seen[k + 2]).isNegative();
                assertThat(Math.abs(seen[k] / seen[k + 2])).isLessThan((float) (1.5 * Camera.slope()));
                assertThat(Math.abs(seen[k + 1] / seen[k + 2])).isLessThan((float) Camera.slope());
            }
        }
    }

    @Test
    void cameraFollowsMovingSubject() {
        float[][] frames = new float[20][];
        for (int f = 0; f < frames.length; f++) {
            frames[f] = new float[] {f, 0, 0, f + 1, 0, 0, f, 1, 0};
        }
        Mesh mesh = Mesh.ofTriangles(frames[0], new int[] {0, 1, 2});
        MeshSequence away = new MeshSequence("away", mesh, FrameSource.of(frames), 30);
        double first = Camera.framing(Framing.of(away, 0), 1).eye()[0];
        double last = Camera.framing(Framing.of(away, 19), 1).eye()[0];
        assertThat(last - first).isCloseTo(19, within(1e-3));
    }

    @Test
    void drawsTriangleAtItsPosition() {
        Visibility seen = new Visibility(100, 100);
        float side = (float) Camera.slope();
        // The left half of the view, one unit away; then a nearer and a farther triangle over its upper corner.
        float half = side / 2;
        float[] p = {
            -side, -side, -1, 0, -side, -1, -side, side, -1, -half, 0, -0.5f, 0, half, -0.5f, -half, half, -0.5f,
            -2 * side, 0, -2, 0, 2 * side, -2, -2 * side, 2 * side, -2
        };
        seen.draw(p, new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8});
        assertThat(seen.at(5, 95)).isEqualTo(0);
        assertThat(seen.at(99, 50)).isEqualTo(Visibility.NONE);
        assertThat(seen.at(1, 1)).isEqualTo(1);
    }

    @Test
    void drawsFlatAndTinyMeshes() {
        float[][] poses = {
            {0, 0, 0, 1, 0, 0, 0, 0, 1},
            {5, 5, 5, 5, 5, 5, 5, 5, 5},
            {0, 0, 0, 1e-6f, 0, 0, 0, 1e-6f, 0},
            {0, 0, 0, 1e6f, 0, 0, 0, 1e6f, 0}
        };
        for (float[] pose : poses) {
            Mesh mesh = Mesh.ofTriangles(pose, new int[] {0, 1, 2});
            MeshSequence still = new MeshSequence("still", mesh, FrameSource.of(new float[][] {pose}), 30);
            assertThat(Picture.of(SceneBuilder.of(still, 0).original("").build(), SMALL)
                            .image())
                    .isNotNull();
        }
    }

    @Test
    void rejectsInvalidArguments() {
        MeshSequence sequence = creature();
        assertThatThrownBy(() -> SceneBuilder.of(sequence, 4))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("frame 4")
                .hasMessageContaining("0 to 3");
        assertThatThrownBy(() -> PictureOptions.defaults().withSize(0, 10)).hasMessageContaining("width 0");
        assertThatThrownBy(() -> new Scene("", List.of(), Framing.of(new float[3])))
                .hasMessageContaining("panel");
        Scene scene = SceneBuilder.of(sequence, 0).original("").build();
        Picture picture = Picture.of(scene, SMALL);
        assertThatThrownBy(() -> picture.write(folder.resolve("no/such/folder.png")))
                .isInstanceOf(InvalidInputException.class);
    }

    @Test
    void scalesEndAtRoundNumbers() {
        assertThat(RoundNumbers.above(0.0123)).isEqualTo(0.015);
        assertThat(RoundNumbers.above(97)).isEqualTo(100);
        assertThat(RoundNumbers.above(3)).isEqualTo(3);
        assertThat(RoundNumbers.above(0)).isPositive();
        assertThat(RoundNumbers.text(0.015)).isEqualTo("0.015");
        assertThat(RoundNumbers.text(2)).isEqualTo("2");
        assertThat(RoundNumbers.text(0)).isEqualTo("0");
    }

    @Test
    void drawsRealData() throws IOException {
        Optional<Path> data = SharedData.folder();
        Assumptions.assumeTrue(data.isPresent(), "skipped: no folder shared/data above the working directory");
        MeshSequence horse = SharedData.sequence(data.get(), "horse-gallop");
        Scene scene = SceneBuilder.of(horse, 5).original("").build();
        assertThat(coloursOf(Picture.of(scene, SMALL).image(), 0, 240)).isGreaterThan(1000);
    }
}
