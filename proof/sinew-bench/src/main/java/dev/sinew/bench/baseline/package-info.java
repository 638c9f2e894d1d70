/** The methods that the papers compare with, implemented as printed. */
package dev.sinew.bench.baseline;
