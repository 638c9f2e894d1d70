/**
 * The container of a glTF file: JSON with locations, buffers and accessors, and the names that writers and readers share.
 */
package dev.sinew.io.gltf.document;
