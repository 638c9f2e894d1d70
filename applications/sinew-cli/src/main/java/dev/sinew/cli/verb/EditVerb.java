package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ErrorRows;
import dev.sinew.cli.console.Sheet;
import dev.sinew.edit.Edit;
import dev.sinew.job.EditMade;
import dev.sinew.job.form.EditTree;
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
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** {@code sinew edit}: a skeleton changed afterwards. */
@Command(
        name = "edit",
        header = "Changes a skeleton: bones removed, merged, split, moved, mirrored, named.",
        customSynopsis = "sinew edit MODEL EDITS… [--against SEQ] -o OUT.glb",
        footer = {
            "",
            "Examples:",
            "  A spare bone goes, the others hang from the hips and get names:",
            "    sinew edit hero.glb --remove toes_right --root spine --rename head=skull -o mine.glb",
            "  Names for the left side, then for both:",
            "    sinew edit cat.glb --rename limb1_left_1=leg_left --mirror-names -o named.glb"
        })
public final class EditVerb extends ModelVerb<EditMade> {
    private EditOptions edits;

    public EditVerb(Environment environment) {
        super(environment);
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

    private static String against(EditMade made) {
        return made.poses()
                .map(poses -> "against " + poses.file()
                        + poses.before()
                                .map(before -> ", where the input has RMSE " + Text.number(before.rmsePercent()) + " %")
                                .orElse("")
                        + ":")
                .orElse("against what the input plays:");
    }

    @Override
    Sheet sheet(EditMade made, Map<String, Double> seconds) {
        Sheet sheet = new Sheet()
                .headline(made.source().file() + ": "
                        + Text.vertices(made.source().model().vertexCount()) + ", "
                        + EditMade.bones(made.source().model()))
                .blank();
        for (EditMade.Step step : made.steps()) {
            sheet.row(
                    "edit",
                    EditTree.words(step.edit()) + ": " + EditMade.bones(step.model()) + ", RMSE "
                            + Text.number(step.error().rmsePercent()) + " %");
        }
        if (made.poses().isPresent() || made.source().clip().isPresent()) {
            sheet.row("", against(made));
            ErrorRows.add(sheet, made.error());
        }
        sheet.row("file", made.request().output() + ", " + Text.bytes(made.written()))
                .row("seconds", times(seconds));
        return withNotes(sheet, made);
    }

    /** The options of {@code edit}: each adds to a list of edits, in the order in which they stand on the command line. */
    private static final class EditOptions {
        private static final int BEFORE_THE_SEQUENCE = 50;

        /** What was asked for; read only when the verb runs, so that what is wrong is told as everything else is. */
        private final List<Supplier<List<Edit>>> asked = new ArrayList<>();

        private EditOptions() {}

        public static EditOptions addTo(CommandSpec spec) {
            EditOptions options = new EditOptions();
            ArgGroupSpec.Builder group = ArgGroupSpec.builder()
                    .validate(false)
                    .heading("%nEdits, done in the order in which they are given:%n")
                    .order(BEFORE_THE_SEQUENCE);
            helps().forEach((name, help) -> group.addArg(options.option(name, help[0], help[1])));
            group.addArg(options.fileOption());
            spec.addArgGroup(group.build());
            return options;
        }

        /** Label and help of every edit. */
        private static Map<String, String[]> helps() {
            Map<String, String[]> helps = new LinkedHashMap<>();
            helps.put("remove", new String[] {
                "BONE", "Its weights go to its parent, or to its nearest neighbour where the parent has none."
            });
            helps.put("merge", new String[] {"A,B", "B becomes part of A, which keeps its name and its motion."});
            helps.put(
                    "split",
                    new String[] {"BONE", "Cut in two halfway along its length; the new one is called BONE_tip."});
            helps.put("moveJoint", new String[] {"BONE=x,y,z", "The joint it turns about, in the rest pose."});
            helps.put("parent", new String[] {"BONE=P", "Hangs it on another bone; its joint stays where it is."});
            helps.put("root", new String[] {"BONE", "The same joints seen from another root."});
            helps.put("rename", new String[] {"A=B", "Calls A by another name."});
            helps.put("mirrorNames", new String[] {
                "", "Bones get the name of their mirror image with left and right changed: name one side only."
            });
            helps.put("symmetrize", new String[] {
                "left|right", "The other side becomes the mirror image of this one: bones, joints, parents, weights."
            });
            helps.put("lock", new String[] {"BONE", "Keeps weights and rotations when the others are solved again."});
            return helps;
        }

        private OptionSpec option(String name, String label, String help) {
            OptionSpec.Builder builder =
                    OptionSpec.builder("--" + Words.kebab(name)).description(help);
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
                    .description("More of them from a JSON list: [{\"edit\": \"remove\", \"bone\": \"tail_3\"}, …].")
                    .parameterConsumer((words, argument, command) -> {
                        Path file = Path.of(next(words, argument, command));
                        asked.add(() -> EditFile.read(file));
                        // So that the file is known among those that are read.
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
                        command.commandLine(),
                        "Missing required parameter for option '" + option + "' (" + argument.paramLabel() + ")");
            }
            return words.pop();
        }

        /** All of them in order. */
        public List<Edit> edits() {
            return asked.stream().flatMap(each -> each.get().stream()).toList();
        }
    }
}
