package dev.sinew.studio.folder;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.run.InvalidInputException;
import dev.sinew.show.page.ReportPage;
import dev.sinew.show.view.ViewScene;
import dev.sinew.studio.guard.RejectedRequestException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A viewer scene in a folder: a JSON header and one gzip file per buffer. */
public final class StoredScene {
    private static final String HEADER = "header.json";
    private static final String BUFFER = ".gz";

    private final Path folder;

    public StoredScene(Path folder) {
        this.folder = folder;
    }

    public void write(ViewScene scene) throws IOException {
        Files.createDirectories(folder);
        for (Map.Entry<String, byte[]> buffer : scene.buffers().entrySet()) {
            Files.write(folder.resolve(buffer.getKey() + BUFFER), buffer.getValue());
        }
        AtomicFile.write(folder.resolve(HEADER), out -> out.write(scene.json().getBytes(StandardCharsets.UTF_8)));
    }

    public Path header() {
        return require(HEADER);
    }

    /** The gzip-compressed file of a buffer. */
    public Path buffer(String name) {
        if (!name.matches("[\\w.]{1,80}")) {
            throw RejectedRequestException.notFound("the scene has no such buffer");
        }
        return require(name + BUFFER);
    }

    private Path require(String name) {
        Path file = folder.resolve(name);
        if (!Files.isRegularFile(file)) {
            throw RejectedRequestException.notFound("the scene has no such file");
        }
        return file;
    }

    /** Writes the page that {@code --report} writes. */
    public void writeReport(String title, OutputStream out) {
        try (Stream<Path> all = Files.list(folder)) {
            Map<String, byte[]> buffers = new TreeMap<>();
            for (Path file :
                    all.filter(path -> path.toString().endsWith(BUFFER)).toList()) {
                String name = file.getFileName().toString();
                buffers.put(name.substring(0, name.length() - BUFFER.length()), Files.readAllBytes(file));
            }
            ReportPage.write(out, title, Files.readString(header()), buffers);
        } catch (IOException e) {
            throw new InvalidInputException("the report cannot be written: " + e.getMessage(), e);
        }
    }
}
