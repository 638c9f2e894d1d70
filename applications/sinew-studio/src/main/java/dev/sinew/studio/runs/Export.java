package dev.sinew.studio.runs;

import dev.sinew.io.format.Format;
import dev.sinew.io.format.Format.Content;
import dev.sinew.io.format.Formats;
import dev.sinew.job.Requests;
import dev.sinew.job.desk.Desk;
import dev.sinew.run.RefusedException;
import dev.sinew.studio.folder.Folders;
import dev.sinew.studio.guard.TurnedAwayException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A run's model in the formats of {@code sinew convert}. What needs two files comes as a zip. */
public final class Export {
    /** By what the page calls them. */
    public static final List<String> FORMATS = words(format -> !format.writes(Content.MESH));

    private static final List<String> WITH_A_MESH = words(format -> format.writes(Content.CACHE));

    private final RunStore store;

    private static List<String> words(Predicate<Format> condition) {
        return Formats.where(condition).stream()
                .filter(format -> !format.writes().isEmpty())
                .flatMap(format -> format.endings().stream())
                .map(ending -> ending.substring(1))
                .toList();
    }

    public Export(RunStore store) {
        this.store = store;
    }

    /**
     * What is sent, and under which name.
     *
     * @param folder to be deleted afterwards
     */
    public record Parcel(Path folder, Path file, String name) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            Folders.delete(folder);
        }
    }

    public Parcel of(String id, String format) {
        if (!FORMATS.contains(format)) {
            throw TurnedAwayException.notFound("models leave as " + String.join(", ", FORMATS));
        }
        Path model = store.model(id);
        try {
            Path folder = Files.createTempDirectory("sinew-export");
            try {
                Path file = folder.resolve(id + "." + format);
                if (format.equals("glb")) {
                    Files.copy(model, file);
                } else {
                    convert(model, file);
                }
                return WITH_A_MESH.contains(format)
                        ? new Parcel(folder, zipped(folder, id), id + "-" + format + ".zip")
                        : new Parcel(folder, file, file.getFileName().toString());
            } catch (IOException | RuntimeException e) {
                Folders.delete(folder);
                throw e;
            }
        } catch (IOException e) {
            throw new RefusedException("the export could not be written: " + e.getMessage(), e);
        }
    }

    private static void convert(Path model, Path file) {
        try (Desk desk = Desk.quiet()) {
            Requests.of("convert", Map.of("input", List.of(model.toString()), "output", file.toString()))
                    .run(desk);
        }
    }

    private static Path zipped(Path folder, String id) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.sorted().toList();
        }
        Path zip = folder.resolve(id + ".zip");
        try (OutputStream out = Files.newOutputStream(zip);
                ZipOutputStream packed = new ZipOutputStream(out)) {
            for (Path file : files) {
                packed.putNextEntry(new ZipEntry(file.getFileName().toString()));
                Files.copy(file, packed);
                packed.closeEntry();
            }
        }
        return zip;
    }
}
