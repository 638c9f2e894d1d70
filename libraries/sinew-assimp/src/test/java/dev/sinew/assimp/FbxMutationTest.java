package dev.sinew.assimp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.assimp.FbxProcess.FbxBounds;
import dev.sinew.io.Models;
import dev.sinew.model.BoneType;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged FBX is read or rejected with an error message, and this process survives. One Assimp process reads many files; a
 * new one is started whenever it dies.
 */
class FbxMutationTest {
    private static final int COUNT = 1000;
    /** The limits for a valid file. */
    private static final FbxBounds BOUNDS = FbxBounds.of(1 << 20);

    @TempDir
    Path folder;

    private Path file;
    private byte[] sound;
    private FbxProcess process;
    private int rejected;
    private int died;

    @BeforeEach
    void writeSoundFile() throws IOException {
        file = folder.resolve("x.fbx");
        Models.write(TubeModel.of(BoneType.SIMILARITY), file);
        sound = Files.readAllBytes(file);
        process = FbxProcess.start(BOUNDS);
    }

    @AfterEach
    void end() {
        process.close();
    }

    private void read(byte[] bytes) {
        if (!process.isAlive()) {
            process.close();
            process = FbxProcess.start(BOUNDS);
            died++;
        }
        Scene scene = process.read(file, bytes);
        FbxCorners.requireAll(file, bytes, scene);
        SceneModel.of(file, scene, List.of(), OptionalDouble.empty());
    }

    private void readAll(Function<Random, byte[]> mutation) {
        for (int seed = 0; seed < COUNT; seed++) {
            try {
                read(mutation.apply(new Random(seed)));
            } catch (InvalidInputException e) {
                rejected++;
                assertThat(e.getMessage()).startsWith(file.toString()).doesNotContain("\n");
            } catch (RuntimeException | Error e) {
                throw new AssertionError("mutation " + seed + ": " + e, e);
            }
        }
        assertThat(rejected).isBetween(1, COUNT - 1);
        System.out.println(rejected + " rejected, " + died + " process crashes");
    }

    @Test
    void survivesDamagedBytesOfBinary() {
        readAll(random -> FbxMutations.bytes(sound, random));
    }

    @Test
    void survivesDamagedBytesOfText() {
        byte[] text = FbxNode.parse(sound).text();
        read(text);
        readAll(random -> FbxMutations.bytes(text, random));
    }

    @Test
    void survivesDamagedNodesOfBinary() {
        FbxNode tree = FbxNode.parse(sound);
        read(tree.binary());
        readAll(random -> FbxMutations.nodes(tree, random).binary());
    }

    @Test
    void survivesDamagedNodesOfText() {
        FbxNode tree = FbxNode.parse(sound);
        readAll(random -> FbxMutations.nodes(tree, random).text());
    }
}
