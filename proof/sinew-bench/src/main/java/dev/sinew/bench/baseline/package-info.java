/** What the papers compare with, written down as printed, to be measured on the same data. */
package dev.sinew.bench.baseline;
