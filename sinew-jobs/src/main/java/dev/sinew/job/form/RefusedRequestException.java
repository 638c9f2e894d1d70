package dev.sinew.job.form;

import dev.sinew.run.RefusedException;
import java.util.function.UnaryOperator;

/** What the files hold does not go with the request. Fields are named as in {@link WrongRequestException}. */
public final class RefusedRequestException extends RefusedException {
    private static final long serialVersionUID = 1L;

    private final String sentence;

    public RefusedRequestException(String sentence) {
        super(Words.said(sentence, UnaryOperator.identity()));
        this.sentence = sentence;
    }

    /** The same with a front end's names for the fields. */
    public String sentence(UnaryOperator<String> naming) {
        return Words.said(sentence, naming);
    }
}
