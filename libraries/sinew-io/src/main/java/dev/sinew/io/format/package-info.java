/** The file formats: one class per format, and their registry. */
package dev.sinew.io.format;
