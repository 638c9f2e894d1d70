/** Java game engines check the files that the tests of {@code sinew-io} wrote. */
package dev.sinew.interop;
