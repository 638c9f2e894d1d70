package dev.sinew.show.view;

import dev.sinew.io.handles.Targets;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.model.PosingSystem;
import dev.sinew.show.view.ReportData.DragHandles;
import java.util.Arrays;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Encodes handles and the system that solves their poses for the viewer. Positions are in the units of the file. */
final class HandlePart {
    /** With more, matrices would take tens of megabytes and dragging would be slow. */
    static final int MAX_HANDLES = 250;

    private HandlePart() {}

    static void write(DragHandles drag, Buffers buffers, ObjectNode header) {
        ArrayNode list = header.putArray("list");
        for (int j = 0; j < drag.handles().count(); j++) {
            writeHandle(drag.handles().handles().get(j), drag.boneOf()[j], list.addObject());
        }
        if (drag.handles().hasCage()) {
            writeCage(drag.handles(), header.putObject("cage"));
        }
        writeSystem(drag.system(), buffers, header.putObject("system"));
        ArrayNode targets = header.putArray("targets");
        for (Targets.Target target : drag.targets()) {
            writeTarget(target, targets.addObject());
        }
    }

    private static void writeHandle(Handle handle, int bone, ObjectNode node) {
        node.put("name", handle.name()).put("bone", bone);
        node.put("type", type(handle));
        put(node, "position", handle.centre());
        if (handle instanceof Handle.Bone segment) {
            put(node, "tip", segment.to());
        }
    }

    private static String type(Handle handle) {
        if (handle instanceof Handle.Bone) {
            return "bone";
        } else if (handle instanceof Handle.Region) {
            return "region";
        }
        return handle instanceof Handle.CageVertex ? "cage" : "point";
    }

    private static void writeCage(HandleSet set, ObjectNode cage) {
        // The handle of every vertex of the cage.
        ArrayNode vertices = cage.putArray("handles");
        for (Handle.CageVertex vertex : set.cageVertices()) {
            vertices.add(set.handles().indexOf(vertex));
        }
        ArrayNode triangles = cage.putArray("triangles");
        Arrays.stream(set.cageTriangles()).forEach(triangles::add);
    }

    private static void writeSystem(PosingSystem system, Buffers buffers, ObjectNode header) {
        header.put("scale", system.scale());
        header.put("iterations", system.iterations()).put("settled", system.settled());
        put(header, "middle", system.middle());
        int size = 4 * system.handleCount();
        double[] lower = new double[size * (size + 1) / 2];
        for (int r = 0, at = 0; r < size; r++) {
            for (int c = 0; c <= r; c++) {
                lower[at++] = system.normal()[r * size + c];
            }
        }
        buffers.doubles("handles.normal", lower);
        buffers.doubles("handles.groups", stacked(system, size));
    }

    /** B, 4H×3G: the groups side by side. */
    private static double[] stacked(PosingSystem system, int size) {
        int columns = 3 * system.groups().length;
        double[] b = new double[size * columns];
        for (int g = 0; g < system.groups().length; g++) {
            for (int r = 0; r < size; r++) {
                System.arraycopy(system.groups()[g], 3 * r, b, r * columns + 3 * g, 3);
            }
        }
        return b;
    }

    private static void writeTarget(Targets.Target target, ObjectNode node) {
        node.put("handle", target.handle());
        double[] numbers = target.numbers();
        switch (target.kind()) {
            case POSITION -> put(node, "position", numbers);
            case TIP -> put(node, "tip", numbers);
            case ENDS -> {
                put(node, "position", Arrays.copyOf(numbers, 3));
                put(node, "tip", Arrays.copyOfRange(numbers, 3, 6));
            }
            case TRANSFORM -> put(node, "transform", numbers);
        }
    }

    private static void put(ObjectNode node, String name, double[] numbers) {
        ArrayNode array = node.putArray(name);
        for (double x : numbers) {
            array.add(x);
        }
    }
}
