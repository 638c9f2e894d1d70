package dev.sinew.job.batch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A batch as a template of the Open Job Description (2023-09) for render farms: one task per asset. */
public final class OpenJob {
    private OpenJob() {}

    /**
     * @param count pieces
     * @param command the words of the line that does all of them; {@code --only N} is added for one
     */
    public static Map<String, Object> template(String name, int count, List<String> command) {
        List<String> arguments = new ArrayList<>(command.subList(1, command.size()));
        arguments.addAll(List.of("--only", "{{Task.Param.Piece}}"));
        Map<String, Object> run = new LinkedHashMap<>();
        run.put("command", command.get(0));
        run.put("args", arguments);
        Map<String, Object> piece = new LinkedHashMap<>();
        piece.put("name", "Piece");
        piece.put("type", "INT");
        piece.put("range", count == 1 ? "1" : "1-" + count);
        Map<String, Object> step = new LinkedHashMap<>();
        step.put("name", "Pieces");
        step.put("parameterSpace", Map.of("taskParameterDefinitions", List.of(piece)));
        step.put("script", Map.of("actions", Map.of("onRun", run)));
        Map<String, Object> template = new LinkedHashMap<>();
        template.put("specificationVersion", "jobtemplate-2023-09");
        template.put("name", name);
        template.put("steps", List.of(step));
        return template;
    }
}
