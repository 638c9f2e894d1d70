/** A few extreme points of a shape, enough to fit it into a view from any side. */

/** Numbers of sampled frames, and of sampled vertices per frame. */
const FRAMES = 24;
const VERTICES = 20_000;

const DIRECTIONS = [-1, 0, 1].flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z]))).filter((d) => d.some(Boolean));

/** The points that are farthest in one of 26 directions, three numbers each. */
export function outermost(positions) {
  const most = DIRECTIONS.map(() => -Infinity);
  const points = DIRECTIONS.map(() => [0, 0, 0]);
  const step = 3 * Math.max(1, Math.floor(positions.length / 3 / VERTICES));
  for (let at = 0; at < positions.length; at += step) {
    const [x, y, z] = [positions[at], positions[at + 1], positions[at + 2]];
    DIRECTIONS.forEach((d, k) => {
      const along = d[0] * x + d[1] * y + d[2] * z;
      if (along > most[k]) {
        most[k] = along;
        points[k] = [x, y, z];
      }
    });
  }
  return points.flat();
}

/**
 * The same over several frames.
 *
 * @param positionsAt returns 3N positions of a frame
 */
export function outlineOf(count, positionsAt) {
  const step = Math.max(1, Math.ceil(count / FRAMES));
  const outline = [];
  for (let frame = 0; frame < count; frame += step) {
    outline.push({ frame, points: outermost(positionsAt(frame)) });
  }
  return outline;
}

/** The corners of a box, for use without positions. */
export function corners(box) {
  return Array.from({ length: 8 }, (_, c) => [0, 1, 2].map((x) => box[x + (c & (1 << x) ? 3 : 0)])).flat();
}
