// Small pictures of the pairs in a file. Each is drawn once, when its row becomes visible.
import { ask } from './client.js';
import { guessScene } from './guesses.js';
import { Inputs, inputsOfDraw } from './inputs.js';
import { make } from './shared.js';
import { Renderer, target } from './webgl.js';

const size = 96; // pixels; the picture is shown at half of this size
const background = [0.08, 0.09, 0.12, 1];
const maxLosses = 3; // the device may be lost this many times

export class Thumbnails {
  #canvas = make('canvas', {width: size, height: size});
  #renderer = null; // a promise
  #losses = 0;
  #queue = Promise.resolve();
  #jobs = new WeakMap(); // the hashes of a pair by element
  #seen = new IntersectionObserver((entries) => {
    for (const {isIntersecting, target: place} of entries) if (isIntersecting) this.#begin(place);
  }, {rootMargin: '100px'});

  // Returns an element that will show the pair.
  of({vertex, fragment}) {
    const place = make('canvas.thumbnail', {width: size, height: size, 'aria-hidden': 'true'});
    this.#jobs.set(place, {vertex: vertex.hash, fragment: fragment.hash});
    this.#seen.observe(place);
    return place;
  }

  #begin(place) {
    this.#seen.unobserve(place);
    const hashes = this.#jobs.get(place);
    // If nothing can be drawn, the element stays empty. The page's main picture shows the reason.
    this.#queue = this.#queue.then(() => (place.isConnected ? this.#draw(place, hashes) : this.#seen.observe(place))).catch(() => {});
  }

  async #draw(place, hashes) {
    this.#renderer ??= Renderer.create(this.#canvas, {onLost: () => {}});
    const renderer = await this.#renderer;
    const answer = await ask('drawing', {hashes, target});
    if (!answer?.drawing?.reflection) return;
    const inputs = Object.assign(new Inputs(), inputsOfDraw(answer.draw));
    inputs.guess = guessScene(answer.texts, answer.drawing);
    for (const texture of inputs.guess.textures) renderer.setTexture(texture.name, inputs.picture(texture));
    await renderer.setPair(answer.drawing, {blend: inputs.scene.blend, output: 0, depth: inputs.mesh.depth});
    renderer.setMesh(inputs.attributes(), inputs.mesh.indices);
    renderer.draw({constants: (stage, count) => inputs.constants(stage, count, 0), instances: inputs.instances ?? 1, background});
    if (renderer.isLost && this.#losses < maxLosses) {
      ++this.#losses;
      this.#canvas = make('canvas', {width: size, height: size});
      this.#renderer = null;
      this.#seen.observe(place); // draws it again
      return;
    }
    place.getContext('2d', {willReadFrequently: true}).drawImage(this.#canvas, 0, 0); // the option keeps it in memory that is not lost
    place.dataset.drawn = '';
  }
}
