/** Files: one reader or writer a format, behind {@link dev.sinew.io.MeshSequences} and {@link dev.sinew.io.Models}. */
package dev.sinew.io;
