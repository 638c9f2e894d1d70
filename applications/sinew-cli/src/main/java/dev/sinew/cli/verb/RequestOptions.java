package dev.sinew.cli.verb;

import dev.sinew.edit.Edit;
import dev.sinew.job.form.Field;
import dev.sinew.job.form.Form;
import dev.sinew.job.form.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The options of a verb, made from the fields of its request: names, labels and help stand there and nowhere else. */
public final class RequestOptions {
    /** Where the groups come in the help: behind the verb's own options, before those of any verb. */
    private static final int FIRST_GROUP = 60;

    private final Form<?> form;
    private final Map<String, ArgSpec> arguments = new LinkedHashMap<>();

    private RequestOptions(Form<?> form) {
        this.form = form;
    }

    /** The same for a verb that finds inputs and names outputs by itself. */
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

    /** @param manyInputs whether several inputs may be named, even where a request has one */
    public static RequestOptions addTo(CommandSpec spec, Form<?> form, boolean manyInputs) {
        RequestOptions options = new RequestOptions(form);
        options.add(spec, form.fields(), manyInputs);
        return options;
    }

    private void add(CommandSpec spec, List<Field> fields, boolean manyInputs) {
        Map<String, ArgGroupSpec.Builder> groups = new LinkedHashMap<>();
        for (Field field : fields) {
            if (field.name().equals("input")) {
                PositionalParamSpec input = positional(field, manyInputs || field.several());
                arguments.put(field.name(), input);
                spec.addPositional(input);
            } else if (!field.name().equals("seed") && field.type() != Edit.class) {
                // Every verb has a seed already, even where nothing depends on it; edits are many options.
                OptionSpec option = option(field, arguments.size());
                arguments.put(field.name(), option);
                if (field.heading().isEmpty()) {
                    spec.addOption(option);
                } else {
                    groups.computeIfAbsent(field.heading(), heading -> group(heading, groups.size()))
                            .addArg(option);
                }
            }
        }
        groups.values().forEach(group -> spec.addArgGroup(group.build()));
    }

    private static ArgGroupSpec.Builder group(String heading, int place) {
        return ArgGroupSpec.builder()
                .validate(false)
                .heading("%n" + heading + ":%n")
                .order(FIRST_GROUP + place);
    }

    private PositionalParamSpec positional(Field field, boolean several) {
        PositionalParamSpec.Builder builder = PositionalParamSpec.builder()
                .paramLabel(field.ask().label())
                .description(help(field))
                .required(field.ask().required());
        return several
                ? builder.arity("1..*")
                        .index("0..*")
                        .type(List.class)
                        .auxiliaryTypes(field.type())
                        .build()
                : builder.arity("1").index("0").type(field.type()).build();
    }

    private OptionSpec option(Field field, int order) {
        OptionSpec.Builder builder = field.name().equals("output")
                ? OptionSpec.builder("-o", "--output")
                : OptionSpec.builder("--" + field.flag());
        builder.description(help(field)).order(order).required(field.ask().required());
        if (field.type() == Boolean.class) {
            return builder.arity("0").type(boolean.class).build();
        }
        builder.paramLabel(field.ask().label()).arity(field.ask().listed() ? "1..*" : "1");
        if (field.ask().words().length > 0) {
            builder.completionCandidates(List.of(field.ask().words()));
        }
        return field.several()
                ? builder.type(List.class).auxiliaryTypes(field.type()).build()
                : builder.type(field.type()).build();
    }

    private String help(Field field) {
        return Words.help(field.ask().help(), this::named);
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

    /** What was given, by the names of the fields. */
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
