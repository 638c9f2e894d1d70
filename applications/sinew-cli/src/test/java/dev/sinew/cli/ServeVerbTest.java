package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code sinew serve} as a process, called as the launcher calls it. */
@DisabledOnOs(OS.WINDOWS)
class ServeVerbTest {
    @TempDir
    Path folder;

    private Process serving;
    private List<String> plate;

    @BeforeEach
    void serve() throws Exception {
        Fixtures.sequence(folder, "cape", 6);
        serving = start();
        Path file = folder.resolve("plates/plate");
        for (int k = 0;
                k < 1000 && (!Files.exists(file) || Files.readAllLines(file).size() < 4);
                k++) {
            assertThat(serving.isAlive())
                    .as(Files.readString(folder.resolve("said.txt")))
                    .isTrue();
            Thread.sleep(20);
        }
        plate = Files.readAllLines(file);
    }

    @AfterEach
    void end() throws Exception {
        serving.destroy();
        assertThat(serving.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(folder.resolve("plates/plate")).doesNotExist();
    }

    @Test
    void commandsAreRunAsIfByThemselves() throws Exception {
        Heard fit = call(plate.get(1), "fit", "cape.obj", "--bones", "4", "-o", "served.glb");
        assertThat(fit.code).as(fit.err).isEqualTo("0");
        assertThat(fit.out).contains("served.glb");
        assertThat(SinewRun.of("fit", folder.resolve("cape.obj"), "--bones", 4, "-o", folder.resolve("own.glb"))
                        .code())
                .isZero();
        assertThat(folder.resolve("served.glb")).hasSameBinaryContentAs(folder.resolve("own.glb"));
        Heard wrong = call(plate.get(1), "fit", "no such.obj", "--bones", "4", "-o", "x.glb");
        assertThat(wrong.code).isEqualTo("3");
        assertThat(wrong.err).isEqualTo("sinew: no such.obj does not exist\n");
        assertThat(call(plate.get(1), "fit", "--bones").code).isEqualTo("2");
    }

    @Test
    void whoWasAnsweredMayCallAgainAtOnce() throws Exception {
        for (int k = 0; k < 200; k++) {
            assertThat(call(plate.get(1), "fit", "--bones").code)
                    .as("call " + k)
                    .isEqualTo("2");
        }
    }

    @Test
    void onlyOwnersAreHeard() throws Exception {
        assertThat(Files.getPosixFilePermissions(folder.resolve("plates/plate")))
                .hasSize(2);
        assertThat(call("x".repeat(32), "info", "cape.obj").code).isNull();
        assertThat(call(plate.get(1), "info", "cape.obj").code).isEqualTo("0");
    }

    @Test
    void whoeverGoesAwayMakesRoom() throws Exception {
        done("sample", "creature", "--vertices", "20000", "--frames", "200", "-o", "big.pc2");
        try (Socket caller = hello(plate.get(1), "fit", "big.obj", "--bones", "60", "-o", "big.glb")) {
            String id = line(caller);
            try (Socket out = role("out", id);
                    Socket err = role("err", id)) {
                assertThat(out.isConnected() && err.isConnected()).isTrue();
                assertThat(call(plate.get(1), "info", "cape.obj").code)
                        .as("busy")
                        .isEqualTo("no");
            }
        }
        String code = "no";
        for (int k = 0; k < 300 && code.equals("no"); k++) {
            Thread.sleep(100);
            code = call(plate.get(1), "info", "cape.obj").code;
        }
        assertThat(code).isEqualTo("0");
        assertThat(folder.resolve("big.glb")).doesNotExist();
    }

    @Test
    void aFolderIsServedOnce() throws Exception {
        Process second = start();
        assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(second.exitValue()).isEqualTo(3);
        assertThat(folder.resolve("said.txt")).content().contains("another process serves this folder already");
        assertThat(SinewRun.of("serve", "--idle", 0).code()).isEqualTo(2);
        assertThat(SinewRun.of("serve").said()).contains("serve needs the launcher");
    }

    private void done(String... words) throws IOException {
        Heard heard = call(plate.get(1), words);
        assertThat(heard.code).as(heard.err).isEqualTo("0");
    }

    private record Heard(String code, String out, String err) {}

    private Heard call(String token, String... words) throws IOException {
        try (Socket caller = hello(token, words)) {
            String id = line(caller);
            if (id == null || id.equals("no")) {
                return new Heard(id, "", "");
            }
            try (Socket out = role("out", id);
                    Socket err = role("err", id)) {
                String said = text(out);
                return new Heard(line(caller), said, text(err));
            }
        }
    }

    private Socket hello(String token, String... words) throws IOException {
        Socket socket = connect();
        String text = token + "\nrun\n0\n" + words.length + "\n" + String.join("\0", words) + "\0";
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    private Socket role(String name, String id) throws IOException {
        Socket socket = connect();
        socket.getOutputStream()
                .write((plate.get(1) + "\n" + name + "\n" + id + "\n").getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(plate.get(0)));
        socket.setSoTimeout(60_000);
        return socket;
    }

    private static String line(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)).readLine();
    }

    private static String text(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private Process start() throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Dsinew.serve=" + folder.resolve("plates/plate"));
        command.addAll(List.of("-cp", absolute(System.getProperty("java.class.path")), Main.class.getName(), "serve"));
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said.txt").toFile())
                .start();
    }

    private static String absolute(String classPath) {
        return String.join(
                java.io.File.pathSeparator,
                List.of(classPath.split(java.io.File.pathSeparator)).stream()
                        .map(part -> Path.of(part).toAbsolutePath().toString())
                        .toList());
    }
}
