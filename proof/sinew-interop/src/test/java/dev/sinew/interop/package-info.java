/** Game engines in Java judge the files that the tests of {@code sinew-io} wrote. */
package dev.sinew.interop;
