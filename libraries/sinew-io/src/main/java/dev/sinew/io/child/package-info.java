/** Libraries that a damaged file can hang or crash run in a second JVM with limits on memory and time. */
package dev.sinew.io.child;
