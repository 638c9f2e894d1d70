package dev.sinew.job.tree;

import dev.sinew.drive.DriveResult;
import dev.sinew.drive.DriveResult.LeftOut;
import dev.sinew.job.text.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The drivers of helper bones in the JSON: what they follow, and their errors in clips that were left out. */
public final class DriveTree {
    private DriveTree() {}

    public static Map<String, Object> of(DriveResult driven) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("helpers", driven.drivers().map(d -> d.count()).orElse(0));
        tree.put(
                "follow",
                driven.drivers().map(d -> Text.lowerCase(d.inputs().kind())).orElse(null));
        tree.put("inputs", driven.drivers().map(d -> d.inputs().count()).orElse(0));
        tree.put("kernels", driven.drivers().map(d -> d.kernels().count()).orElse(0));
        tree.put("shapes", driven.drivers().map(d -> d.shapes()).orElse(0));
        Map<String, Object> unseen = errors(
                mean(driven, LeftOut::driven),
                mean(driven, LeftOut::attached),
                mean(driven, LeftOut::plain),
                mean(driven, LeftOut::solved));
        tree.put("unseen", unseen);
        List<Object> clips = new ArrayList<>();
        for (LeftOut part : driven.leftOut()) {
            Map<String, Object> clip = new LinkedHashMap<>();
            clip.put("name", part.clip());
            clip.put("from", part.from());
            clip.put("frames", part.frames());
            clip.putAll(errors(part.driven(), part.attached(), part.plain(), part.solved()));
            clips.add(clip);
        }
        tree.put("leftOut", clips);
        return tree;
    }

    /** Mean errors in clips that were left out, in words. */
    public static String unseen(DriveResult driven) {
        boolean follows = driven.leftOut().stream().allMatch(part -> Double.isFinite(part.driven()));
        double own = mean(driven, follows ? LeftOut::driven : LeftOut::attached);
        double plain = mean(driven, LeftOut::plain);
        return Text.number(own) + " % in motion that was left out"
                + (Double.isFinite(plain) ? "; " + Text.number(plain) + " % without what is driven" : "");
    }

    private static double mean(DriveResult driven, ToDoubleFunction<LeftOut> error) {
        return driven.leftOut().stream().mapToDouble(error).average().orElse(Double.NaN);
    }

    private static Map<String, Object> errors(double driven, double attached, double plain, double solved) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("driven", finite(driven));
        tree.put("attached", finite(attached));
        tree.put("withoutHelpers", finite(plain));
        tree.put("solved", finite(solved));
        return tree;
    }

    private static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
