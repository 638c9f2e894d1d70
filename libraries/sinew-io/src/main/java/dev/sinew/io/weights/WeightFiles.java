package dev.sinew.io.weights;

import dev.sinew.io.parts.InputFiles;
import dev.sinew.model.SkinWeights;
import dev.sinew.run.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads the weights of a mesh from a {@code .dmat} or {@code .csv}: one row per vertex, one column per bone. */
public final class WeightFiles {
    /** Weights below zero by less than this are what solvers leave of zero. */
    private static final double SPECK = 1e-6;

    private WeightFiles() {}

    /**
     * Weights and what is worth knowing about them.
     *
     * @param boneNames one a column
     */
    public record ReadWeights(SkinWeights weights, List<String> boneNames, List<String> notes) {
        public ReadWeights {
            boneNames = List.copyOf(boneNames);
            notes = List.copyOf(notes);
        }
    }

    /** @param vertices of the mesh they belong to */
    public static ReadWeights read(Path file, int vertices) {
        InputFiles.requireFile(file);
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        try {
            if (name.endsWith(".dmat")) {
                return checked(file, Dmat.parse(file, Files.readAllBytes(file)), vertices);
            }
            if (name.endsWith(".csv")) {
                return checked(file, Csv.parse(file), vertices);
            }
        } catch (IOException e) {
            throw InputFiles.refusal(file, e);
        }
        throw new RefusedException(file + " holds no weights that are read here: it is neither .dmat nor .csv");
    }

    /**
     * A table of numbers.
     *
     * @param values row by row
     */
    record Table(int rows, int columns, double[] values, List<String> names) {}

    private static ReadWeights checked(Path file, Table table, int vertices) {
        if (table.rows != vertices) {
            throw new RefusedException(file + " has weights for " + table.rows + " vertices, the mesh has " + vertices
                    + ": there must be one row per vertex");
        }
        if (table.columns < 1) {
            throw new RefusedException(file + " has no column, at least 1 bone is needed");
        }
        int off = 0;
        double worst = 0;
        for (int i = 0; i < vertices; i++) {
            double miss = Math.abs(normalise(file, table, i));
            off += miss > 1e-4 ? 1 : 0;
            worst = Math.max(worst, miss);
        }
        List<String> notes = off == 0
                ? List.of()
                : List.of(String.format(
                        Locale.ROOT,
                        "the weights of %d vertices in %s did not sum to 1 (off by up to %.3g) and were scaled to",
                        off,
                        file,
                        worst));
        return new ReadWeights(sparse(table), names(table), notes);
    }

    /** Cuts specks below zero, scales row i to sum to one; returns how far it was off. */
    private static double normalise(Path file, Table table, int i) {
        double sum = 0;
        for (int at = i * table.columns; at < (i + 1) * table.columns; at++) {
            double w = table.values[at];
            if (!(w >= -SPECK) || Double.isInfinite(w)) {
                throw new RefusedException(file + ", vertex " + i + ", bone " + at % table.columns + ": the weight " + w
                        + " must be a number ≥ 0");
            }
            table.values[at] = Math.max(0, w);
            sum += table.values[at];
        }
        if (!(Math.abs(sum - 1) <= SkinWeights.SUM_TOLERANCE)) {
            throw new RefusedException(file + ", vertex " + i + ": the weights sum to " + sum
                    + ", they must sum to 1 within " + SkinWeights.SUM_TOLERANCE);
        }
        for (int at = i * table.columns; at < (i + 1) * table.columns; at++) {
            table.values[at] /= sum;
        }
        return sum - 1;
    }

    private static SkinWeights sparse(Table table) {
        int places = 1;
        for (int i = 0; i < table.rows; i++) {
            int used = 0;
            for (int j = 0; j < table.columns; j++) {
                used += table.values[i * table.columns + j] > 0 ? 1 : 0;
            }
            places = Math.max(places, used);
        }
        int[] bones = new int[table.rows * places];
        double[] weights = new double[bones.length];
        for (int i = 0; i < table.rows; i++) {
            int at = i * places;
            for (int j = 0; j < table.columns; j++) {
                if (table.values[i * table.columns + j] > 0) {
                    bones[at] = j;
                    weights[at++] = table.values[i * table.columns + j];
                }
            }
        }
        return SkinWeights.of(places, bones, weights);
    }

    private static List<String> names(Table table) {
        if (!table.names.isEmpty()) {
            return table.names;
        }
        int digits = Math.max(2, String.valueOf(table.columns - 1).length());
        List<String> names = new ArrayList<>();
        for (int j = 0; j < table.columns; j++) {
            names.add(String.format(Locale.ROOT, "bone_%0" + digits + "d", j));
        }
        return names;
    }
}
