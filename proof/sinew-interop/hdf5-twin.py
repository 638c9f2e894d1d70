"""Writes what an Ogawa archive holds as Alembic's old HDF5 form, by the rules of the reference library's AbcCoreHDF5 (docs/alembic.md):

    /usr/bin/python3 hdf5-twin.py OGAWA.abc HDF5.abc [earliest|v108]

HDF5's own library (h5py) does the writing, as it did for Alembic. `sinew convert` must read the same frames from both.
"""
import sys

import h5py
import numpy as np
import ogawa

TYPES = {"b1": "<u1", "u1": "<u1", "i1": "<i1", "u2": "<u2", "i2": "<i2", "u4": "<u4", "i4": "<i4", "u8": "<u8", "i8": "<i8",
         "f2": "<f2", "f4": "<f4", "f8": "<f8"}


def text(meta):
    return ";".join(f"{k}={v}" for k, v in meta.items())


def attribute(node, name, value):
    node.attrs.create(name, value)


def put_text(node, name, meta):
    if meta:
        attribute(node, name, np.bytes_(text(meta)))


def put_compound(group, compound):
    for name, prop in compound.members.items():
        put_text(group, name + ".meta", prop.meta)
        if prop.kind == 0:
            attribute(group, name + ".info", np.array([0], "<u4"))
            put_compound(group.create_group(name, track_order=True), prop.inner)
        elif prop.pod in TYPES and prop.samples:
            put_samples(group, name, prop)


def put_samples(group, name, prop):
    bits = prop.kind | ogawa.POD.index(prop.pod) << 2 | prop.extent << 8
    first, last, n = prop.first, prop.last, prop.samples
    fields = []
    if n > 1:
        fields = [n]
        if first == 1 and last == n - 1:
            bits |= 0x80
        elif first > 1 or last not in (0, n - 1):
            fields += [first, last]
    if prop.sampling:
        bits |= 0x40
        fields.append(prop.sampling)
    attribute(group, name + ".info", np.array([bits] + fields, "<u4"))
    stored = [0] if last == 0 else [0] + list(range(first, last + 1))
    for k in stored:
        holder = group if k == 0 else group.require_group(name + ".smpi")
        label = name + ".smp0" if k == 0 else f"{k:04d}"
        data = np.array(prop.sample(k), TYPES[prop.pod])
        if prop.kind == 1:
            attribute(holder, label, data)
        else:
            holder.create_dataset(label, data=data)


def put_object(group, item):
    put_text(group, ".prop.meta", item.meta)
    properties = group.create_group(".prop", track_order=True)
    if item.properties:
        put_compound(properties, item.properties)
    for child in item.children:
        put_object(group.create_group(child.path.rsplit("/", 1)[1], track_order=True), child)


def main(source, target, version="v108"):
    archive = ogawa.Archive(source)
    with h5py.File(target, "w", libver=version if version == "earliest" else (version, version), track_order=True) as file:
        attribute(file, "abc_version", np.int32(1))
        attribute(file, "abc_release_version", np.int32(10500))
        for k, (cycle, times) in enumerate(archive.samplings):
            if k == 0:
                continue
            if cycle >= ogawa.ACYCLIC / 2:
                attribute(file, f"{k}.tspc", np.uint32(0xFFFFFFFF))
            else:
                if len(times) > 1:
                    attribute(file, f"{k}.tspc", np.uint32(len(times)))
                attribute(file, f"{k}.ttpc", np.float64(cycle))
            attribute(file, f"{k}.time", np.array(times, "<f8"))
        put_object(file.create_group("ABC", track_order=True), archive.top)


if __name__ == "__main__":
    main(*sys.argv[1:])
