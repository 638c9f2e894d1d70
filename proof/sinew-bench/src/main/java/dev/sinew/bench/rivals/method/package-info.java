/**
 * The rivals, implemented briefly, with citations. Notation as in {@code dev.sinew.solve}: i vertex of N, j bone of P, f frame of
 * F; A the animation (3F×N), stored as its transpose, one trajectory per row.
 */
package dev.sinew.bench.rivals.method;
