// The picture: a canvas, its renderer, and the time.
import { make } from './shared.js';
import * as webgl from './webgl.js';
import * as webgpu from './webgpu.js';

const size = 512;
const background = [0.08, 0.09, 0.12, 1];
const apis = {webgpu, webgl};
const maxLosses = 1;

export class Preview {
  #box;
  #inputs;
  #show;
  #canvas = null;
  #api = null;
  #renderer = null;
  #attempt = 0; // the number of the last start of a renderer; results of older ones are ignored
  #beginning = false;
  #drawing = null;
  #key = ''; // identifies the drawing and its scene
  #stale = new Set(); // contains 'pair', 'mesh', 'textures'
  #uploaded = new WeakMap(); // pictures by sampler for each renderer
  #updating = false;
  #isDrawable = false; // true if the last update succeeded
  #hasFailed = false; // true if the interface reported an error after the last update
  #isEmpty = false; // true if only the background is visible
  #isChecked = false; // true if #isEmpty is about the current inputs
  #copy = make('canvas', {width: size, height: size}).getContext('2d', {willReadFrequently: true});
  #frame = 0;
  #playing = false;
  #seconds = 0;
  #lastFrame = null;
  #losses = new Map(); // the number of lost devices by interface
  #instead = ''; // the reason why another interface than the first choice draws
  #onApi;

  // `show(text, problem)` shows a state: the text, and whether it is a problem. `onApi()` is called when the language
  // of the shaders may have changed.
  constructor(box, inputs, show, onApi) {
    this.#box = box;
    this.#inputs = inputs;
    this.#show = show;
    this.#onApi = onApi;
  }

  get size() {
    return size;
  }

  get canvas() {
    return this.#canvas;
  }

  get seconds() {
    return this.#seconds;
  }

  // The language of the shaders that are drawn.
  get target() {
    return (this.#api ?? (navigator.gpu ? webgpu : webgl)).target;
  }

  // Begins to draw with 'webgpu' or 'webgl'. 'auto' uses the first of these that works.
  async use(choice) {
    this.#losses.clear();
    await this.#begin(choice);
  }

  async #begin(choice) {
    const attempt = ++this.#attempt;
    this.#beginning = true;
    this.#showBusy();
    const reasons = [];
    for (const name of choice === 'auto' ? ['webgpu', 'webgl'] : [choice]) {
      if ((this.#losses.get(name) ?? 0) > maxLosses) {
        reasons.push(`the device of ${apis[name].title} was lost`);
        continue;
      }
      try {
        await this.#start(name, choice, attempt);
        break;
      } catch (error) {
        reasons.push(error.message);
      }
      if (attempt !== this.#attempt) return;
    }
    if (attempt !== this.#attempt) return;
    this.#beginning = false;
    this.#instead = reasons.length > 0 ? `, because ${reasons.join(', and ')}` : '';
    if (this.#renderer !== null) {
      this.#onApi();
    } else {
      this.#api = null;
      this.#show(`Nothing can be drawn: ${reasons.join(', and ')}.`, true);
    }
    this.#showBusy();
  }

  // Handles a lost device: tries again, and then tries the other interface if the choice allows it.
  #lose(name, choice, reason) {
    this.#losses.set(name, (this.#losses.get(name) ?? 0) + 1);
    this.#renderer = null;
    this.#show(`The device was lost${reason ? `: ${reason.replace(/\.$/, '')}` : ''}. Starting again.`, true);
    this.#begin(choice);
  }

  async #start(name, choice, attempt) {
    const api = apis[name];
    this.#renderer?.dispose();
    this.#renderer = null;
    const canvas = make('canvas', {width: size, height: size, id: 'picture', role: 'img', 'aria-label': 'The pair'});
    this.#canvas?.remove();
    this.#canvas = canvas;
    this.#box.prepend(canvas);
    const current = (report) => (text) => canvas === this.#canvas && report(text);
    const renderer = await api.Renderer.create(canvas, {
      onLost: current((text) => this.#lose(name, choice, text)),
      onError: current((text) => {
        this.#hasFailed = true;
        this.#show(text, true);
      }),
    });
    if (attempt !== this.#attempt) {
      renderer.dispose();
      return;
    }
    this.#api = api;
    this.#renderer = renderer;
    this.#mark('pair');
  }

  // Sets the answer of the worker. Programs that compile to the same shaders may have a new scene.
  setDrawing(drawing, isNewScene) {
    const key = JSON.stringify([drawing, this.#inputs.words]);
    if (key === this.#key && !isNewScene) return;
    this.#key = key;
    this.#drawing = drawing;
    this.#mark('pair');
  }

  // Must be called when 'look' (blending, depth, output), 'mesh', 'textures' or 'constants' have changed.
  refresh(what) {
    this.#mark(what === 'look' ? 'pair' : what);
  }

  #mark(what) {
    this.#isChecked = false;
    if (what === 'pair') for (const each of ['pair', 'mesh', 'textures']) this.#stale.add(each);
    else if (what === 'mesh') for (const each of ['pair', 'mesh']) this.#stale.add(each); // the mesh affects the depth test
    else if (what === 'textures') this.#stale.add('textures');
    if (this.#stale.size > 0) this.#update();
    else this.#askFrame();
  }

  get #isReady() {
    return this.#renderer !== null && this.#drawing !== null && this.#drawing.target === this.target;
  }

  // Marks the picture as busy until it shows the current choice.
  #showBusy() {
    if (this.#beginning || this.#updating) this.#box.setAttribute('aria-busy', 'true');
    else this.#box.removeAttribute('aria-busy');
  }

  // Applies the pending changes, one at a time.
  async #update() {
    if (this.#updating || !this.#isReady) return;
    this.#updating = true;
    this.#showBusy();
    try {
      while (this.#stale.size > 0 && this.#isReady) {
        const stale = this.#stale;
        this.#stale = new Set();
        await this.#apply(stale);
      }
    } finally {
      this.#updating = false;
      this.#showBusy();
    }
    this.#askFrame();
  }

  async #apply(stale) {
    const renderer = this.#renderer;
    const drawing = this.#drawing;
    const {scene, mesh} = this.#inputs;
    this.#isDrawable = false;
    try {
      if (stale.has('textures')) this.#upload(renderer);
      if (stale.has('pair')) await renderer.setPair(drawing, {blend: scene.blend, output: scene.output, depth: mesh.depth});
      if (renderer !== this.#renderer || drawing !== this.#drawing) return; // the next pass does everything again
      if (stale.has('mesh')) renderer.setMesh(this.#inputs.attributes(), mesh.indices);
      this.#isDrawable = true;
      this.#hasFailed = false;
      this.#showState();
    } catch (error) {
      if (renderer === this.#renderer) this.#show(`${this.#api.title}: ${error.message}`, true);
    }
    this.#canvas.setAttribute('aria-label', `The pair on the mesh ${this.#inputs.meshWord}`);
  }

  #upload(renderer) {
    if (!this.#uploaded.has(renderer)) this.#uploaded.set(renderer, new Map());
    const uploaded = this.#uploaded.get(renderer);
    for (const texture of this.#inputs.guess.textures) {
      const picture = this.#inputs.picture(texture);
      if (uploaded.get(texture.name) === picture) continue;
      uploaded.set(texture.name, picture);
      renderer.setTexture(texture.name, picture);
    }
  }

  #showState() {
    this.#show(`${this.#api.title}, ${size} × ${size}${this.#instead}${this.#isEmpty ? '. Only the background is visible.' : ''}`, false);
  }

  // Shows whether anything is visible. An empty picture does not stay empty when it moves.
  #checkWhetherEmpty() {
    this.#copy.drawImage(this.#canvas, 0, 0);
    const {data} = this.#copy.getImageData(0, 0, size, size);
    const isPlain = new Uint32Array(data.buffer).every((pixel, _, pixels) => pixel === pixels[0]);
    const isEmpty = isPlain && background.every((channel, i) => Math.abs(255 * channel - data[i]) <= 1);
    this.#isChecked = true;
    if (isEmpty === this.#isEmpty) return;
    this.#isEmpty = isEmpty;
    if (!this.#hasFailed) this.#showState();
  }

  #askFrame() {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((now) => this.#drawFrame(now));
  }

  #drawFrame(now) {
    this.#frame = 0;
    if (this.#playing && this.#inputs.isMoving) {
      if (this.#lastFrame !== null) this.#seconds += Math.min(now - this.#lastFrame, 100) / 1000;
      this.#lastFrame = now;
      this.#askFrame();
    }
    if (this.#renderer === null || !this.#isDrawable || this.#updating || this.#stale.size > 0) return;
    this.#renderer.draw({
      constants: (stage, count) => this.#inputs.constants(stage, count, this.#seconds),
      instances: this.#inputs.instances ?? 1,
      background,
    });
    if (!this.#isChecked || this.#isEmpty) this.#checkWhetherEmpty();
  }

  get playing() {
    return this.#playing;
  }

  play(on) {
    this.#playing = on;
    this.#lastFrame = null;
    this.#askFrame();
  }

  setSeconds(seconds) {
    this.#seconds = seconds;
    this.#isChecked = false;
    this.#askFrame();
  }
}
