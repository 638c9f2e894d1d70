/** Jobs as tasks of a Spark cluster, and the passes of one fit on its partitions. */
package dev.sinew.spark;
