/**
 * The bitstreams of EXT_meshopt_compression, implemented from the extension's specification.
 *
 * <p>NOTE: implemented in Java instead of a native library, because it decodes untrusted files and must not be able to crash
 * the program.
 */
package dev.sinew.io.gltf.meshopt;
