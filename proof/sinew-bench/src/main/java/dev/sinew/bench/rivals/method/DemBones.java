package dev.sinew.bench.rivals.method;

import dev.sinew.bench.BenchJob;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.Models;
import dev.sinew.io.SequenceInput;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;

/**
 * Dem Bones (Le and Deng 2012, as published by its authors), run by its command line. Input is the rest pose as FBX and the
 * sequence as Alembic; the output is a skinned FBX, which Sinew reads and measures like any model.
 *
 * @param program DemBones
 * @param sinew Sinew's launcher, which reads FBX where this process does not
 */
public record DemBones(Path program, Path sinew) {
    private static final long TIMEOUT_MINUTES = 30;

    /**
     * Runs with default settings except for the parameters.
     *
     * @param influences bones per vertex, {@code --nnz}; its default is 8
     * @param folder for intermediate files
     */
    public Map<String, double[]> run(Path sequence, int bones, int influences, Path folder) {
        MeshSequence read = MeshSequences.read(SequenceInput.of(sequence));
        Path rest = folder.resolve("rest.fbx");
        Path moving = folder.resolve("sequence.abc");
        Path skinned = folder.resolve("skinned.fbx");
        Path model = folder.resolve("skinned.glb");
        try {
            Files.writeString(rest, RestFbx.of(read.rest()));
        } catch (IOException e) {
            throw new UncheckedIOException(rest + " cannot be written", e);
        }
        BenchJob.run("convert", "input", sequence.toString(), "output", moving.toString());
        call(
                folder,
                List.of(
                        program.toString(),
                        "-i=" + rest,
                        "-a=" + moving,
                        "-b=" + bones,
                        "--nnz=" + influences,
                        "-o=" + skinned));
        call(folder, List.of(sinew.toString(), "convert", skinned.toString(), "-o", model.toString()));
        // FBX may have other units (metres or centimetres); E_RMS does not depend on them if both files agree.
        double ratio = Box.around(Models.read(model).rest().positions()).diagonal()
                / Box.around(read.rest().positions()).diagonal();
        double scale = Math.pow(10, Math.round(Math.log10(ratio)));
        return Map.of("erms", new double[] {
            BenchJob.run("evaluate", "input", model.toString(), "against", sequence.toString(), "scale", scale)
                    .at("/error/erms")
                    .asDouble()
        });
    }

    private static void call(Path folder, List<String> command) {
        Path log = folder.resolve("log");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            if (!process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IllegalStateException(command.get(0) + " took more than " + TIMEOUT_MINUTES + " minutes");
            }
            if (process.exitValue() != 0) {
                List<String> said = Files.readString(log, StandardCharsets.ISO_8859_1)
                        .strip()
                        .lines()
                        .toList();
                throw new IllegalStateException(command.get(0) + " failed with exit code " + process.exitValue()
                        + (said.isEmpty() ? "" : ": " + said.get(said.size() - 1)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(command.get(0) + " cannot be started", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(command.get(0) + " was interrupted", e);
        }
    }

    /** Writes a mesh as ASCII FBX 7.4, the rest-pose format of Dem Bones. Centimetres, y up; triangles. */
    private static final class RestFbx {
        private RestFbx() {}

        static String of(Mesh mesh) {
            StringJoiner positions = new StringJoiner(",");
            for (float x : mesh.positions()) {
                positions.add(Float.toString(x));
            }
            StringJoiner corners = new StringJoiner(",");
            int[] triangles = mesh.triangles();
            for (int k = 0; k < triangles.length; k++) {
                // The last corner of a face is written as its complement.
                corners.add(Integer.toString(k % 3 == 2 ? ~triangles[k] : triangles[k]));
            }
            return """
                    ; FBX 7.4.0 project file
                    FBXHeaderExtension:  {
                    	FBXHeaderVersion: 1003
                    	FBXVersion: 7400
                    }
                    GlobalSettings:  {
                    	Version: 1000
                    	Properties70:  {
                    		P: "UpAxis", "int", "Integer", "",1
                    		P: "UpAxisSign", "int", "Integer", "",1
                    		P: "FrontAxis", "int", "Integer", "",2
                    		P: "FrontAxisSign", "int", "Integer", "",1
                    		P: "CoordAxis", "int", "Integer", "",0
                    		P: "CoordAxisSign", "int", "Integer", "",1
                    		P: "UnitScaleFactor", "double", "Number", "",1
                    	}
                    }
                    Definitions:  {
                    	Version: 100
                    	Count: 2
                    	ObjectType: "Geometry" {
                    		Count: 1
                    	}
                    	ObjectType: "Model" {
                    		Count: 1
                    	}
                    }
                    Objects:  {
                    	Geometry: 1000001, "Geometry::rest", "Mesh" {
                    		Vertices: *%d {
                    			a: %s
                    		}
                    		PolygonVertexIndex: *%d {
                    			a: %s
                    		}
                    		GeometryVersion: 124
                    	}
                    	Model: 1000002, "Model::rest", "Mesh" {
                    		Version: 232
                    	}
                    }
                    Connections:  {
                    	C: "OO",1000002,0
                    	C: "OO",1000001,1000002
                    }
                    """.formatted(mesh.positions().length, positions, triangles.length, corners);
        }
    }
}
