/** One class per paper: its printed figures, and the measurements to compare with. */
package dev.sinew.bench.rivals.paper;
