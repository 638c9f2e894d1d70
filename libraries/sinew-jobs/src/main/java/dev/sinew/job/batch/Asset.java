package dev.sinew.job.batch;

import dev.sinew.io.MeshSequences;
import dev.sinew.job.Job;
import dev.sinew.job.Requests;
import dev.sinew.job.form.InvalidRequestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One asset of a batch.
 *
 * @param number from 1 on, in the order of the batch
 * @param name its first output without the ending, or with it where another piece differs by that alone: unique in the batch
 * @param job whose outputs are relative to the batch's folder
 * @param where its source: a file, or a line of a manifest
 */
public record Asset(int number, String name, Job<?> job, String where) {
    static Asset of(int number, String command, Map<String, Object> values, String where) {
        Job<?> job = Requests.of(command, values);
        List<Path> outputs = job.writes();
        if (outputs.isEmpty()) {
            throw new InvalidRequestException(
                    where + ": '" + command + "' writes no file, a batch is for verbs that do");
        }
        outputs.forEach(output -> requireBelow(output, where));
        String file = slashed(outputs.get(0));
        int dot = file.lastIndexOf('.');
        return new Asset(number, dot > file.lastIndexOf('/') + 1 ? file.substring(0, dot) : file, job, where);
    }

    private static void requireBelow(Path output, String where) {
        if (output.isAbsolute() || output.normalize().startsWith("..") || output.startsWith(BatchJournal.FOLDER)) {
            throw new InvalidRequestException(where + ": the output " + output + " must be below the batch's folder");
        }
    }

    static String slashed(Path path) {
        return path.normalize().toString().replace('\\', '/');
    }

    /** Rejects two assets with the same output. */
    static List<Asset> requireDistinct(List<Asset> assets) {
        Map<String, Asset> writers = new HashMap<>();
        for (Asset asset : assets) {
            for (Path output : asset.job.writes()) {
                Asset other = writers.put(slashed(output), asset);
                if (other != null && other != asset) {
                    throw new InvalidRequestException(other.where + " and " + asset.where + " would both write "
                            + output + "; let the name tell them apart, for example by {dir}");
                }
            }
        }
        Map<String, Long> names = assets.stream().collect(Collectors.groupingBy(Asset::name, Collectors.counting()));
        return assets.stream()
                .map(asset -> names.get(asset.name) == 1 ? asset : asset.namedWhole())
                .toList();
    }

    private Asset namedWhole() {
        return new Asset(number, slashed(job.writes().get(0)), job, where);
    }

    /** Tells on another machine whether it sees the same files: the name, and how long all files behind its inputs are that every machine has to see. */
    public String mark() {
        long bytes = job.reads().stream()
                .filter(input ->
                        RemoteFiles.current().described(input.toString()).equals(input.toString()))
                .flatMap(input -> MeshSequences.filesBehind(input).stream())
                .distinct()
                .mapToLong(Asset::bytes)
                .sum();
        return name + "|" + bytes;
    }

    /** NOTE: not of a {@code File}, which looks for relative names where the process was started, whatever {@code user.dir} says to a Spark worker. */
    private static long bytes(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }
}
