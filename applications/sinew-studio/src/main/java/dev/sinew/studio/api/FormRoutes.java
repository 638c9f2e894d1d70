package dev.sinew.studio.api;

import dev.sinew.job.Requests;
import dev.sinew.job.form.Field;
import dev.sinew.job.form.Words;
import dev.sinew.studio.runs.RunRequest;
import io.javalin.config.RoutesConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The forms of the verbs, made from the request records: names, help and bounds stand there and nowhere else. */
final class FormRoutes {
    private FormRoutes() {}

    static void add(RoutesConfig routes) {
        routes.get("/api/forms", context -> Answers.json(context, tree()));
    }

    static Map<String, Object> tree() {
        Map<String, Object> forms = new LinkedHashMap<>();
        for (String verb : RunRequest.VERBS) {
            List<Object> fields = new ArrayList<>();
            for (Field field : Requests.form(verb).fields()) {
                if (!RunRequest.OWN_FIELDS.contains(field.name())) {
                    fields.add(tree(field));
                }
            }
            forms.put(verb, fields);
        }
        return forms;
    }

    private static Map<String, Object> tree(Field field) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", field.name());
        tree.put("type", field.type().getSimpleName().toLowerCase(java.util.Locale.ROOT));
        tree.put("several", field.several());
        tree.put("heading", field.heading());
        tree.put("label", field.ask().label());
        tree.put("help", Words.help(field.ask().help(), FormRoutes::spoken));
        tree.put("usual", field.ask().usual());
        tree.put("required", field.ask().required());
        tree.put("least", bound(field.ask().least()));
        tree.put("most", bound(field.ask().most()));
        tree.put("words", List.of(field.ask().words()));
        return tree;
    }

    /** {@code boneType} → “bone type” */
    private static String spoken(String name) {
        return "“" + Words.kebab(name).replace('-', ' ') + "”";
    }

    private static Double bound(double value) {
        return Double.isInfinite(value) ? null : value;
    }
}
