/** The same jobs as tasks of a Spark cluster, and the passes of one fit over its partitions. */
package dev.sinew.spark;
