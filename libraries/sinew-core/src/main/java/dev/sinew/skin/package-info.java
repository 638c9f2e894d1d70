/** Skinning evaluators: model and pose in, vertices out. No solvers, no files, no dependencies beyond the JDK. */
package dev.sinew.skin;
