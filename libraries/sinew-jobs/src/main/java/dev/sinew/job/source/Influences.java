package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.job.form.InvalidRequestException;
import java.util.Optional;

/** Parses {@code --influences}, which has the same values in every command: a number or {@code dense}. */
public final class Influences {
    private static final String DENSE = "dense";

    private Influences() {}

    /**
     * The number; empty for all bones.
     *
     * @param text as given; {@code all} is the earlier word for {@code dense}
     */
    public static Optional<Integer> parse(String text, int most) {
        if (text.equalsIgnoreCase(DENSE) || text.equalsIgnoreCase("all")) {
            return Optional.empty();
        }
        int count = text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
        if (count < 1 || count > most) {
            throw new InvalidRequestException(
                    field("influences") + " " + text + " must be from 1 to " + most + ", or " + DENSE);
        }
        return Optional.of(count);
    }
}
