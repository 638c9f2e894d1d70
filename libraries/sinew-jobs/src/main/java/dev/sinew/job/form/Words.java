package dev.sinew.job.form;

import dev.sinew.io.format.Format;
import dev.sinew.io.format.Format.Content;
import dev.sinew.io.format.Formats;
import dev.sinew.run.InvalidInputException;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sentences that name fields: the request calls one {@code boneType}, the command line {@code --bone-type}. */
public final class Words {
    private static final Pattern IN_HELP = Pattern.compile("\\{(\\w+)}");
    private static final Pattern ENDINGS = Pattern.compile("\\{\\.(\\w+)}");

    /** Groups of formats in help texts, such as {@code {.meshes}}, which are replaced by their endings. */
    private static final Map<String, Predicate<Format>> GROUPS = Map.of(
            "meshes", Format::isMesh,
            "caches", Format::isCache,
            "sequences", format -> format.reads(Content.SEQUENCE) && !format.reads(Content.MODEL),
            "models", format -> format.reads(Content.MODEL),
            "objects", format -> format.reads(Content.SEQUENCE) && !format.reads(Content.MESH),
            "writtenModels", format -> format.writes(Content.MODEL),
            "writtenCaches", format -> format.writes(Content.CACHE),
            "writtenMeshes", format -> format.writes(Content.MESH),
            "writtenSequences", format -> format.writes(Content.SEQUENCE) && !format.writes(Content.MODEL));

    /** Java prints 0.0001 as 1.0E-4. */
    private static final Pattern DECIMAL_POWER = Pattern.compile("(\\d)\\.0E");

    private Words() {}

    /** A field inside the sentence of an exception. */
    public static String field(String name) {
        return InvalidInputException.field(name);
    }

    /** A sentence of an exception as a front end says it. */
    public static String said(String sentence, UnaryOperator<String> naming) {
        return InvalidInputException.withFieldNames(sentence, naming);
    }

    /** The help of a field as a front end says it. */
    public static String help(String help, UnaryOperator<String> naming) {
        String numbers = DECIMAL_POWER.matcher(help).replaceAll("$1e");
        String listed = ENDINGS.matcher(numbers).replaceAll(group -> quoted(endings(group.group(1))));
        return IN_HELP.matcher(listed).replaceAll(field -> quoted(naming.apply(field.group(1))));
    }

    private static String endings(String group) {
        return Formats.list(Formats.endings(GROUPS.get(group)), "or");
    }

    private static String quoted(String text) {
        return Matcher.quoteReplacement(text);
    }

    /** {@code boneType} → {@code bone-type} */
    public static String kebab(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
