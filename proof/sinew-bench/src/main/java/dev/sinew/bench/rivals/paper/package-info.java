/** A class per paper: its printed figures, and what is run beside them. */
package dev.sinew.bench.rivals.paper;
