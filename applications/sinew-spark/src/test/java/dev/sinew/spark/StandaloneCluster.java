package dev.sinew.spark;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A master and workers as local processes, with the jars of the class path. */
final class StandaloneCluster {
    private static final String HOST = "127.0.0.1";

    private final Path folder;
    private final int port;
    private final Process master;
    private final List<Process> workers = new ArrayList<>();

    StandaloneCluster(Path folder, int workerCount) throws Exception {
        this.folder = folder;
        this.port = freePort();
        Path jars = Files.createDirectories(folder.resolve("home/jars"));
        for (String entry : classPath().split(System.getProperty("path.separator"))) {
            Path jar = Path.of(entry);
            if (entry.endsWith(".jar") && !Files.exists(jars.resolve(jar.getFileName()))) {
                link(jars.resolve(jar.getFileName()), jar.toAbsolutePath());
            }
        }
        master = start("master", "org.apache.spark.deploy.master.Master", "--port", port, "--webui-port", freePort());
        awaitMaster();
        for (int k = 0; k < workerCount; k++) {
            Path place = Files.createDirectories(folder.resolve("worker" + k));
            workers.add(start(
                    "worker" + k,
                    "org.apache.spark.deploy.worker.Worker",
                    "--cores",
                    1,
                    "--memory",
                    "1g",
                    "--work-dir",
                    place,
                    "--webui-port",
                    freePort(),
                    url()));
        }
    }

    private static void link(Path name, Path jar) throws IOException {
        try {
            Files.createLink(name, jar);
        } catch (IOException otherDisk) {
            Files.createSymbolicLink(name, jar);
        }
    }

    static String classPath() {
        return System.getProperty("java.class.path");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
            return socket.getLocalPort();
        }
    }

    private Process start(String name, String main, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                classPath(),
                main,
                "--host",
                HOST));
        for (Object argument : arguments) {
            command.add(String.valueOf(argument));
        }
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile());
        builder.environment().putAll(environment());
        builder.environment().put("SPARK_HOME", folder.resolve("home").toString());
        return builder.start();
    }

    /** Environment of every process of the cluster and of its driver. */
    static Map<String, String> environment() {
        return Map.of("SPARK_LOCAL_IP", HOST, "SPARK_SCALA_VERSION", "2.13");
    }

    private void awaitMaster() throws Exception {
        for (int k = 0; k < 600 && master.isAlive(); k++) {
            try {
                new Socket(HOST, port).close();
                return;
            } catch (IOException notYet) {
                Thread.sleep(100);
            }
        }
        throw new AssertionError("no master: " + Files.readString(folder.resolve("master.log")));
    }

    String url() {
        return "spark://" + HOST + ":" + port;
    }

    /** Kills a worker and its child processes, as if the machine were switched off. */
    void killWorker(int k) throws InterruptedException {
        kill(workers.get(k));
    }

    private static void kill(Process process) throws InterruptedException {
        List<ProcessHandle> below = process.descendants().toList();
        process.destroyForcibly();
        below.forEach(ProcessHandle::destroyForcibly);
        process.waitFor(30, TimeUnit.SECONDS);
    }

    /** Ends all processes. */
    void close() throws InterruptedException {
        for (Process worker : workers) {
            kill(worker);
        }
        kill(master);
    }
}
