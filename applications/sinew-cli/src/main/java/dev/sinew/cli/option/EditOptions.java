package dev.sinew.cli.option;

import dev.sinew.edit.Edit;
import dev.sinew.job.form.EditTree;
import dev.sinew.job.form.Words;
import dev.sinew.job.source.EditFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** The options of {@code edit}: each adds to a list of edits, in the order in which they stand on the command line. */
public final class EditOptions {
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
                "split", new String[] {"BONE", "Cut in two halfway along its length; the new one is called BONE_tip."});
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
