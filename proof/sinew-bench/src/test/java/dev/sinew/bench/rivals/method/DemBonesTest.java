package dev.sinew.bench.rivals.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.bench.BenchJob;
import dev.sinew.io.MeshSequences;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Uses scripts in place of the two programs, and tests their input and how their output is used. */
@DisabledOnOs(OS.WINDOWS)
class DemBonesTest {
    @TempDir
    Path folder;

    private Path sequence;

    @BeforeEach
    void writeSequence() {
        sequence = folder.resolve("hinge.npz");
        MeshSequences.write(Cases.hinge(24, 9), sequence);
    }

    private Path script(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    @Test
    void measuresTheModelOfDemBones() throws IOException {
        Path model = folder.resolve("fitted.glb");
        double erms = BenchJob.run("fit", "input", sequence.toString(), "bones", 2, "output", model.toString())
                .at("/error/erms")
                .asDouble();
        Path program = script(
                "DemBones",
                "echo \"$@\" > " + folder + "/asked\n"
                        + "for a in \"$@\"; do case $a in -i=*|-a=*) test -s ${a#*=} || exit 7;; -o=*) echo skinned > ${a#*=};; esac; done\n");
        Path sinew = script("sinew", "grep -q skinned $2 && cp " + model + " $4\n");

        Path work = Files.createDirectory(folder.resolve("work"));
        var numbers = new DemBones(program, sinew).run(sequence, 2, 8, work);

        assertThat(numbers.get("erms")[0]).isCloseTo(erms, within(1e-6 + 1e-3 * erms));
        assertThat(Files.readString(folder.resolve("asked"))).contains("-b=2", "--nnz=8");
        assertThat(Files.readString(work.resolve("rest.fbx"))).contains("Vertices: *150 {", "PolygonVertexIndex: *");
    }

    @Test
    void reportsTheLastLineOfOutput() throws IOException {
        Path program = script("DemBones", "echo starting; echo no licence; exit 3\n");
        Path work = Files.createDirectory(folder.resolve("work"));

        assertThatThrownBy(() -> new DemBones(program, program).run(sequence, 2, 8, work))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("failed with exit code 3: no licence");
    }
}
