/** The outside of a glTF file: its JSON by place, its buffers and accessors, and the words that our writers and readers agree on. */
package dev.sinew.io.gltf.document;
