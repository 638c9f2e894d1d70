package dev.sinew.studio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.job.Requests;
import dev.sinew.job.form.Field;
import dev.sinew.studio.runs.RunRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The forms contain every option of the command line, with its help and bounds. */
class FormsTest {
    @Test
    @SuppressWarnings("unchecked")
    void formsContainEveryOption(@TempDir Path folder) throws Exception {
        try (Visit visit = new Visit(folder)) {
            Map<String, Object> forms = visit.get("/api/forms");
            assertThat(forms.keySet()).containsExactlyElementsOf(RunRequest.VERBS);
            for (String verb : RunRequest.VERBS) {
                List<Map<String, Object>> fields = (List<Map<String, Object>>) forms.get(verb);
                List<String> wanted = Requests.form(verb).fields().stream()
                        .map(Field::name)
                        .filter(name -> !RunRequest.OUTPUT_FIELDS.contains(name))
                        .toList();
                assertThat(fields.stream().map(field -> field.get("name")))
                        .as(verb)
                        .containsExactlyElementsOf(wanted);
                assertThat(fields)
                        .as(verb)
                        .allSatisfy(field -> assertThat(String.valueOf(field.get("help")))
                                .isNotBlank()
                                .doesNotContainPattern("\\{\\w"));
            }
        }
    }
}
