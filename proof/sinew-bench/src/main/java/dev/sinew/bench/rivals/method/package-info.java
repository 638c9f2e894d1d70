/**
 * The rivals themselves, short and plain, cited at the lines. Notation is that of {@code dev.sinew.solve}: i vertex of N, j bone of P,
 * f frame of F; A the animation (3F×N), kept as its transpose, one trajectory a row.
 */
package dev.sinew.bench.rivals.method;
