/**
 * NumPy's arrays: {@code .npy}, one array in a file, and {@code .npz}, a zip archive of them. Sequences are read and
 * written, models are written.
 */
package dev.sinew.io.numpy;
