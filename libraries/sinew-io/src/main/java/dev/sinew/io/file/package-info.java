/** Writing files atomically, JSON values with their locations, and the version that files declare. */
package dev.sinew.io.file;
