package dev.sinew.sample.surface;

/** A box given by two opposite corners. */
public record Bounds(Vec min, Vec max) {}
