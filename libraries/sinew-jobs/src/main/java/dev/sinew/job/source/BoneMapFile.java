package dev.sinew.job.source;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.file.JsonValue.BrokenJson;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.job.text.Json;
import dev.sinew.retarget.BoneMap;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/**
 * Matches of bones as JSON, to be edited: {@code {"map": [{"bone": "head", "source": "mixamorig:Head", …}, …]}}. A source of null
 * leaves a bone unmatched.
 */
public final class BoneMapFile {
    private static final long MAX_BYTES = 16L << 20;

    private BoneMapFile() {}

    /** The content of a file by name: {@code map}, {@code unmatched} and {@code unused}. */
    public static Map<String, Object> tree(BoneMap map) {
        Map<String, Object> tree = new LinkedHashMap<>();
        List<Object> entries = new ArrayList<>();
        for (BoneMap.Entry entry : map.entries()) {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("bone", entry.bone());
            each.put("source", entry.source().orElse(null));
            entry.second().ifPresent(second -> {
                each.put("second", second);
                each.put("share", entry.share());
            });
            entry.role().ifPresent(role -> each.put("role", role));
            each.put("confidence", entry.confidence());
            each.put("by", entry.by());
            entries.add(each);
        }
        tree.put("map", entries);
        tree.put("unmatched", map.unmatched());
        tree.put("unused", map.unused());
        return tree;
    }

    public static void write(BoneMap map, Path file) {
        byte[] text = (Json.text(tree(map)) + "\n").getBytes(StandardCharsets.UTF_8);
        AtomicFile.write(file, out -> out.write(text));
    }

    /** The matches of a file. */
    public static List<BoneMap.Entry> read(Path file) {
        InputFiles.requireFile(file);
        Map<String, Object> tree;
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new InvalidInputException(
                        file + " has " + Files.size(file) + " bytes; a map has at most " + MAX_BYTES);
            }
            tree = Json.read(Files.readString(file));
        } catch (IOException e) {
            throw InputFiles.rejection(file, e);
        } catch (JacksonException e) {
            throw new InvalidInputException(file + " is not valid JSON: " + BrokenJson.why(e), e);
        }
        if (!(tree.get("map") instanceof List<?> list)) {
            throw new InvalidInputException(
                    file + " has no list 'map'; expected {\"map\": [{\"bone\": …, \"source\": …}]}");
        }
        List<BoneMap.Entry> entries = new ArrayList<>();
        for (int k = 0; k < list.size(); k++) {
            String place = file + ", map[" + k + "]";
            if (!(list.get(k) instanceof Map<?, ?> each) || !(each.get("bone") instanceof String bone)) {
                throw new InvalidInputException(place + " has no 'bone'");
            }
            Object source = each.get("source");
            Object second = each.get("second");
            Object share = each.get("share");
            if (source != null && !(source instanceof String) || second != null && !(second instanceof String)) {
                throw new InvalidInputException(place + ": 'source' must be the name of a bone or null");
            }
            double part = share instanceof Number number ? number.doubleValue() : 0;
            if (!(part >= 0 && part <= 1)) {
                throw new InvalidInputException(place + ": 'share' is " + share + "; it must be from 0 to 1");
            }
            entries.add(new BoneMap.Entry(
                    bone,
                    Optional.ofNullable((String) source),
                    Optional.ofNullable((String) second),
                    part,
                    each.get("role") instanceof String role ? Optional.of(role) : Optional.empty(),
                    1,
                    "map"));
        }
        return entries;
    }
}
