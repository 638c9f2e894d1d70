/** Errors in the units the papers use, each with the place where it is worst. */
package dev.sinew.measure;
