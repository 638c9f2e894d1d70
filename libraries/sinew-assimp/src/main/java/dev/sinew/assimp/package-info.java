/**
 * FBX through Assimp, which runs in a separate process. {@link dev.sinew.assimp.FbxProcess} starts and limits it, {@link
 * dev.sinew.assimp.FbxChild} is its main class, and they exchange a {@link dev.sinew.assimp.Scene}. In that process {@link
 * dev.sinew.assimp.NativeScene} and {@link dev.sinew.assimp.NativeExport} call the library. In this one {@link
 * dev.sinew.assimp.SceneModel} converts a scene to a model and {@link dev.sinew.assimp.ModelScene} a model to a scene.
 */
package dev.sinew.assimp;
