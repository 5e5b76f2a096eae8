// ------------------------------------------------------- counting: overdraw, and what each draw of a frame did at one pixel

// Repeats each draw in a twin of its target. The twin has a separate depth and stencil buffer, so the tests give the same
// results. Its colors are numbers of fragments, in steps of 1/255.
class Counter {
  #gl;
  #twins = new Map(); // the key is the target

  constructor(gl) {
    this.#gl = gl;
  }

  clear() {
    this.#twins.forEach((twin) => releaseTarget(this.#gl, twin));
    this.#twins.clear();
  }

  twinOf(target) {
    const gl = this.#gl;
    if (!this.#twins.has(target)) {
      const twin = makeOwnTarget(gl, {...target, isFloat: false});
      if (target.depth && target.samples === 0)
        copyRectangle(gl, target.framebuffer, twin.framebuffer, wholeOf(target), gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
      this.#twins.set(target, twin);
    }
    return this.#twins.get(target);
  }

  // Draws into the twin, with the tests of the draw.
  before(target, {colorMask}, issue) {
    const gl = this.#gl;
    const isScissored = gl.isEnabled(gl.SCISSOR_TEST);
    const twin = this.twinOf(target);
    if (isScissored) gl.enable(gl.SCISSOR_TEST); // making a twin may disable it
    const isWritten = colorMask !== '';
    gl.blendFunc(gl.ONE, gl.ONE);
    gl.colorMask(isWritten, isWritten, isWritten, isWritten);
    issue('count', twin);
  }

  // Returns the number of fragments of each pixel: the first channel of the twin.
  read(target) {
    const {pixels} = readTarget(this.#gl, this.twinOf(target));
    return pixels.filter((_, i) => i % 4 === 0);
  }
}

// Finds overdraw and the history of pixels, with a separate replay. `steps` are {index, call, target}.
class Counting {
  #gl;
  #replayer;
  #counter;
  #steps;
  #counted = {};   // the calls that the twin has counted: {from, to}

  constructor(source, steps) {
    [this.#gl] = source;
    this.#replayer = new Replayer(...source);
    this.#counter = new Counter(this.#gl);
    this.#steps = steps;
  }

  forget(key) {
    this.#replayer.forget(key);
    this.#counted = {};
  }

  dispose() {
    this.#counter.clear();
    this.#replayer.dispose();
  }

  // Returns the steps that change the same picture in the same frame as a step.
  #stepsLike({call, target}) {
    return this.#steps.filter((each) => each.call.frame === call.frame && each.call.call !== 'present' && isSameSide(each.target, target));
  }

  // Goes to the state before the first step, or after it if it clears everything. The observer sees the draws from there on.
  #begin([first], observer) {
    const replayer = this.#replayer;
    const isClear = first.call.call === 'clear' && isFullClear(first.call);
    replayer.observer = null;
    this.#counted = {};
    this.#counter.clear();
    replayer.to(first.index - 1, !isClear);
    replayer.observer = observer;
    if (isClear) replayer.to(first.index);
  }

  // Makes the calls up to a step. The observer sees only the step.
  #toStep({index}, observer) {
    const replayer = this.#replayer;
    if (replayer.at < index - 1) replayer.to(index - 1);
    replayer.observer = observer;
    replayer.to(index);
    replayer.observer = null;
  }

  // Counts the fragments that each pixel got, from the beginning of the frame to a step: {width, height, counts}, or null.
  overdraw(step) {
    const replayer = this.#replayer;
    const steps = this.#stepsLike(step);
    if (steps.length === 0) return null;
    if (this.#counted.from !== steps[0].index || this.#counted.to > step.index) this.#begin(steps, this.#counter);
    replayer.to(step.index);
    this.#counted = {from: steps[0].index, to: step.index};
    const target = replayer.target();
    return target && {width: target.width, height: target.height, counts: this.#counter.read(target)};
  }

  // Returns what the steps of a frame did at a pixel, in order: [{step, failed, value, given}]. A clear writes all pixels. A draw
  // is listed if one of its triangles covers the pixel. `failed` is the test that its last fragment failed (`failures` has the
  // names), or null if it wrote the pixel, even if the value did not change. `value` is the color after the step in bytes, and
  // `given` what the fragment program wrote: four numbers, or null.
  async history(step, x, y) {
    const replayer = this.#replayer;
    const steps = this.#stepsLike(step);
    if (steps.length === 0) return [];
    const tests = new PixelTests(this.#gl, [x, y]);
    const entries = [];
    this.#begin(steps, null);
    for (const each of steps) {
      tests.found = null;
      this.#toStep(each, tests);
      const target = replayer.target();
      const isClear = each.call.call === 'clear' && each.call.mask & colorMaskBit;
      if (target && x < target.width && y < target.height && (isClear || tests.found)) entries.push({step: each, found: tests.found});
    }
    for (const entry of entries) entry.failed = entry.found && (await entry.found.failed());
    const covering = entries.filter(({failed}) => failed !== 'cover');
    if (covering.length === 0) return [];
    const outputs = new PixelOutputs(this.#gl, [x, y]);
    this.#begin(steps, null);
    for (const entry of covering) {
      outputs.begin(entry.failed);
      this.#toStep(entry.step, outputs);
      entry.given = outputs.given;
      entry.value = [...replayer.read([x, y, 1, 1]).pixels];
    }
    outputs.release();
    return covering.map(({step: each, failed, value, given}) => ({step: each, failed, value, given}));
  }
}
