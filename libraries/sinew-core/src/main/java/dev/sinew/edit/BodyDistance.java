package dev.sinew.edit;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.Interior;
import dev.sinew.mesh.Mesh;

/** How far outside of a body a place is. */
final class BodyDistance {
    private final Mesh body;
    private final Box box;

    BodyDistance(Mesh body) {
        this.body = body;
        this.box = Box.around(body.positions());
    }

    double size() {
        return box.diagonal();
    }

    /** 0 inside. What is farther from the box than its diagonal is measured to the box: squares of it may be too large. */
    double to(Edit.Point p) {
        double beyond = Math.hypot(
                Math.hypot(beyond(box.minX(), p.x(), box.maxX()), beyond(box.minY(), p.y(), box.maxY())),
                beyond(box.minZ(), p.z(), box.maxZ()));
        if (beyond > size()) {
            return beyond;
        }
        double[] point = {p.x(), p.y(), p.z()};
        Interior interior = new Interior(body);
        if (body.triangles().length == 0 || interior.contains(point)) {
            return beyond;
        }
        return interior.distance(point);
    }

    private static double beyond(double least, double x, double most) {
        return Math.max(0, Math.max(least - x, x - most));
    }
}
