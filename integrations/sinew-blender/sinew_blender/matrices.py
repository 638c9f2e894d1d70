"""Bone matrices with NumPy."""

import itertools

import numpy as np

# Matrices whose columns deviate more from perpendicular need a pair of bones.
SHEAR = 2e-6


def _cube_rotations():
    """The 24 rotations that map axes to axes."""
    turns = []
    for order in itertools.permutations(range(3)):
        for signs in itertools.product((1, -1), repeat=3):
            turn = np.zeros((3, 3))
            turn[order, range(3)] = signs
            if np.linalg.det(turn) > 0:
                turns.append(turn)
    return np.array(turns)


CUBE = _cube_rotations()


def local(poses, rests, parents):
    """Matrices of bones relative to their parents (F, B, 4, 4): pose = parent's pose · parent's rest⁻¹ · rest · local.

    :param poses: (F, B, 4, 4) poses of the bones
    :param rests: (B, 4, 4) their rest matrices
    """
    basis = np.empty_like(poses)
    for bone, parent in enumerate(parents):
        if parent < 0:
            basis[:, bone] = np.linalg.inv(rests[bone]) @ poses[:, bone]
        else:
            before = poses[:, parent] @ np.linalg.inv(rests[parent]) @ rests[bone]
            basis[:, bone] = np.linalg.inv(before) @ poses[:, bone]
    return basis


def has_shear(linear):
    """Whether any of the (F, 3, 3) matrices is more than a rotation after a scaling of the axes."""
    scale = np.linalg.norm(linear, axis=1)
    gram = np.einsum("fij,fik->fjk", linear, linear)
    limits = scale[:, :, None] * scale[:, None, :]
    off = np.abs(gram) * (1 - np.eye(3))
    return bool(np.any(off > SHEAR * np.maximum(limits, 1e-30)))


def rotations_and_scales(linear):
    """Rotations (F, 3, 3) and scales (F, 3) of matrices without shear."""
    scale = np.linalg.norm(linear, axis=1)
    scale[np.linalg.det(linear) < 0, 2] *= -1
    return linear / np.where(scale == 0, 1, scale)[:, None, :], scale


def pair(linear):
    """U, S, Vᵀ with linear = U · diag(S) · Vᵀ, where the rotations U and V change little between frames."""
    u, s, vt = np.linalg.svd(linear)
    v = np.swapaxes(vt, 1, 2).copy()
    s = s.copy()
    for side in (u, v):
        mirrored = np.linalg.det(side) < 0
        side[mirrored, :, 2] *= -1
        s[mirrored, 2] *= -1
    before_u, before_v = np.eye(3), np.eye(3)
    for f in range(len(linear)):
        # U·P, PᵀSP, V·P give the same product for every P that maps axes to axes.
        us, vs = u[f] @ CUBE, v[f] @ CUBE
        best = np.argmax(np.einsum("pij,ij->p", us, before_u) + np.einsum("pij,ij->p", vs, before_v))
        u[f], v[f] = us[best], vs[best]
        s[f] = np.einsum("ij,i,ij->j", CUBE[best], s[f], CUBE[best])
        before_u, before_v = u[f], v[f]
    return u, s, np.swapaxes(v, 1, 2)


def quaternions(rotations):
    """(F, 4) w, x, y, z of (F, 3, 3), each with the sign nearest to the one before."""
    result = np.empty((len(rotations), 4))
    for f, r in enumerate(rotations):
        # The largest eigenvector of this symmetric matrix is the quaternion, without special cases.
        k = np.array(
            [
                [r[0, 0] - r[1, 1] - r[2, 2], r[1, 0] + r[0, 1], r[2, 0] + r[0, 2], r[2, 1] - r[1, 2]],
                [0, r[1, 1] - r[0, 0] - r[2, 2], r[2, 1] + r[1, 2], r[0, 2] - r[2, 0]],
                [0, 0, r[2, 2] - r[0, 0] - r[1, 1], r[1, 0] - r[0, 1]],
                [0, 0, 0, r[0, 0] + r[1, 1] + r[2, 2]],
            ]
        )
        x, y, z, w = np.linalg.eigh(k, UPLO="U")[1][:, 3]
        result[f] = (w, x, y, z)
        if f and result[f] @ result[f - 1] < 0 or not f and w < 0:
            result[f] *= -1
    return result
