package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.io.Models;
import dev.sinew.mesh.Box;
import dev.sinew.model.BoneType;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Characters from other authors. */
class CharactersTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"CesiumMan, 3273, 4672, 19, 2, 49", "RiggedFigure, 370, 256, 19, 1.25, 31"})
    void roundTripKeepsCharacters(String name, int vertices, int faces, int bones, double seconds, int frames)
            throws Exception {
        Path file = SequenceData.shared("characters").resolve(name + ".glb");
        Interop.keepForeign(file);
        GltfPlayer player = GltfPlayer.open(file);
        SkinnedModel model = player.model();
        assertThat(model.vertexCount()).isEqualTo(vertices);
        assertThat(model.rest().faceCount()).isEqualTo(faces);
        assertThat(model.boneCount()).isEqualTo(bones);
        assertThat(player.duration(0)).isEqualTo(seconds, org.assertj.core.api.Assertions.within(1e-5));
        assertThat(model.clips().get(0).motion().frameCount()).isEqualTo(frames);
        Path again = folder.resolve(name + "-again.glb");
        Models.write(model, again);
        Interop.keep(again);
        GltfPlayer copy = GltfPlayer.open(again);
        assertThat(copy.model().skeleton().names()).isEqualTo(model.skeleton().names());
        assertThat(copy.model().skeleton().parents()).isEqualTo(model.skeleton().parents());
        double size = Box.around(model.rest().positions()).diagonal();
        for (int f = 0; f < frames; f++) {
            double t = f / model.clips().get(0).framesPerSecond();
            assertThat(HalfwayRule.largest(player.positions(0, t), copy.positions(0, t)))
                    .as("frame %d", f)
                    .isLessThan(2e-5 * size);
        }
    }

    @Test
    void readsMaterialOfCesiumMan() {
        SkinnedModel man = Models.read(SequenceData.shared("characters").resolve("CesiumMan.glb"));
        assertThat(man.boneType()).isEqualTo(BoneType.RIGID);
        assertThat(man.rest().surface().uvs()).isPresent();
        assertThat(man.rest().surface().materials().get(0).texture().get().mimeType())
                .isEqualTo("image/jpeg");
    }

    @Test
    void rejectsMorphingSphereWithoutSkin() {
        Path sphere = SequenceData.shared("characters").resolve("AnimatedMorphSphere.glb");
        assertThatThrownBy(() -> Models.read(sphere))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(sphere + ": the file has no skin, so it is not a skinned model");
    }
}
