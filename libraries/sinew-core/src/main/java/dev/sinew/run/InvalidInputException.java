package dev.sinew.run;

import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Invalid input: data that cannot be processed or a path that cannot be written. The message is for the owner of the data: it names the
 * file or object, the position in it, the value found and the bound it violates.
 *
 * <p>If another value of a field solves the problem, the message marks it with {@link #field}. It contains the field's name; front ends
 * substitute their own name with {@link #sentence}.
 */
public class InvalidInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** File names and numbers never contain this character, so text between two of them is a field. */
    private static final String MARK = "\u0001";

    private static final Pattern FIELD = Pattern.compile(MARK + "(\\w+)" + MARK);

    private final String marked;

    public InvalidInputException(String sentence) {
        super(withFieldNames(sentence, UnaryOperator.identity()));
        this.marked = sentence;
    }

    public InvalidInputException(String sentence, Throwable cause) {
        super(withFieldNames(sentence, UnaryOperator.identity()), cause);
        this.marked = sentence;
    }

    /** The same exception with a location in front of the message. */
    public InvalidInputException within(String where) {
        return new InvalidInputException(where + ": " + marked, this);
    }

    /** Marks a field inside a message, such as {@code boneType}. */
    public static String field(String name) {
        return MARK + name + MARK;
    }

    /**
     * The message with a front end's names for the fields.
     *
     * @param naming maps a field to the front end's name: {@code boneType} to {@code --bone-type}
     */
    public String sentence(UnaryOperator<String> naming) {
        return withFieldNames(marked, naming);
    }

    /** Replaces marked fields by a front end's names. */
    public static String withFieldNames(String sentence, UnaryOperator<String> naming) {
        return FIELD.matcher(sentence).replaceAll(field -> Matcher.quoteReplacement(naming.apply(field.group(1))));
    }
}
