/**
 * Alembic archives in their Ogawa form: bytes → groups and data blocks → archive, objects, properties, samples → meshes,
 * transforms and face sets → a mesh sequence; and a small writer. Nothing here knows of skinning.
 *
 * <p>The file is mapped and read lazily. What it claims is believed only as far as it has the bytes for it: offsets and
 * counts are held against its size, the object tree may not meet itself, and there are bounds on how much a file may make
 * us do.
 */
package dev.sinew.io.alembic;
