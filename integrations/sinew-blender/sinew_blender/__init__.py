"""Sinew for Blender: converts deforming meshes to bones and weights. Calls the ``sinew`` command; solves nothing itself."""

bl_info = {
    "name": "Sinew",
    "author": "Sinew",
    "version": (1, 0, 0),
    "blender": (3, 0, 0),
    "location": "3D View > Sidebar > Sinew",
    "description": "Convert cloth, caches and shape keys to bones for any engine",
    "category": "Animation",
}

from . import operators, panel, program, settings  # noqa: E402

CLASSES = (*settings.CLASSES, *operators.CLASSES, *panel.CLASSES)


def register():
    import bpy

    for each in CLASSES:
        bpy.utils.register_class(each)
    bpy.types.Scene.sinew = bpy.props.PointerProperty(type=settings.SinewSettings)


def unregister():
    import bpy

    program.close_worker()
    del bpy.types.Scene.sinew
    for each in reversed(CLASSES):
        bpy.utils.unregister_class(each)
