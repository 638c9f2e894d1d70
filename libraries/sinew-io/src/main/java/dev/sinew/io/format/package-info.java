/** The file formats: one class per format, and the registry that everything else asks. */
package dev.sinew.io.format;
