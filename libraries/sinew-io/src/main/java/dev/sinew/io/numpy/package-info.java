/**
 * NumPy's arrays: {@code .npy}, one array per file, and {@code .npz}, a zip archive of arrays. Reads and writes sequences,
 * writes models.
 */
package dev.sinew.io.numpy;
