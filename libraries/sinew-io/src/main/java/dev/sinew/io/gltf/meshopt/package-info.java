/**
 * The bitstreams of EXT_meshopt_compression, written and read after the extension's own text.
 *
 * <p>NOTE: in Java and not by a native library: bytes of foreign files are taken apart here, and what takes them apart must not be able
 * to take the program down; the streams are short enough to describe, and the page of the extension does.
 */
package dev.sinew.io.gltf.meshopt;
