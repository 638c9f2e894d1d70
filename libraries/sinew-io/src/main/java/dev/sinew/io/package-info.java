/** Reads and writes files; the entry points are {@link dev.sinew.io.MeshSequences} and {@link dev.sinew.io.Models}. */
package dev.sinew.io;
