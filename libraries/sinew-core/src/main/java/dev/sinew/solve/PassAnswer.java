package dev.sinew.solve;

import java.io.Serializable;

/**
 * What a chunk of a pass leaves: its part of the state where it was solved for, and its sums.
 *
 * @param state bones, weights, rest, normals and errors of its vertices; null where they were only summed up
 * @param asked nine numbers per vertex, of a sheet; empty without
 * @param equations null where none were asked for
 * @param errors squared errors of positions and normals
 * @param costs one per bone, of removals; empty where none were asked for
 */
public record PassAnswer(SkinState state, double[] asked, TransformEquations equations, double[] errors, double[] costs)
        implements Serializable {}
