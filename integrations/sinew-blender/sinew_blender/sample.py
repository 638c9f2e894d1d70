"""Samples evaluated meshes frame by frame, with all modifiers and simulations."""

import numpy as np

from .program import SinewError


class Topology:
    """Faces and number of vertices of a mesh."""

    def __init__(self, mesh):
        self.vertices = len(mesh.vertices)
        self.starts = _ints(mesh.polygons, "loop_start")
        self.totals = _ints(mesh.polygons, "loop_total")
        self.corners = _ints(mesh.loops, "vertex_index")

    def same(self, other):
        return (
            self.vertices == other.vertices
            and np.array_equal(self.totals, other.totals)
            and np.array_equal(self.corners, other.corners)
        )

    def faces(self, first_vertex):
        """The faces as a flat list, each terminated by -1."""
        if len(self.totals) == 0:
            return np.zeros(0, np.int32)
        rows = [self.corners[start : start + total] + first_vertex for start, total in zip(self.starts, self.totals)]
        return np.concatenate([np.append(row, -1) for row in rows]).astype(np.int32)


def _ints(elements, name):
    values = np.empty(len(elements), np.int32)
    elements.foreach_get(name, values)
    return values


def world_points(mesh, matrix):
    """(V, 3) positions of a mesh in world space."""
    values = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.vertices.foreach_get("co", values)
    world = np.array(matrix, dtype=np.float64)
    return values.reshape(-1, 3).astype(np.float64) @ world[:3, :3].T + world[:3, 3]


def _painted(each, depsgraph, group):
    evaluated = each.evaluated_get(depsgraph)
    mesh = evaluated.to_mesh(preserve_all_data_layers=True, depsgraph=depsgraph)
    try:
        values = np.zeros(len(mesh.vertices))
        if group in each.vertex_groups:
            index = each.vertex_groups[group].index
            for vertex in mesh.vertices:
                values[vertex.index] = sum(part.weight for part in vertex.groups if part.group == index)
        return values
    finally:
        evaluated.to_mesh_clear()


class Sampler:
    """Records the world-space positions of objects, one frame per call."""

    def __init__(self, objects, frames):
        self.objects = objects
        self.frames = frames
        self.poses = []
        self.topologies = None

    def take(self, depsgraph, frame):
        """Records the current frame of the scene; rejects a topology that differs from that of the first frame."""
        topologies, points = [], []
        for each in self.objects:
            evaluated = each.evaluated_get(depsgraph)
            mesh = evaluated.to_mesh()
            try:
                topologies.append(Topology(mesh))
                points.append(world_points(mesh, evaluated.matrix_world))
            finally:
                evaluated.to_mesh_clear()
        if self.topologies is None:
            self.topologies = topologies
        for each, first, now in zip(self.objects, self.topologies, topologies):
            if not first.same(now):
                raise SinewError(
                    f"{each.name}: the faces or vertices in frame {frame} ({now.vertices} vertices) differ from those in frame "
                    f"{self.frames[0]} ({first.vertices} vertices); the topology must not change",
                    3,
                )
            if first.vertices == 0 or len(first.totals) == 0:
                raise SinewError(f"{each.name} has no faces in frame {frame}", 3)
        pose = np.concatenate(points)
        if not np.isfinite(pose).all():
            raise SinewError(f"frame {frame} has coordinates that are not finite numbers; the simulation is unstable", 3)
        self.poses.append(pose)

    @property
    def ranges(self):
        """Vertices of each object, as slices."""
        ends = np.cumsum([t.vertices for t in self.topologies])
        return [slice(int(end) - t.vertices, int(end)) for end, t in zip(ends, self.topologies)]

    def painted(self, context, group):
        """The weights of a vertex group on the evaluated meshes; 0 for objects without the group."""
        if not any(group in each.vertex_groups for each in self.objects):
            raise SinewError(f"no selected mesh has a vertex group {group!r} for importance", 2)
        depsgraph = context.evaluated_depsgraph_get()
        weights = [_painted(each, depsgraph, group) for each in self.objects]
        for each, first, values in zip(self.objects, self.topologies, weights):
            if len(values) != first.vertices:
                raise SinewError(f"{each.name} has a different number of vertices than in the frames, so importance cannot be read", 3)
        return np.concatenate(weights)

    def arrays(self, fps):
        """The input arrays for ``sinew``."""
        faces = np.concatenate([t.faces(r.start) for t, r in zip(self.topologies, self.ranges)])
        return {"poses": np.array(self.poses), "faces": faces, "fps": np.float64(fps)}


def mesh_copies(context, objects):
    """Evaluated copies of the meshes with materials, UVs and colours, in object space."""
    import bpy

    depsgraph = context.evaluated_depsgraph_get()
    return [
        bpy.data.meshes.new_from_object(each.evaluated_get(depsgraph), preserve_all_data_layers=True, depsgraph=depsgraph)
        for each in objects
    ]
