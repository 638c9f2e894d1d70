package dev.sinew.job.form;

import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sentences that name fields: the request calls one {@code boneType}, the command line {@code --bone-type}. */
public final class Words {
    /** No file name and no number holds this character, so what stands between two of it is a field. */
    private static final String MARK = "\u0001";

    private static final Pattern IN_SENTENCE = Pattern.compile(MARK + "(\\w+)" + MARK);
    private static final Pattern IN_HELP = Pattern.compile("\\{(\\w+)}");

    private Words() {}

    /** A field inside the sentence of an exception. */
    public static String field(String name) {
        return MARK + name + MARK;
    }

    /** A sentence of an exception as a front end says it. */
    public static String said(String sentence, UnaryOperator<String> naming) {
        return IN_SENTENCE.matcher(sentence).replaceAll(field -> quoted(naming.apply(field.group(1))));
    }

    /** The help of a field as a front end says it. */
    public static String help(String help, UnaryOperator<String> naming) {
        return IN_HELP.matcher(help).replaceAll(field -> quoted(naming.apply(field.group(1))));
    }

    private static String quoted(String text) {
        return Matcher.quoteReplacement(text);
    }

    /** {@code boneType} → {@code bone-type} */
    public static String kebab(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
