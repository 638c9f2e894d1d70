"""Reads Ogawa archives by the rules of the reference library (AbcCoreOgawa's ReadUtil), independently of Sinew's Java code.

    python3 ogawa.py FILE.abc                    checks that every byte is referenced; prints the content
    python3 ogawa.py FILE.abc CACHE.pc2          also compares its one mesh with the cache, bit by bit, at even times
    python3 ogawa.py FILE.abc CACHE.pc2 MESH.obj also compares UVs and normals of the first frame with the OBJ, by corner

docs/reference/alembic.md describes the bytes. Exit code 1 on any difference.
"""
import struct
import sys

POD = ["b1", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "f2", "f4", "f8", "str", "wstr"]
DATA = 1 << 63
ACYCLIC = 1.7976931348623157e308 / 32


class Archive:
    def __init__(self, path):
        self.path = path
        self.bytes = open(path, "rb").read()
        self.seen = {}
        head = self.bytes[:16]
        assert head[:5] == b"Ogawa", "magic"
        assert head[5] == 0xFF, "not frozen: the writer did not close the file"
        assert head[6:8] == b"\0\1", "version"
        self.take(0, 16)
        root = self.group(struct.unpack("<Q", head[8:])[0])
        assert len(root) >= 6, "the root has six children"
        assert struct.unpack("<i", self.data(root[0]))[0] == 0, "archive version"
        self.library = struct.unpack("<i", self.data(root[1]))[0]
        assert self.library >= 9999, "library version"
        self.meta = parse_meta(self.data(root[3]))
        self.samplings = list(self.read_samplings(self.data(root[4])))
        self.indexed = [{}] + list(self.read_indexed(self.data(root[5])))
        self.top = Object(self, "", {}, self.group(root[2]))

    def take(self, at, size):
        """Records that bytes were read; a block may be read again, but blocks must not overlap."""
        assert 0 <= at and at + size <= len(self.bytes), f"block at {at} of {size} bytes leaves the file"
        assert self.seen.setdefault(at, size) == size, f"two blocks of different sizes at {at}"

    def group(self, pointer):
        assert not pointer & DATA, "a group is expected"
        if pointer == 0:
            return []
        (count,) = struct.unpack_from("<Q", self.bytes, pointer)
        self.take(pointer, 8 + 8 * count)
        return list(struct.unpack_from(f"<{count}Q", self.bytes, pointer + 8))

    def data(self, pointer):
        assert pointer & DATA, "data are expected"
        at = pointer & ~DATA
        if at == 0:
            return b""
        (size,) = struct.unpack_from("<Q", self.bytes, at)
        self.take(at, 8 + size)
        return self.bytes[at + 8 : at + 8 + size]

    @staticmethod
    def read_samplings(buf):
        at = 0
        while at < len(buf):
            _, cycle, count = struct.unpack_from("<IdI", buf, at)
            at += 16
            yield cycle, struct.unpack_from(f"<{count}d", buf, at)
            at += 8 * count

    @staticmethod
    def read_indexed(buf):
        at = 0
        while at < len(buf):
            size = buf[at]
            yield parse_meta(buf[at + 1 : at + 1 + size])
            at += 1 + size

    def time(self, sampling, sample):
        cycle, times = self.samplings[sampling]
        if cycle >= ACYCLIC / 2:
            return times[sample]
        return times[sample % len(times)] + cycle * (sample // len(times))

    def unread(self):
        """Byte ranges that nothing refers to; also checks that blocks do not overlap."""
        end, gaps = 0, []
        for at in sorted(self.seen):
            assert at >= end, f"blocks overlap at {at}"
            if at > end:
                gaps.append((end, at))
            end = at + self.seen[at]
        if end < len(self.bytes):
            gaps.append((end, len(self.bytes)))
        return gaps


def parse_meta(text):
    pairs = (p.split("=", 1) for p in text.decode("utf-8").split(";") if "=" in p)
    return dict(pairs)


class Object:
    def __init__(self, archive, path, meta, children):
        self.archive, self.path, self.meta = archive, path, meta
        self.properties = Compound(archive, archive.group(children[0])) if children and not children[0] & DATA else None
        self.children = []
        if len(children) > 1 and children[-1] & DATA:
            headers = archive.data(children[-1])
            assert len(headers) >= 32, "two hashes end the headers of objects"
            at, stop, k = 0, len(headers) - 32, 1
            while at < stop:
                (size,) = struct.unpack_from("<I", headers, at)
                name = headers[at + 4 : at + 4 + size].decode("utf-8")
                at += 4 + size
                index = headers[at]
                at += 1
                if index == 0xFF:
                    (size,) = struct.unpack_from("<I", headers, at)
                    said = parse_meta(headers[at + 4 : at + 4 + size])
                    at += 4 + size
                else:
                    said = archive.indexed[index]
                self.children.append(Object(archive, f"{path}/{name}", said, archive.group(children[k])))
                k += 1
            assert at == stop, "headers of objects end where they should"

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()


class Compound:
    def __init__(self, archive, children):
        self.members = {}
        if not children:
            return
        buf, at, k = archive.data(children[-1]), 0, 0

        def number():
            nonlocal at
            width = 1 << hint
            value = int.from_bytes(buf[at : at + width], "little")
            at += width
            return value

        while at < len(buf):
            (info,) = struct.unpack_from("<I", buf, at)
            at += 4
            kind, hint = info & 3, info >> 2 & 3
            assert hint < 3, "sizes of one, two or four bytes"
            prop = Property(archive, kind, info)
            if kind:
                prop.samples = number()
                prop.first, prop.last = 1, prop.samples - 1
                if info & 0x200:
                    prop.first, prop.last = number(), number()
                elif info & 0x800:
                    prop.first, prop.last = 0, 0
                prop.sampling = number() if info & 0x100 else 0
            size = number()
            prop.name = buf[at : at + size].decode("utf-8")
            at += size
            index = info >> 20 & 0xFF
            if index == 0xFF:
                size = number()
                prop.meta = parse_meta(buf[at : at + size])
                at += size
            else:
                prop.meta = archive.indexed[index]
            prop.place(children[k])
            self.members[prop.name] = prop
            k += 1
        assert k == len(children) - 1, "a header for every property"

    def __getitem__(self, name):
        return self.members[name]

    def __contains__(self, name):
        return name in self.members


class Property:
    def __init__(self, archive, kind, info):
        self.archive, self.kind = archive, kind
        self.pod, self.extent = POD[info >> 4 & 15], info >> 12 & 0xFF

    def place(self, pointer):
        children = self.archive.group(pointer)
        if self.kind == 0:
            self.inner = Compound(self.archive, children)
            return
        self.stored = children
        per = 1 if self.kind == 1 else 2
        unique = 1 if self.last == 0 else self.last - self.first + 2
        if self.samples:
            assert len(children) == per * unique, f"{self.name}: {len(children)} blocks for {unique} samples"
        for pointer in children:
            self.archive.data(pointer)

    def sample(self, k):
        index = 0 if k < self.first or self.last == 0 else min(k, self.last) - self.first + 1
        block = self.archive.data(self.stored[index * (1 if self.kind == 1 else 2)])
        numbers = block[16:]
        width = int(self.pod[1])
        count = len(numbers) // width
        letter = {"b1": "B", "u1": "B", "i1": "b", "u2": "H", "i2": "h", "u4": "I", "i4": "i", "u8": "Q", "i8": "q",
                  "f2": "e", "f4": "f", "f8": "d"}[self.pod]
        assert len(numbers) == count * width and count % self.extent == 0, f"{self.name}: odd sample"
        return struct.unpack(f"<{count}{letter}", numbers)


def meshes(archive):
    return [o for o in archive.top.walk() if "schema" in o.meta and ("PolyMesh" in o.meta["schema"] or "SubD" in o.meta["schema"])]


def corners(param, order):
    """Values per corner of a geometry parameter, indexed or not."""
    inner = param.inner
    values, indices = inner[".vals"].sample(0), inner[".indices"].sample(0)
    extent = inner[".vals"].extent
    return [values[extent * indices[c] : extent * indices[c] + extent] for c in order]


def against_cache(archive, cache):
    (mesh,) = meshes(archive)
    points = mesh.properties[".geom"].inner["P"]
    raw = open(cache, "rb").read()
    vertices, = struct.unpack_from("<i", raw, 16)
    start, rate, frames = struct.unpack_from("<ffi", raw, 20)
    assert points.samples == frames, f"{points.samples} samples, the cache has {frames} frames"
    step = archive.time(points.sampling, 1) - archive.time(points.sampling, 0) if frames > 1 else 0
    for k in range(frames):
        got = struct.pack(f"<{3 * vertices}f", *points.sample(k))
        assert got == raw[32 + 12 * vertices * k : 32 + 12 * vertices * (k + 1)], f"frame {k} differs"
        if k:
            gap = archive.time(points.sampling, k) - archive.time(points.sampling, k - 1)
            assert abs(gap - step) < 1e-9, f"frame {k} is {gap} s after the one before"
    return vertices, frames, step


def against_obj(archive, path):
    (mesh,) = meshes(archive)
    geometry = mesh.properties[".geom"].inner
    table = {"v": [], "vt": [], "vn": []}
    faces = []
    for line in open(path, encoding="utf-8"):
        words = line.split()
        if words and words[0] in table:
            table[words[0]].append(struct.unpack(f"<{len(words) - 1}f", struct.pack(f"<{len(words) - 1}f", *map(float, words[1:]))))
        elif words and words[0] == "f":
            faces.append([tuple(int(i) if i else 0 for i in w.split("/")) + (0, 0) for w in words[1:]])
    counts, indices = geometry[".faceCounts"].sample(0), geometry[".faceIndices"].sample(0)
    assert list(counts) == [len(f) for f in faces], "faces"
    order, at = [], 0
    for count in counts:
        order += range(at + count - 1, at - 1, -1)
        at += count
    assert [indices[c] for c in order] == [c[0] - 1 for f in faces for c in f], "corners run the other way round"
    flat = [c for f in faces for c in f]
    said = []
    if table["vt"] and "uv" in geometry:
        assert corners(geometry["uv"], order) == [table["vt"][c[1] - 1] for c in flat], "UVs"
        said.append("UVs")
    if table["vn"] and "N" in geometry:
        assert corners(geometry["N"], order) == [table["vn"][c[2] - 1] for c in flat], "normals"
        said.append("normals")
    return said


def main(arguments):
    archive = Archive(arguments[0])
    gaps = archive.unread()
    print(f"{arguments[0]}: library {archive.library}, {len(archive.bytes)} bytes in {len(archive.seen)} blocks, "
          f"{sum(b - a for a, b in gaps)} unreferenced; {', '.join(o.path for o in meshes(archive))}")
    if len(arguments) > 1:
        assert not gaps, f"unreferenced bytes: {gaps[:3]}"
        vertices, frames, step = against_cache(archive, arguments[1])
        print(f"  {frames} frames of {vertices} vertices are identical, every {step:.9f} s")
    if len(arguments) > 2:
        print(f"  same as {arguments[2]}: faces, {', '.join(against_obj(archive, arguments[2])) or 'nothing else'}")


if __name__ == "__main__":
    main(sys.argv[1:])
