/** Handles and what they are told to do: our JSON files, and the skeletons of {@code .tgf}. */
package dev.sinew.io.handles;
