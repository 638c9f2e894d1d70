package dev.sinew.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.edit.Edit;
import dev.sinew.job.form.Field;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.text.Json;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests as forms and as JSON. */
class RequestsTest {
    static Stream<String> commands() {
        return Requests.commands().stream();
    }

    /** Every field filled with something it may be. */
    private static Map<String, Object> filled(String command) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Field field : Requests.form(command).fields()) {
            values.put(field.name(), value(field));
        }
        return values;
    }

    private static Object value(Field field) {
        if (field.type() == Edit.class) {
            return List.of(Map.of("edit", "mirrorNames"), Map.of("edit", "rename", "bone", "a", "name", "b"));
        }
        if (field.several()) {
            return List.of("a", "b");
        }
        if (field.type() == Boolean.class) {
            return true;
        }
        if (Number.class.isAssignableFrom(field.type())) {
            return Double.isInfinite(field.info().least()) ? 3 : field.info().least() + 1;
        }
        return field.info().words().length > 0 ? field.info().words()[0] : "some.glb";
    }

    @ParameterizedTest
    @MethodSource("commands")
    void readsWhatItWrites(String command) {
        Map<String, Object> values = filled(command);
        values.replaceAll((name, value) -> value instanceof Double number && number == Math.rint(number)
                ? (Object) (int) Math.rint(number)
                : value);
        Job<?> job = Requests.of(command, values);
        assertThat(Requests.read(Json.text(Requests.tree(job)))).isEqualTo(job);
        assertThat(job.command()).isEqualTo(command);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyFieldHasHelpAndAUniqueName(String command) {
        List<Field> fields = Requests.form(command).fields();
        assertThat(fields).extracting(Field::name).doesNotHaveDuplicates();
        assertThat(fields).extracting(Field::flag).doesNotHaveDuplicates();
        assertThat(fields).allSatisfy(field -> assertThat(field.info().help()).endsWith("."));
    }

    @Test
    void messagesUseTheNamesOfTheFrontEnd() {
        assertThatThrownBy(() -> Requests.of("fit", Map.of("input", "a.obj", "output", "b.glb", "bones", 0)))
                .isInstanceOfSatisfying(InvalidRequestException.class, wrong -> {
                    assertThat(wrong).hasMessage("bones 0 must be from 1 to 1024");
                    assertThat(wrong.sentence(name -> "«" + name + "»")).startsWith("«bones» 0 must");
                });
    }

    @Test
    void whatARequestCannotMeanIsRejected() {
        assertThatThrownBy(() -> Requests.read("{\"command\": \"fit\", \"input\": [\"a.obj\"], \"output\": \"b.glb\","
                        + " \"options\": {\"bonez\": 3}}"))
                .hasMessageStartingWith("unknown field bonez; fields are: input, output, bones");
        assertThatThrownBy(() -> Requests.of("fit", Map.of("output", "b.glb"))).hasMessage("input is missing");
        assertThatThrownBy(() -> Requests.of("fit", Map.of("input", "a", "output", "b.glb", "bones", "many")))
                .hasMessage("bones many must be a whole number");
        assertThatThrownBy(() -> Requests.of("juggle", Map.of())).hasMessageStartingWith("unknown command 'juggle'");
    }

    @Test
    void oneFieldIsChangedAndTheOthersStay() {
        Job<?> job = Requests.of("reduce", Map.of("input", "a.glb", "output", "b.glb", "influences", 4));
        ReduceRequest other = (ReduceRequest) job.with("influences", 2);
        assertThat(other.influences()).isEqualTo(2);
        assertThat(other.input()).isEqualTo(Path.of("a.glb"));
    }
}
