package dev.sinew.job.form;

import java.util.function.UnaryOperator;

/**
 * A request that is invalid whatever its files contain. The message names field, value and bound; fields in
 * it are marked by {@link Words#field}, so that a front end can say its own names.
 */
public final class InvalidRequestException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String sentence;

    public InvalidRequestException(String sentence) {
        super(Words.said(sentence, UnaryOperator.identity()));
        this.sentence = sentence;
    }

    /** The same with a front end's names for the fields. */
    public String sentence(UnaryOperator<String> naming) {
        return Words.said(sentence, naming);
    }
}
