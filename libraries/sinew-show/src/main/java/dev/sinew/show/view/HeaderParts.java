package dev.sinew.show.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The parts of a scene's header that are read, not drawn in 3D: diagrams, figures, sentences. */
final class HeaderParts {
    private HeaderParts() {}

    static void plots(List<Plot> plots, ArrayNode out) {
        for (Plot plot : plots) {
            ObjectNode node = out.addObject();
            node.put("id", plot.id()).put("title", plot.title());
            node.put("shape", word(plot.shape())).put("role", word(plot.role()));
            axis(plot.xAxis(), node.putObject("xAxis"));
            axis(plot.yAxis(), node.putObject("yAxis"));
            numbers(plot.x(), node.putArray("x"));
            numbers(plot.y(), node.putArray("y"));
        }
    }

    private static void axis(Plot.Axis axis, ObjectNode out) {
        out.put("label", axis.label()).put("scale", word(axis.scale()));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static void numbers(double[] values, ArrayNode out) {
        for (double value : values) {
            if (Double.isFinite(value)) {
                out.add(value);
            } else {
                out.addNull();
            }
        }
    }

    static void facts(List<Fact.Group> groups, ArrayNode out) {
        for (Fact.Group group : groups) {
            ObjectNode node = out.addObject().put("title", group.title());
            ArrayNode list = node.putArray("facts");
            group.facts().forEach(fact -> fact(fact, list.addObject()));
        }
    }

    private static void fact(Fact fact, ObjectNode out) {
        out.put("label", fact.label());
        if (fact.value() instanceof Integer || fact.value() instanceof Long) {
            out.put("value", ((Number) fact.value()).longValue());
        } else if (fact.value() instanceof Number number && Double.isFinite(number.doubleValue())) {
            out.put("value", number.doubleValue());
        } else if (fact.value() instanceof Number) {
            out.putNull("value");
        } else {
            out.put("value", (String) fact.value());
        }
        out.put("unit", fact.unit()).put("hint", fact.hint());
        fact.place()
                .ifPresent(place -> out.putObject("place")
                        .put("vertex", place.vertex())
                        .put("frame", place.frame())
                        .put("shows", place.shows()));
    }

    /** What a reader must know about what is not on the page. */
    static List<String> thinned(FramePlan plan, int shown, int frames, ReportData data) {
        List<String> notes = new ArrayList<>();
        if (plan.stride() > 1) {
            notes.add("To keep this page small it shows " + shown + " of " + frames + " frames, every " + plan.stride()
                    + ordinal(plan.stride()) + "; numbers and diagrams are of all frames.");
        }
        if (data.original().isPresent() && !plan.showsOriginal()) {
            notes.add(
                    "The original's " + frames + " frames of "
                            + data.original().get().vertexCount()
                            + " vertices are too large for a page, so only the result is shown; numbers and diagrams are of both.");
        } else if (plan.showsOriginal() && plan.bits() < 16) {
            notes.add(String.format(
                    Locale.ROOT,
                    "To keep this page small the original's positions are rounded to %d bits: %.3f %% of the longest side.",
                    plan.bits(),
                    100.0 / ((1 << plan.bits()) - 1)));
        }
        return notes;
    }

    private static String ordinal(int number) {
        if (number % 100 / 10 == 1) {
            return "th";
        }
        return switch (number % 10) {
            case 1 -> "st";
            case 2 -> "nd";
            case 3 -> "rd";
            default -> "th";
        };
    }
}
