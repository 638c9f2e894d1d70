/**
 * Alembic archives in Ogawa form: bytes → groups and data blocks → archive, objects, properties, samples → meshes, transforms
 * and face sets → a mesh sequence. Also a small writer. This package does not depend on skinning.
 *
 * <p>The file is memory-mapped and read on demand. Offsets and counts are checked against the file's size, the object tree
 * must not contain cycles, and the total work per file is limited.
 */
package dev.sinew.io.alembic;
