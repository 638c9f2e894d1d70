/** Measurements in a log, shown as chapters of tables and figures; every cell has its source. */
package dev.sinew.bench.rivals.sheet;
