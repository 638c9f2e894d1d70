/** Evaluators: model and pose in, vertices out. No solver, no file, nothing beyond the JDK. */
package dev.sinew.skin;
