package dev.sinew.job.source;

import dev.sinew.edit.Edit;
import dev.sinew.io.file.JsonValue.BrokenJson;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.job.form.EditTree;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** A list of edits as JSON. */
public final class EditFile {
    /** Nobody writes longer lists. */
    private static final long MOST_BYTES = 16 << 20;

    private EditFile() {}

    public static List<Edit> read(Path file) {
        InputFiles.requireFile(file);
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new InvalidInputException(
                        file + " has " + Files.size(file) + " bytes, a list of edits at most " + MOST_BYTES);
            }
            return edits(file, JsonMapper.shared().readValue(Files.readAllBytes(file), Object.class));
        } catch (IOException e) {
            throw InputFiles.rejection(file, e);
        } catch (JacksonException broken) {
            throw new InvalidInputException(file + " is no JSON: " + BrokenJson.why(broken), broken);
        }
    }

    private static List<Edit> edits(Path file, Object tree) {
        if (!(tree instanceof List<?> list)) {
            throw new InvalidInputException(
                    file + " must hold a list of edits: [{\"edit\": \"remove\", \"bone\": \"tail_3\"}]");
        }
        List<Edit> edits = new ArrayList<>();
        for (Object each : list) {
            try {
                edits.add(EditTree.read(each));
            } catch (InvalidRequestException wrong) {
                throw new InvalidInputException(
                        file + ", edit " + (edits.size() + 1) + ": " + wrong.getMessage(), wrong);
            }
        }
        return edits;
    }
}
