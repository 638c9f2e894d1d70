/**
 * {@code run rivals}: the papers' tables with their printed figures, reimplemented rivals, and Sinew, on the same data and
 * metric.
 */
package dev.sinew.bench.rivals;
