package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.io.VertexValues;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.OptionInfo;
import dev.sinew.mesh.Importance;
import dev.sinew.mesh.Mesh;
import dev.sinew.run.InvalidInputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The importance of vertices. */
public record ImportanceChoice(
        @OptionInfo(
                label = "FILE|colours",
                group = OptionGroup.QUALITY,
                help = "How much each vertex counts: a file of numbers, or the vertex colours.",
                details =
                        "A text file or .npy with one number of at least 0 per vertex, which multiplies its squared error; or the brightness of the colours. Reported errors are unweighted.")
        String importance) {
    /** Stands for the mesh's own vertex colours. */
    private static final String COLOURS = "colours";

    private static final double MOST = 1e12;

    /** The file that is read, if any. */
    public List<Path> reads() {
        return importance == null || importance.equals(COLOURS) ? List.of() : List.of(Path.of(importance));
    }

    /** @param file of the mesh, as the user called it */
    public Optional<Importance> read(Mesh mesh, String file) {
        if (importance == null) {
            return Optional.empty();
        }
        double[] values =
                importance.equals(COLOURS) ? brightness(mesh, file) : VertexValues.read(Path.of(importance), 0, MOST);
        if (values.length != mesh.vertexCount()) {
            throw new InvalidInputException(importance + " has " + values.length + " numbers for the "
                    + mesh.vertexCount() + " vertices of " + file);
        }
        try {
            return Optional.of(Importance.of(values));
        } catch (InvalidInputException rejected) {
            throw rejected.within(importance);
        }
    }

    private static double[] brightness(Mesh mesh, String file) {
        float[] rgb = mesh.surface()
                .colours()
                .orElseThrow(() -> new InvalidInputException(
                        field("importance") + " colours: " + file + " has no vertex colours"));
        double[] values = new double[mesh.vertexCount()];
        for (int i = 0; i < values.length; i++) {
            values[i] = Math.max(0, ((double) rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2]) / 3);
        }
        return values;
    }
}
