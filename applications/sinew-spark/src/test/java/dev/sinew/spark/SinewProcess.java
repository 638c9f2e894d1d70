package dev.sinew.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The program in a separate process: as a driver, or without a cluster. */
record SinewProcess(Path folder, List<String> settings) {
    SinewProcess(Path folder) {
        this(folder, List.of());
    }

    /** @param log the file for its output */
    Process start(String log, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-Dspark.executor.memory=600m"));
        command.addAll(settings);
        command.addAll(List.of("-cp", StandaloneCluster.classPath(), Main.class.getName()));
        for (Object argument : arguments) {
            command.add(String.valueOf(argument));
        }
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(log).toFile());
        builder.environment().putAll(StandaloneCluster.environment());
        return builder.start();
    }

    void check(String log, int code, Process process) throws Exception {
        assertThat(process.waitFor(600, TimeUnit.SECONDS)).as(log).isTrue();
        assertThat(process.exitValue()).as(output(log)).isEqualTo(code);
    }

    /** Runs to its end. @return its output */
    String run(int code, Object... arguments) throws Exception {
        check("said", code, start("said", arguments));
        return output("said");
    }

    String output(String log) throws IOException {
        return Files.readString(folder.resolve(log));
    }
}
