package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the command line says about itself, and about arguments that make no sense. */
class UsageTest {
    @TempDir
    Path folder;

    @Test
    void versionIsThatOfTheBuild() {
        assertThat(SinewRun.of("--version").out()).matches("sinew \\d+\\.\\d+\\.\\d+\\R");
    }

    @Test
    void emptyFileNameIsNotTheWorkingFolder() {
        assertThat(SinewRun.of("info", "").err()).contains("a file name is empty");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "fit x --bones 0 -o y.glb         | --bones 0 must be from 1 to 1024",
                "fit x --bones -3 -o y.glb        | --bones -3 must be from 1 to 1024",
                "fit x --bones many -o y.glb      | --bones many must be a whole number",
                "fit x --error 0 -o y.glb         | --error 0.0 must be greater than 0",
                "fit x --error NaN -o y.glb       | --error NaN must be greater than 0",
                "fit x -o y.glb                   | fit needs one of --bones N, --error PERCENT, --max-erms E or --from",
                "fit x --bones 3 --error 1 -o y.glb | --bones and --error exclude each other",
                "fit x --bones 3                  | missing: -o OUT.glb",
                "fit --bones 3 -o y.glb           | missing: SEQ",
                "fit x --bones 3 -o y.obj         | must end in .glb, .gltf, .usda, .usdz or .fbx",
                "fit x --bones 3 --influences 17 -o y.glb | --influences 17 must be from 1 to 16",
                "fit x --bones 3 --influences few -o y.glb | --influences few must be from 1 to 16, or dense",
                "fit x --bones 3 --influences 0 -o y.glb  | --influences 0 must be from 1 to 16",
                "fit x --bones 3 --iterations 0 -o y.glb  | --iterations 0 must be from 1 to 100000",
                "fit x --bones 3 --threads 0 -o y.glb     | --threads 0 must be from 1 to 1024",
                "fit x --bones 3 --range 9:1 -o y.glb     | --range 9:1 must not run backwards",
                "fit x --bones 3 --range abc -o y.glb     | --range abc must look like a:b or a:b:step",
                "fit x --bones 3 --fps 0 -o y.glb         | --fps 0.0 must be greater than 0",
                "fit x --bones 3 --scale -1 -o y.glb      | --scale -1.0 must be greater than 0",
                "fit x --bones 3 --up x -o y.glb          | --up x must be y or z",
                "fit x --bonez 3 -o y.glb         | unknown option --bonez; did you mean --bones or --bone-type?",
                "fit x --bone 3 -o y.glb          | unknown option --bone; did you mean --bones or --bone-type?",
                "fitt x                           | unknown command fitt; did you mean fit?",
                "xyzzy                            | unknown command xyzzy; commands are: demo, fit,",
                "evaluate x.obj --against y.obj   | needs a model (.glb, .gltf, .usda or .usdz), not x.obj",
                "evaluate x.glb y.glb --against z | evaluate takes one model, not 2",
                "evaluate x.glb                   | missing: --against SEQ",
                "convert x.obj -o y.glb           | convert cannot turn a sequence into a model; use 'sinew fit'",
                "convert x.obj -o y.bvh           | convert writes .bvh only from a model with a skeleton",
                "convert x.obj -o y.jpg           | must end in .abc, .usda, .usdz, .npz, .pc2, .mdd, .obj, .ply or .stl",
                "convert x.glb --range 1:2 -o y.gltf | --range applies to sequences only, but the input is a model",
                "convert x.glb --object a -o y.gltf  | --object applies to sequences only, but the input is a model",
                "convert x.glb --unit cm -o y.glb    | --unit applies to .fbx only, but the output is ",
                "convert x.glb --unit ft -o y.fbx    | --unit ft must be m or cm",
                "sample nonsense -o y.pc2         | unknown sample 'nonsense'; samples are: ",
                "sample                           | sample needs a NAME and -o FILE",
                "sample flag --noise -1 -o y.pc2  | --noise -1.0 must be from 0 to 100",
                "sample biped --noise 1 -o y.glb  | --noise cannot be used with a model; write 'biped' as a sequence",
                "demo --vertices 3                | --vertices 3 must be from 16"
            })
    void explainsWrongUsage(String arguments, String sentence) {
        String[] words = arguments.strip().split(" +");
        for (int k = 1; k < words.length; k++) {
            // Outputs go into the scratch folder, where they must not appear.
            words[k] = words[k - 1].equals("-o") ? folder.resolve(words[k]).toString() : words[k];
        }
        SinewRun run = SinewRun.of((Object[]) words);
        assertThat(run.code()).as(run.said()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("sinew").contains(sentence);
        assertThat(folder).isEmptyDirectory();
    }
}
