package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ErrorRows;
import dev.sinew.cli.console.ResultSummary;
import dev.sinew.edit.Edit;
import dev.sinew.job.EditJobResult;
import dev.sinew.job.form.EditTree;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.Words;
import dev.sinew.job.source.EditFile;
import dev.sinew.job.text.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** {@code sinew edit}: edits a skeleton. */
@Command(
        name = "edit",
        header = "Edit a skeleton: remove, merge, mirror, rename bones.",
        customSynopsis = "sinew edit MODEL EDITS… [--examples SEQ] -o OUT.glb",
        footer = {
            "Remove a bone and rename another one:",
            "  sinew edit hero.glb --remove toes_right --rename head=skull -o mine.glb",
            "Name the left side, then mirror the names:",
            "  sinew edit cat.glb --rename limb_left=leg_left --mirror-names -o named.glb",
            "Remove a bone, then solve weights and rotations again:",
            "  sinew edit cat.glb --remove tail_3 --examples cat.obj -o shorter.glb"
        })
public final class EditVerb extends ModelVerb<EditJobResult> {
    private EditOptions edits;

    public EditVerb(Environment environment) {
        super(environment);
    }

    @Override
    List<String> mainOptions() {
        return List.of("-o", "--remove", "--merge", "--parent", "--rename", "--mirror-names", "--examples");
    }

    @Override
    public void complete(CommandSpec spec) {
        super.complete(spec);
        edits = EditOptions.addTo(spec);
    }

    @Override
    String named(String field) {
        return EditTree.names().contains(field) ? "--" + Words.kebab(field) : super.named(field);
    }

    @Override
    Map<String, Object> values() {
        Map<String, Object> values = super.values();
        values.put("edits", edits.edits());
        return values;
    }

    private static String against(EditJobResult made) {
        return made.poses()
                .map(poses -> "compared with " + poses.file()
                        + poses.before()
                                .map(before -> " (the input itself: " + Text.number(before.rmsePercent()) + " %)")
                                .orElse("")
                        + ":")
                .orElse("compared with the input:");
    }

    @Override
    ResultSummary summary(EditJobResult made, Map<String, Double> seconds) {
        ResultSummary summary = new ResultSummary()
                .headline(made.source().file() + ": "
                        + Text.vertices(made.source().model().vertexCount()) + ", "
                        + EditJobResult.bones(made.source().model()))
                .blank();
        for (EditJobResult.Step step : made.steps()) {
            summary.row(
                    "edit",
                    EditTree.words(step.edit()) + ": " + EditJobResult.bones(step.model()) + ", RMSE "
                            + Text.number(step.error().rmsePercent()) + " %");
        }
        if (made.poses().isPresent() || made.source().clip().isPresent()) {
            summary.row("", against(made));
            ErrorRows.add(summary, made.error(), made.model());
        }
        summary.row("file", made.request().output() + ", " + Text.bytes(made.written()))
                .row("seconds", times(seconds));
        return withNotes(summary, made);
    }

    /** The options of {@code edit}: each adds to a list of edits, in the order of the command line. */
    private static final class EditOptions {
        /** Parsed only when the verb runs, so that mistakes are reported like all others. */
        private final List<Supplier<List<Edit>>> asked = new ArrayList<>();

        private EditOptions() {}

        public static EditOptions addTo(CommandSpec spec) {
            EditOptions options = new EditOptions();
            helps().forEach((name, help) -> spec.addOption(options.option(name, help[0], help[1])));
            spec.addOption(options.fileOption());
            return options;
        }

        /** Label and help of every edit. */
        private static Map<String, String[]> helps() {
            Map<String, String[]> helps = new LinkedHashMap<>();
            helps.put("remove", new String[] {"BONE", "Remove a bone; its parent gets its weights."});
            helps.put("merge", new String[] {"A,B", "Merge bone B into A, which keeps its name and motion."});
            helps.put(
                    "split", new String[] {"BONE", "Split a bone halfway along its length; the new half is BONE_tip."});
            helps.put("moveJoint", new String[] {"BONE=x,y,z", "Move the joint of a bone in the rest pose."});
            helps.put("parent", new String[] {"BONE=PARENT", "Set the parent of a bone; its joint is kept."});
            helps.put("root", new String[] {"BONE", "Make this bone the root; all joints are kept."});
            helps.put("rename", new String[] {"A=B", "Rename bone A to B."});
            helps.put(
                    "mirrorNames",
                    new String[] {"", "Name each bone after its mirrored bone, with left and right swapped."});
            helps.put("symmetrize", new String[] {
                "left|right", "Mirror this side to the other one: bones, joints, parents and weights."
            });
            helps.put("lock", new String[] {"BONE", "With --examples: keep the weights and rotations of a bone."});
            return helps;
        }

        private OptionSpec option(String name, String label, String help) {
            OptionSpec.Builder builder = OptionSpec.builder("--" + Words.kebab(name))
                    .descriptionKey(OptionGroup.EDITS)
                    .description(help);
            if (label.isEmpty()) {
                return builder.arity("0")
                        .type(boolean.class)
                        .parameterConsumer((words, argument, command) -> add(name, ""))
                        .build();
            }
            return builder.arity("1")
                    .paramLabel(label)
                    .type(List.class)
                    .auxiliaryTypes(String.class)
                    .parameterConsumer((words, argument, command) -> add(name, next(words, argument, command)))
                    .build();
        }

        private OptionSpec fileOption() {
            return OptionSpec.builder("--edits")
                    .arity("1")
                    .paramLabel("FILE")
                    .type(List.class)
                    .auxiliaryTypes(Path.class)
                    .descriptionKey(OptionGroup.EDITS)
                    .description("Edits from a JSON list: [{\"edit\": \"remove\", \"bone\": \"tail_3\"}, …].")
                    .parameterConsumer((words, argument, command) -> {
                        Path file = Path.of(next(words, argument, command));
                        asked.add(() -> EditFile.read(file));
                        // The file is an input.
                        List<Path> before = argument.getValue();
                        argument.setValue(Stream.concat(before == null ? Stream.of() : before.stream(), Stream.of(file))
                                .toList());
                    })
                    .build();
        }

        private void add(String name, String text) {
            asked.add(() -> List.of(EditTree.parsed(name, text)));
        }

        private static String next(Stack<String> words, ArgSpec argument, CommandSpec command) {
            if (words.isEmpty()) {
                String option = ((OptionSpec) argument).longestName();
                throw new ParameterException(
                        command.commandLine(), option + " needs a value: " + argument.paramLabel());
            }
            return words.pop();
        }

        /** All of them in order. */
        public List<Edit> edits() {
            return asked.stream().flatMap(each -> each.get().stream()).toList();
        }
    }
}
