package dev.sinew.io;

import dev.sinew.io.numpy.NumpyFile.NumpyValues;
import dev.sinew.io.parts.Growing;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.run.RefusedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One number per vertex from a text file: separated by lines, blanks, commas or semicolons; {@code #} starts a comment. Or from an
 * array of NumPy, {@code .npy}.
 */
public final class VertexValues {
    private static final int LONGEST_QUOTE = 40;

    private VertexValues() {}

    /** Refuses what is no number from {@code least} to {@code most}. */
    public static double[] read(Path file, double least, double most) {
        InputFiles.requireFile(file);
        if (NumpyValues.is(file)) {
            return NumpyValues.read(file, least, most);
        }
        Growing.Doubles values = new Growing.Doubles("numbers of " + file);
        // Latin-1: every byte is a letter, so that what is no text is refused for its words.
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                for (String word : line.split("#", 2)[0].split("[\\s,;]+")) {
                    if (!word.isEmpty()) {
                        values.add(value(file, number, word, least, most));
                    }
                }
            }
        } catch (IOException e) {
            throw InputFiles.refusal(file, e);
        }
        return values.toArray();
    }

    private static double value(Path file, int line, String word, double least, double most) {
        double value;
        try {
            value = Double.parseDouble(word);
        } catch (NumberFormatException e) {
            String shown = word.length() > LONGEST_QUOTE ? word.substring(0, LONGEST_QUOTE) + "…" : word;
            throw new RefusedException(
                    file + ", line " + line + ": '" + shown.replaceAll("\\p{Cntrl}", "?") + "' is not a number", e);
        }
        if (!(value >= least && value <= most)) {
            throw new RefusedException(
                    file + ", line " + line + ": " + word + " must be from " + least + " to " + most);
        }
        return value;
    }
}
