// The picture: a canvas, the renderer for it, and time.
import { make } from './shared.js';
import * as webgl from './webgl.js';
import * as webgpu from './webgpu.js';

const size = 512;
const background = [0.08, 0.09, 0.12, 1];
const apis = {webgpu, webgl};

export class Preview {
  #box;
  #inputs;
  #show;
  #canvas = null;
  #api = null;
  #renderer = null;
  #generation = 0; // of the canvas: what an older one reports is ignored
  #drawing = null;
  #stale = new Set(); // of 'pair', 'mesh', 'textures'
  #uploaded = new Map(); // pictures by sampler
  #updating = false;
  #frame = 0;
  #playing = false;
  #seconds = 0;
  #lastFrame = null;

  // `show(text, problem)` shows a state: the text, and whether it is a problem.
  constructor(box, inputs, show) {
    this.#box = box;
    this.#inputs = inputs;
    this.#show = show;
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

  // Begins to draw with 'webgpu', 'webgl', or 'auto': the first of these that works here.
  async use(choice) {
    const reasons = [];
    for (const name of choice === 'auto' ? ['webgpu', 'webgl'] : [choice]) {
      try {
        await this.#start(apis[name]);
        return;
      } catch (error) {
        reasons.push(error.message);
      }
    }
    this.#api = null;
    this.#renderer = null;
    this.#show(`Nothing can be drawn: ${reasons.join(', and ')}.`, true);
  }

  async #start(api) {
    const generation = ++this.#generation;
    this.#renderer?.dispose();
    this.#renderer = null;
    const canvas = make('canvas', {width: size, height: size, id: 'picture', role: 'img'});
    this.#canvas?.remove();
    this.#canvas = canvas;
    this.#box.prepend(canvas);
    const current = (report) => (text) => generation === this.#generation && report(text);
    const renderer = await api.Renderer.create(canvas, {
      onLost: current((text) => {
        this.#renderer = null;
        this.#show(`The device was lost${text ? `: ${text}` : ''}. Choose how to draw again.`, true);
      }),
      onError: current((text) => this.#show(text, true)),
    });
    if (generation !== this.#generation) return;
    this.#api = api;
    this.#renderer = renderer;
    this.#uploaded.clear();
    this.#mark('pair');
  }

  // The answer of the worker, or null if there is nothing to draw.
  setDrawing(drawing) {
    const same = drawing !== null && this.#drawing !== null && JSON.stringify(drawing) === JSON.stringify(this.#drawing);
    this.#drawing = drawing;
    if (!same) this.#mark('pair');
  }

  // 'look' (blending, depth, output), 'mesh', 'textures' or 'constants' have changed.
  refresh(what) {
    this.#mark(what === 'look' ? 'pair' : what);
  }

  #mark(what) {
    if (what === 'pair') for (const each of ['pair', 'mesh', 'textures']) this.#stale.add(each);
    else if (what === 'mesh') for (const each of ['pair', 'mesh']) this.#stale.add(each); // the mesh decides about depth
    else if (what === 'textures') this.#stale.add('textures');
    if (this.#stale.size > 0) this.#update();
    else this.#askFrame();
  }

  // What a change makes necessary, one at a time.
  async #update() {
    if (this.#updating || this.#drawing === null || this.#renderer === null || this.#drawing.target !== this.target) return;
    this.#updating = true;
    try {
      while (this.#stale.size > 0 && this.#renderer !== null && this.#drawing !== null) {
        const stale = this.#stale;
        this.#stale = new Set();
        await this.#apply(stale);
      }
    } finally {
      this.#updating = false;
    }
    this.#askFrame();
  }

  async #apply(stale) {
    const renderer = this.#renderer;
    const drawing = this.#drawing;
    const {scene, mesh} = this.#inputs;
    try {
      if (stale.has('textures')) this.#upload(renderer);
      if (stale.has('pair')) await renderer.setPair(drawing, {blend: scene.blend, output: scene.output, depth: mesh.depth});
      if (stale.has('mesh')) renderer.setMesh(this.#inputs.attributes(), mesh.indices);
      if (stale.has('textures')) this.#upload(renderer);
      if (renderer === this.#renderer) this.#show(`${this.#api.title}, ${size} × ${size}`, false);
    } catch (error) {
      if (renderer === this.#renderer) this.#show(`${this.#api.title}: ${error.message}`, true);
    }
    this.#canvas.setAttribute('aria-label', `The pair on the mesh ${this.#inputs.meshWord}`);
  }

  #upload(renderer) {
    for (const texture of this.#inputs.guess.textures) {
      const picture = this.#inputs.picture(texture);
      if (this.#uploaded.get(texture.name) === picture) continue;
      this.#uploaded.set(texture.name, picture);
      renderer.setTexture(texture.name, picture);
    }
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
    if (this.#renderer === null || this.#drawing === null || this.#updating || this.#stale.size > 0) return;
    this.#renderer.draw({
      constants: (stage, count) => this.#inputs.constants(stage, count, this.#seconds),
      instances: this.#inputs.instances ?? 1,
      background,
    });
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
    this.#askFrame();
  }
}
