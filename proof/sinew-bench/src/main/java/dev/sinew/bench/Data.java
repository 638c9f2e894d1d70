package dev.sinew.bench;

import java.nio.file.Files;
import java.nio.file.Path;

/** The research sequences: not part of the project, so they may be elsewhere or absent. */
public record Data(Path folder) {
    /** {@code --data}, else {@code ../shared/data} beside the project. */
    public static Data of(Flags flags, Path root) {
        Path folder = Path.of(
                flags.text("data", root.resolve("../shared/data").normalize().toString()));
        if (!Files.isDirectory(folder.resolve("sequences"))) {
            throw new IllegalArgumentException(
                    folder + " holds no 'sequences'; name the folder of the research data with --data");
        }
        return new Data(folder);
    }

    public Path sequence(String name) {
        return folder.resolve("sequences").resolve(name + ".obj");
    }
}
