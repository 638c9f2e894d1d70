package dev.sinew.studio.api;

import dev.sinew.io.format.Format;
import dev.sinew.io.format.Format.Content;
import dev.sinew.io.format.Formats;
import dev.sinew.job.Requests;
import dev.sinew.job.run.JobContext;
import dev.sinew.run.InvalidInputException;
import dev.sinew.studio.folder.StoredScene;
import dev.sinew.studio.folder.StudioFolder;
import dev.sinew.studio.guard.RejectedRequestException;
import dev.sinew.studio.runs.RunStore;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
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

/** Downloads of a run: its model in other formats, and its report. */
final class ExportRoutes {
    private final RunStore store;
    private final Export export;

    ExportRoutes(RunStore store) {
        this.store = store;
        this.export = new Export(store);
    }

    void add(RoutesConfig routes) {
        routes.get("/api/runs/{id}/export/{format}", this::export);
        routes.get("/api/runs/{id}/report", this::report);
    }

    private void export(Context context) throws IOException {
        try (Export.Download parcel = export.of(context.pathParam("id"), context.pathParam("format"))) {
            Responses.asDownload(context, parcel.name());
            context.contentType("application/octet-stream").result(Files.readAllBytes(parcel.file()));
        }
    }

    private void report(Context context) {
        String id = store.requireDone(context.pathParam("id")).id();
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        new StoredScene(store.resultFolder(id).resolve("scene")).writeReport(id, page);
        Responses.asDownload(context, id + ".html");
        context.contentType("text/html; charset=utf-8").result(page.toByteArray());
    }

    /** Converts a run's model to the formats of {@code sinew convert}. Formats that need two files are sent as a zip. */
    private static final class Export {
        /** Format names as used in URLs. */
        public static final List<String> FORMATS = formatNames(format -> !format.writes(Content.MESH));

        private static final List<String> FORMATS_WITH_MESH = formatNames(format -> format.writes(Content.CACHE));

        private final RunStore store;

        private static List<String> formatNames(Predicate<Format> condition) {
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
         * A file to send.
         *
         * @param folder temporary folder, deleted on close
         * @param name file name of the download
         */
        public record Download(Path folder, Path file, String name) implements AutoCloseable {
            @Override
            public void close() throws IOException {
                StudioFolder.delete(folder);
            }
        }

        public Download of(String id, String format) {
            if (!FORMATS.contains(format)) {
                throw RejectedRequestException.notFound("unsupported format; use one of " + String.join(", ", FORMATS));
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
                    return FORMATS_WITH_MESH.contains(format)
                            ? new Download(folder, zip(folder, id), id + "-" + format + ".zip")
                            : new Download(folder, file, file.getFileName().toString());
                } catch (IOException | RuntimeException e) {
                    StudioFolder.delete(folder);
                    throw e;
                }
            } catch (IOException e) {
                throw new InvalidInputException("the export could not be written: " + e.getMessage(), e);
            }
        }

        private static void convert(Path model, Path file) {
            try (JobContext context = JobContext.quiet()) {
                Requests.of("convert", Map.of("input", List.of(model.toString()), "output", file.toString()))
                        .run(context);
            }
        }

        private static Path zip(Path folder, String id) throws IOException {
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
}
