package dev.sinew.assimp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sinew.assimp.FbxProcess.FbxBounds;
import dev.sinew.io.Models;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.model.BoneType;
import dev.sinew.run.InvalidInputException;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The process for Assimp: what it leaves behind, its limits, and that it never outlives its parent. */
class FbxProcessTest {
    @TempDir
    Path folder;

    /** A program that reads a file, or starts a process and waits to be killed. */
    public static final class Program {
        public static void main(String[] arguments) throws Exception {
            Path file = Path.of(arguments[0]);
            if (arguments.length > 1) {
                FbxProcess process = FbxProcess.start(FbxBounds.of(1 << 20));
                process.read(file, Files.readAllBytes(file));
                System.out.println(process.pid());
                Thread.sleep(600_000);
            }
            try {
                System.out.println(Models.read(file).vertexCount());
            } catch (InvalidInputException e) {
                System.out.println(e.getMessage());
                System.exit(3);
            }
        }
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                String.join(File.pathSeparator, FbxProcess.classPath())
                        + File.pathSeparator
                        + Path.of("target", "test-classes").toAbsolutePath(),
                Program.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
    }

    private byte[] sound(Path file) throws IOException {
        Models.write(TubeModel.of(BoneType.RIGID), file);
        return Files.readAllBytes(file);
    }

    @Test
    void crashGivesOneMessageAndLeavesNoFiles() throws Exception {
        Path file = folder.resolve("x.fbx");
        FbxNode tree = FbxNode.parse(sound(file));
        tree.forEach(node -> {
            if (node.name.equals("Layer")) {
                node.values.clear();
            }
        });
        Files.write(file, tree.binary());
        Process program = start("x.fbx");
        String said = new String(program.getInputStream().readAllBytes());
        assertThat(program.waitFor()).isEqualTo(3);
        assertThat(said)
                .matches("x.fbx cannot be read as FBX: Assimp crashed while processing it \\(exit code \\d+\\)\n");
        assertThat(folder.toFile().list()).containsExactly("x.fbx");
    }

    @Test
    void endsWithItsParent() throws Exception {
        Path file = folder.resolve("x.fbx");
        sound(file);
        Process program = start("x.fbx", "wait");
        try (BufferedReader out = program.inputReader()) {
            ProcessHandle child =
                    ProcessHandle.of(Long.parseLong(out.readLine())).orElseThrow();
            assertThat(child.isAlive()).isTrue();
            program.destroyForcibly().waitFor();
            child.onExit().get(60, TimeUnit.SECONDS);
            assertThat(child.isAlive()).isFalse();
        }
    }

    @Test
    void enforcesLimits() throws IOException {
        Path file = folder.resolve("x.fbx");
        byte[] bytes = sound(file);
        FbxBounds usual = FbxBounds.of(bytes.length);
        assertThat(usual.megabytes()).isLessThan(512);
        assertThat(rejection(file, bytes, new FbxBounds(usual.heapMegabytes(), 20, 10, usual.answerBytes())))
                .endsWith("it needs more than 20 MB of memory");
        assertThat(rejection(file, bytes, new FbxBounds(usual.heapMegabytes(), usual.megabytes(), 10, 1000)))
                .contains("Assimp returned invalid data: a count of ", "more than the answer can contain");
        assertThat(rejection(file, bytes, new FbxBounds(usual.heapMegabytes(), usual.megabytes(), 0, 1000)))
                .endsWith("it takes longer than 0 s");
    }

    private static String rejection(Path file, byte[] bytes, FbxBounds bounds) {
        try (FbxProcess process = FbxProcess.start(bounds)) {
            Throwable thrown = catchThrowable(() -> process.read(file, bytes));
            assertThat(thrown).isInstanceOf(InvalidInputException.class);
            return thrown.getMessage();
        }
    }

    @Test
    void rejectsDamagedAnswers() throws IOException {
        byte[] sound = SceneOutput.encode(ModelScene.of(ModelDocument.of(TubeModel.of(BoneType.RIGID)), 1));
        assertThat(isAccepted(sound)).isTrue();
        int unsound = 0;
        for (int seed = 0; seed < 5000; seed++) {
            unsound += isAccepted(FbxMutations.bytes(sound, new Random(seed))) ? 0 : 1;
        }
        assertThat(unsound).isGreaterThan(100);
    }

    /** Whether the bytes are a valid scene; false if they are rejected. */
    private static boolean isAccepted(byte[] bytes) {
        SceneInput in = new SceneInput(new ByteArrayInputStream(bytes));
        in.allow(bytes.length);
        try {
            Scene scene = in.scene();
            ByteArrayOutputStream again = new ByteArrayOutputStream();
            SceneOutput out = new SceneOutput(again);
            out.scene(scene);
            out.flush();
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
