package dev.sinew.linearize;

public class Try {}
