/**
 * FBX by way of Assimp, which runs in a process of its own: {@link dev.sinew.assimp.FbxProcess} starts and bounds it,
 * {@link dev.sinew.assimp.FbxChild} is its main class, a {@link dev.sinew.assimp.Scene} goes between. On the far side
 * {@link dev.sinew.assimp.NativeScene} and {@link dev.sinew.assimp.NativeExport} speak with the library; on this side
 * {@link dev.sinew.assimp.SceneModel} makes a model of a scene and {@link dev.sinew.assimp.ModelScene} goes the other way.
 */
package dev.sinew.assimp;
