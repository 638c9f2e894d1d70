/** Drags a joint in the bind pose with a ball over the view. The joint keeps its distance from the camera. */
import * as THREE from 'three';
import { el } from 'sinew/ui/dom.js';

/**
 * @param moved called with the new position, in the units of the file, when the ball is released
 * @return function that ends dragging
 */
export function dragJoint({ viewer, scene, state }, bone, moved) {
  const before = state.get('view');
  state.set({ view: 'bind', bones: true, playing: false });
  const { pivots } = scene.stage.models[state.get('model')].skeleton;
  const place = new THREE.Vector3(...pivots.slice(3 * bone, 3 * bone + 3));
  const ball = el('button', { type: 'button', className: 'joint-ball', title: 'Drag this joint', 'aria-label': 'Drag this joint' });
  viewer.place.append(ball);
  let going = true;
  const put = () => {
    if (!going || viewer.gone) {
      return;
    }
    const { rect } = pane();
    const at = project(place);
    ball.style.left = `${100 * (rect.x + rect.width * (0.5 + 0.5 * at.x))}%`;
    ball.style.top = `${100 * (rect.y + rect.height * (0.5 - 0.5 * at.y))}%`;
    requestAnimationFrame(put);
  };
  const pane = () => viewer.stage.panes.find(({ layers }) => layers.some(({ shows }) => shows === 'model')) ?? viewer.stage.panes[0];
  const project = (point) => point.clone().project(viewer.stage.camera);
  const dragTo = (event) => {
    const box = viewer.place.getBoundingClientRect();
    const { rect } = pane();
    const x = (2 * ((event.clientX - box.left) / box.width - rect.x)) / rect.width - 1;
    const y = 1 - (2 * ((event.clientY - box.top) / box.height - rect.y)) / rect.height;
    place.set(x, y, project(place).z).unproject(viewer.stage.camera);
  };
  ball.addEventListener('pointerdown', (event) => {
    ball.setPointerCapture(event.pointerId);
    ball.onpointermove = dragTo;
    event.preventDefault();
  });
  ball.addEventListener('pointerup', () => {
    if (ball.onpointermove) {
      ball.onpointermove = null;
      const { size, restCentre } = scene.stage.unit;
      moved(place.toArray().map((x, axis) => size * x + restCentre[axis]));
    }
  });
  put();
  return () => {
    going = false;
    ball.remove();
    viewer.gone || state.set({ view: before });
  };
}
