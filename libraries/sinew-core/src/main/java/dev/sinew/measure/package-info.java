/** Errors in the units of the papers, each with the location of its maximum. */
package dev.sinew.measure;
