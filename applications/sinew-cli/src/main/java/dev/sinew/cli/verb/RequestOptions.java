package dev.sinew.cli.verb;

import dev.sinew.edit.Edit;
import dev.sinew.job.form.Field;
import dev.sinew.job.form.Form;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The options of a verb, made from the fields of its request, which define their names, labels and help. */
public final class RequestOptions {
    private final Form<?> form;
    private final Map<String, ArgSpec> arguments = new LinkedHashMap<>();

    private RequestOptions(Form<?> form) {
        this.form = form;
    }

    /** The options without input and output, for a verb that finds and names the files. */
    public static RequestOptions addWithoutFiles(CommandSpec spec, Form<?> form) {
        RequestOptions options = new RequestOptions(form);
        options.add(
                spec,
                form.fields().stream()
                        .filter(field -> !List.of("input", "output").contains(field.name()))
                        .toList(),
                false);
        return options;
    }

    /** @param manyInputs whether the command line accepts several inputs, even if the request has one */
    public static RequestOptions addTo(CommandSpec spec, Form<?> form, boolean manyInputs) {
        RequestOptions options = new RequestOptions(form);
        options.add(spec, form.fields(), manyInputs);
        return options;
    }

    private void add(CommandSpec spec, List<Field> fields, boolean manyInputs) {
        for (Field field : fields) {
            if (field.name().equals("input")) {
                PositionalParamSpec input = positional(field, manyInputs || field.several());
                arguments.put(field.name(), input);
                spec.addPositional(input);
            } else if (!field.name().equals("seed") && field.type() != Edit.class) {
                // Every verb has --seed; edits have one option each.
                OptionSpec option = option(field, arguments.size());
                arguments.put(field.name(), option);
                spec.addOption(option);
            }
        }
    }

    private PositionalParamSpec positional(Field field, boolean several) {
        PositionalParamSpec.Builder builder = PositionalParamSpec.builder()
                .paramLabel(field.info().label())
                .description(description(field))
                .required(field.info().required());
        return several
                ? builder.arity("1..*")
                        .index("0..*")
                        .type(List.class)
                        .auxiliaryTypes(field.type())
                        .build()
                : builder.arity("1").index("0").type(field.type()).build();
    }

    private OptionSpec option(Field field, int order) {
        boolean output = field.name().equals("output");
        OptionSpec.Builder builder =
                output ? OptionSpec.builder("-o", "--output") : OptionSpec.builder("--" + field.flag());
        builder.description(description(field))
                .descriptionKey(output ? OptionGroup.OUTPUT : field.heading())
                .order(output ? -1 : order)
                .required(field.info().required());
        if (field.type() == Boolean.class) {
            return builder.arity("0").type(boolean.class).build();
        }
        builder.paramLabel(field.info().label()).arity(field.info().listed() ? "1..*" : "1");
        if (field.info().words().length > 0) {
            builder.completionCandidates(List.of(field.info().words()));
        }
        return field.several()
                ? builder.type(List.class).auxiliaryTypes(field.type()).build()
                : builder.type(field.type()).build();
    }

    /** A sentence for {@code --help}, and what else {@code --help-all} says. */
    private String[] description(Field field) {
        // Picocli takes these for format strings when it writes man pages.
        String details = field.details(this::named).replace("%", "%%");
        String summary = field.summary(this::named).replace("%", "%%");
        return details.isEmpty() ? new String[] {summary} : new String[] {summary, details};
    }

    /** {@code boneType} → {@code --bone-type} */
    public String named(String name) {
        if (name.equals("output")) {
            return "-o";
        }
        return "--"
                + form.fields().stream()
                        .filter(field -> field.name().equals(name))
                        .findFirst()
                        .map(Field::flag)
                        .orElseGet(() -> Words.kebab(name));
    }

    /** The given values, by the names of the fields. */
    public Map<String, Object> values() {
        Map<String, Object> values = new LinkedHashMap<>();
        arguments.forEach((name, argument) -> {
            Object value = argument.getValue();
            if (value != null) {
                values.put(name, value);
            }
        });
        return values;
    }

    public boolean has(String name) {
        return form.fields().stream().anyMatch(field -> field.name().equals(name));
    }
}
