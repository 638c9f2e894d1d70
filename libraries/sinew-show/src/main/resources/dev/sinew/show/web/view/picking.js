/** Finds the vertex under the pointer by intersecting a ray with all posed triangles. */
import * as THREE from 'three';

/**
 * The nearest vertex of the first triangle that a ray hits; null if it hits none.
 *
 * @param ray THREE.Ray
 * @param positions 3 per vertex
 */
export function pickVertex(ray, positions, topology) {
  const { triangles, rowVertex } = topology;
  const corners = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
  const hit = new THREE.Vector3();
  let nearest = Infinity;
  let vertex = null;
  for (let t = 0; t < triangles.length; t += 3) {
    corners.forEach((corner, k) => corner.fromArray(positions, 3 * rowVertex[triangles[t + k]]));
    if (ray.intersectTriangle(...corners, false, hit) && ray.origin.distanceToSquared(hit) < nearest) {
      nearest = ray.origin.distanceToSquared(hit);
      const closest = corners.map((corner) => corner.distanceToSquared(hit));
      vertex = rowVertex[triangles[t + closest.indexOf(Math.min(...closest))]];
    }
  }
  return vertex;
}

/** The ray through a point of a pane, both 0–1, y down. */
export function rayThrough(camera, { rect }, x, y, aspect) {
  camera.aspect = aspect;
  camera.updateProjectionMatrix();
  const inPane = new THREE.Vector2((2 * (x - rect.x)) / rect.width - 1, 1 - (2 * (y - rect.y)) / rect.height);
  const caster = new THREE.Raycaster();
  caster.setFromCamera(inPane, camera);
  return caster.ray;
}
