/**
 * FBX by way of Assimp: {@link dev.sinew.assimp.NativeScene} copies what Assimp has read into plain Java,
 * {@link dev.sinew.assimp.SceneModel} makes a model of it; {@link dev.sinew.assimp.SceneWriter} goes the other way.
 */
package dev.sinew.assimp;
