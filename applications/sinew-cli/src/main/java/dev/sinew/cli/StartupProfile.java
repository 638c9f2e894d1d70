package dev.sinew.cli;

import dev.sinew.cli.console.Environment;
import java.nio.file.Path;
import java.util.List;

/**
 * Small runs in one process: the launcher makes its archive of classes from what this loads. A class that is not met here is
 * read from the jar, taken apart and verified at every start. The first start waits for it, so only
 * what most runs load is played.
 */
final class StartupProfile {
    private static final String FOLDER = "@";

    /** Words that begin with @ are files in the folder it is played in. */
    private static final List<String> SCENES = List.of(
            "sample creature --vertices 300 --frames 8 -o @creature.pc2",
            "fit @creature.obj --bones 4 -o @fit.glb --json @fit.json",
            "fit @creature.obj --bones 3 --bone-type rigid --quantize -o @rigid.glb",
            "evaluate @fit.glb --against @creature.obj",
            "convert @creature.obj -o @creature.abc",
            "info @fit.glb");

    private StartupProfile() {}

    public static void main(String[] arguments) {
        Environment environment = Environment.ofProcess();
        int code = play(environment, Path.of(arguments[0]));
        environment.interruption().finished();
        System.exit(code);
    }

    /** The largest exit code of all. */
    static int play(Environment environment, Path folder) {
        int worst = 0;
        for (String scene : SCENES) {
            worst = Math.max(worst, Main.run(environment, words(scene, folder)));
        }
        return worst;
    }

    private static String[] words(String scene, Path folder) {
        String[] words = scene.split(" ");
        for (int k = 0; k < words.length; k++) {
            if (words[k].startsWith(FOLDER)) {
                words[k] = folder.resolve(words[k].substring(1)).toString();
            }
        }
        return words;
    }
}
