package dev.sinew.run;

import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What was asked cannot be done: data that cannot be worked on, a place that cannot be written. The message is one sentence for the person who owns the data: it names the file or
 * object, the place in it, the value found and the bound it breaks.
 *
 * <p>Where the way out is another value of a field, the sentence marks it by {@link #field}: the message has the field's name, and a front end says what it calls the field by
 * {@link #sentence}.
 */
public class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** No file name and no number holds this character, so what stands between two of it is a field. */
    private static final String MARK = "\u0001";

    private static final Pattern FIELD = Pattern.compile(MARK + "(\\w+)" + MARK);

    private final String marked;

    public RefusedException(String sentence) {
        super(said(sentence, UnaryOperator.identity()));
        this.marked = sentence;
    }

    public RefusedException(String sentence, Throwable cause) {
        super(said(sentence, UnaryOperator.identity()), cause);
        this.marked = sentence;
    }

    /** The same refusal, told with where it happened in front. */
    public RefusedException within(String where) {
        return new RefusedException(where + ": " + marked, this);
    }

    /** A field inside a sentence, such as {@code boneType}. */
    public static String field(String name) {
        return MARK + name + MARK;
    }

    /**
     * The message with a front end's names for the fields.
     *
     * @param naming what the front end calls a field: {@code boneType} may be {@code --bone-type} there
     */
    public String sentence(UnaryOperator<String> naming) {
        return said(marked, naming);
    }

    /** A sentence with marked fields as a front end says it. */
    public static String said(String sentence, UnaryOperator<String> naming) {
        return FIELD.matcher(sentence).replaceAll(field -> Matcher.quoteReplacement(naming.apply(field.group(1))));
    }
}
