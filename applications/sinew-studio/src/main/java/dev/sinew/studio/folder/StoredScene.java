package dev.sinew.studio.folder;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.run.RefusedException;
import dev.sinew.show.page.ReportPage;
import dev.sinew.show.view.ViewScene;
import dev.sinew.studio.guard.TurnedAwayException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What the viewer shows, in a folder: its header, and a gzip file for each buffer. */
public final class StoredScene {
    private static final String HEADER = "header.json";
    private static final String BUFFER = ".gz";

    private final Path place;

    public StoredScene(Path place) {
        this.place = place;
    }

    public void write(ViewScene scene) throws IOException {
        Files.createDirectories(place);
        for (Map.Entry<String, byte[]> buffer : scene.buffers().entrySet()) {
            Files.write(place.resolve(buffer.getKey() + BUFFER), buffer.getValue());
        }
        AtomicFile.write(place.resolve(HEADER), out -> out.write(scene.json().getBytes(StandardCharsets.UTF_8)));
    }

    public Path header() {
        return require(HEADER);
    }

    /** gzip-compressed. */
    public Path buffer(String name) {
        if (!name.matches("[\\w.]{1,80}")) {
            throw TurnedAwayException.notFound("there is no such part of a scene");
        }
        return require(name + BUFFER);
    }

    private Path require(String name) {
        Path file = place.resolve(name);
        if (!Files.isRegularFile(file)) {
            throw TurnedAwayException.notFound("there is no such part of a scene");
        }
        return file;
    }

    /** The page that {@code --report} writes. */
    public void writeReport(String title, OutputStream out) {
        try (Stream<Path> all = Files.list(place)) {
            Map<String, byte[]> buffers = new TreeMap<>();
            for (Path file :
                    all.filter(path -> path.toString().endsWith(BUFFER)).toList()) {
                String name = file.getFileName().toString();
                buffers.put(name.substring(0, name.length() - BUFFER.length()), Files.readAllBytes(file));
            }
            ReportPage.write(out, title, Files.readString(header()), buffers);
        } catch (IOException e) {
            throw new RefusedException("the report cannot be written: " + e.getMessage(), e);
        }
    }
}
