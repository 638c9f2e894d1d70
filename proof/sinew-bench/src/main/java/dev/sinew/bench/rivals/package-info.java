/** {@code run rivals}: the papers' tables with the paper's figures, rivals written anew, and Sinew, on the same data and metric. */
package dev.sinew.bench.rivals;
