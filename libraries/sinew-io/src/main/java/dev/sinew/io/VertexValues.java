package dev.sinew.io;

import dev.sinew.io.numpy.NumpyFile.NumpyValues;
import dev.sinew.io.parts.GrowableArrays;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.run.InvalidInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads one number per vertex from a text file, separated by line breaks, blanks, commas or semicolons; {@code #} starts a
 * comment. Also reads a NumPy array, {@code .npy}.
 */
public final class VertexValues {
    private static final int MAX_QUOTE_CHARS = 40;

    private VertexValues() {}

    /** Rejects anything but numbers from {@code least} to {@code most}. */
    public static double[] read(Path file, double least, double most) {
        InputFiles.requireFile(file);
        if (NumpyValues.is(file)) {
            return NumpyValues.read(file, least, most);
        }
        GrowableArrays.Doubles values = new GrowableArrays.Doubles("numbers of " + file);
        // Latin-1 maps every byte to a character, so binary content is rejected with a quote.
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
            throw InputFiles.rejection(file, e);
        }
        return values.toArray();
    }

    private static double value(Path file, int line, String word, double least, double most) {
        double value;
        try {
            value = Double.parseDouble(word);
        } catch (NumberFormatException e) {
            String shown = word.length() > MAX_QUOTE_CHARS ? word.substring(0, MAX_QUOTE_CHARS) + "…" : word;
            throw new InvalidInputException(
                    file + ", line " + line + ": '" + shown.replaceAll("\\p{Cntrl}", "?") + "' is not a number", e);
        }
        if (!(value >= least && value <= most)) {
            throw new InvalidInputException(file + ", line " + line + ": " + word
                    + " is out of range; values must be from " + least + " to " + most);
        }
        return value;
    }
}
