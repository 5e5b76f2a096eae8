// ------------------------------------------------------------------- counting: the fragments of draws, and who wrote a pixel

// Repeats each draw in a twin of its target. The twin has a separate depth and stencil buffer, so the tests give the same
// results. Its colors are numbers of fragments, in steps of 1/255.
class Counter {
  #gl;
  #twins = new Map(); // the key is the target
  pixel = null;       // [x, y]: count only fragments at this pixel, for each draw apart, in white; null: count at all pixels

  constructor(gl) {
    this.#gl = gl;
  }

  begin(pixel) {
    this.#twins.forEach((twin) => releaseTarget(this.#gl, twin));
    this.#twins.clear();
    this.pixel = pixel;
  }

  twinOf(target) {
    const gl = this.#gl;
    if (!this.#twins.has(target)) {
      const twin = makeOwnTarget(gl, target);
      if (target.depth && target.samples === 0)
        copyRectangle(gl, target.framebuffer, twin.framebuffer, wholeOf(target), gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
      this.#twins.set(target, twin);
    }
    return this.#twins.get(target);
  }

  // `issue` draws into the twin, with the state of the draw.
  count(target, program, {colorMask}, issue) {
    const gl = this.#gl;
    const scissor = gl.getParameter(gl.SCISSOR_BOX);
    const isScissored = gl.isEnabled(gl.SCISSOR_TEST);
    const twin = this.twinOf(target);
    const isWritten = colorMask !== '';
    gl.useProgram(program);
    gl.uniform1f(gl.getUniformLocation(program, 'agal_amount'), this.pixel ? 1 : 1 / 255);
    gl.blendFunc(gl.ONE, gl.ONE);
    if (this.pixel) {
      const [x, y] = this.pixel;
      const isInside = !isScissored || (x >= scissor[0] && y >= scissor[1] && x < scissor[0] + scissor[2] && y < scissor[1] + scissor[3]);
      if (!isInside) return;
      gl.enable(gl.SCISSOR_TEST);
      gl.scissor(x, y, 1, 1);
    }
    gl.colorMask(isWritten, isWritten, isWritten, isWritten);
    issue(twin);
  }

  // Returns the number of fragments of each pixel: the first channel of the twin.
  read(target) {
    const {pixels} = readTarget(this.#gl, this.twinOf(target));
    return pixels.filter((_, i) => i % 4 === 0);
  }

  // Moves the pixel to the pixel number `place` of `strip`, without waiting for the GPU.
  keep(target, strip, place) {
    const gl = this.#gl;
    const twin = this.twinOf(target);
    const [x, y] = this.pixel;
    if (twin.framebuffer !== twin.resolved) copyRectangle(gl, twin.framebuffer, twin.resolved, [x, y, 1, 1], gl.COLOR_BUFFER_BIT);
    gl.disable(gl.SCISSOR_TEST);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, twin.resolved);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, strip.framebuffer);
    const [column, row] = [place % strip.width, Math.floor(place / strip.width)];
    gl.blitFramebuffer(x, y, x + 1, y + 1, column, row, column + 1, row + 1, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, twin.framebuffer);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(x, y, 1, 1);
    gl.colorMask(true, true, true, true);
    gl.clearBufferfv(gl.COLOR, 0, [0, 0, 0, 0]);
  }
}

const widthOfStrip = 1024;

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
    this.#counter.begin(null);
    this.#replayer.dispose();
  }

  // Returns the steps that change the same picture in the same frame as a step.
  #stepsLike({call, target}) {
    return this.#steps.filter((each) => each.call.frame === call.frame && each.call.call !== 'present' && isSameSide(each.target, target));
  }

  // Goes to the state before the first step, or after it if it clears everything, and counts from there on.
  #begin([first], pixel) {
    const replayer = this.#replayer;
    const isClear = first.call.call === 'clear' && isFullClear(first.call);
    replayer.counter = null;
    replayer.to(first.index - 1, !isClear);
    replayer.counter = this.#counter;
    this.#counter.begin(pixel);
    if (isClear) replayer.to(first.index);
  }

  // Counts the fragments that each pixel got, from the beginning of the frame to a step: {width, height, counts}, or null.
  overdraw(step) {
    const replayer = this.#replayer;
    const steps = this.#stepsLike(step);
    if (steps.length === 0) return null;
    if (this.#counted.from !== steps[0].index || this.#counted.to > step.index) this.#begin(steps, null);
    replayer.to(step.index);
    this.#counted = {from: steps[0].index, to: step.index};
    const target = replayer.target();
    return target && {width: target.width, height: target.height, counts: this.#counter.read(target)};
  }

  // Lists the steps of a frame that wrote a pixel, in order: [{step, value}]. A clear writes all pixels. A draw wrote the
  // pixel if one of its fragments passed all tests, even if the value did not change.
  history(step, x, y) {
    const replayer = this.#replayer;
    return this.#writersOf(this.#stepsLike(step), x, y).map((each) => {
      replayer.to(each.index);
      return {step: each, value: [...replayer.read([x, y, 1, 1]).pixels]};
    });
  }

  #writersOf(steps, x, y) {
    const replayer = this.#replayer;
    this.#counted = {};
    if (steps.length === 0) return [];
    const strip = makeOwnTarget(this.#gl, {width: widthOfStrip, height: Math.ceil(steps.length / widthOfStrip), depth: false, samples: 0});
    const clears = new Set();
    this.#begin(steps, [x, y]);
    steps.forEach((each, place) => {
      replayer.to(each.index);
      const target = replayer.target();
      if (!target || x >= target.width || y >= target.height) return;
      if (each.call.call !== 'clear') this.#counter.keep(target, strip, place);
      else if (each.call.mask & colorMaskBit) clears.add(each);
    });
    replayer.counter = null;
    const {pixels} = readTarget(this.#gl, strip);
    releaseTarget(this.#gl, strip);
    return steps.filter((each, place) => clears.has(each) || pixels[4 * place] > 0);
  }
}
