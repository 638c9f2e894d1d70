package dev.sinew.cli.verb;

import dev.sinew.job.ConvertRequest.ConvertMade;
import dev.sinew.job.Made;
import dev.sinew.job.batch.Asset;
import dev.sinew.job.batch.Batch;
import dev.sinew.job.form.CommandWords;
import dev.sinew.show.made.Look;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A page and a picture of each piece. */
record BatchPictures(Function<Asset, List<String>> command) implements Batch.Presenter {
    @Override
    public Map<String, String> show(Asset asset, Made made, Path folder) {
        if (made instanceof ConvertMade) {
            return Map.of();
        }
        String report = "reports/" + asset.name() + ".html";
        String picture = "pictures/" + asset.name() + ".png";
        Look look = Look.of(made);
        look.writePage(CommandWords.line(command.apply(asset)), beside(folder, report));
        look.writePicture(beside(folder, picture));
        return Files.exists(folder.resolve(picture))
                ? Map.of("report", report, "thumbnail", picture)
                : Map.of("report", report);
    }

    private static Path beside(Path folder, String name) {
        Path file = folder.resolve(name);
        try {
            Files.createDirectories(file.getParent());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file;
    }
}
