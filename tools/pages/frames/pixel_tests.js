// ------------------------------------------------------ pixel tests: what becomes of the fragments of draws at one pixel

// The tests of a fragment, in their order, and what it means if no fragment at the pixel passes.
const failures = {
  cover: 'does not cover the pixel',
  culling: 'faces away: culled',
  scissor: 'outside of the scissor rectangle',
  kil: 'discarded by kil',
  stencil: 'fails the stencil test',
  depth: 'fails the depth test',
  mask: 'the color mask is empty',
};

const isInside = ([x, y], rectangle) => !rectangle ||
  (x >= rectangle[0] && y >= rectangle[1] && x < rectangle[0] + rectangle[2] && y < rectangle[1] + rectangle[3]);

// Waits for the result of a query. Browsers give it only to a later task.
function resultOf(gl, query) {
  return new Promise((resolve) => {
    const look = () => {
      if (!gl.isContextLost() && !gl.getQueryParameter(query, gl.QUERY_RESULT_AVAILABLE)) return setTimeout(look);
      resolve(Boolean(gl.getQueryParameter(query, gl.QUERY_RESULT)));
      gl.deleteQuery(query);
    };
    look();
  });
}

// An observer of draws: before each draw, asks whether its fragments at the pixel pass each test, without writing.
class PixelTests {
  #gl;
  #pixel;
  found = null; // {failed()} for the last draw; `failed` resolves to the first test that no fragment passes, or to null

  constructor(gl, pixel) {
    this.#gl = gl;
    this.#pixel = pixel;
  }

  before(target, state, issue) {
    const gl = this.#gl;
    const [x, y] = this.#pixel;
    if (x >= target.width || y >= target.height) return;
    for (const test of [gl.DEPTH_TEST, gl.STENCIL_TEST, gl.CULL_FACE]) gl.disable(test);
    gl.depthMask(false);
    gl.stencilMask(0);
    gl.colorMask(false, false, false, false);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(x, y, 1, 1);
    const asked = [];
    const ask = (test, use, capability) => {
      if (capability !== undefined) gl.enable(capability);
      const query = gl.createQuery();
      gl.beginQuery(gl.ANY_SAMPLES_PASSED, query);
      issue(use, target);
      gl.endQuery(gl.ANY_SAMPLES_PASSED);
      asked.push([test, query]);
    };
    const known = (test, passes) => asked.push([test, passes]);
    const {stencil, depth, culling, colorMask, scissor} = state;
    ask('cover', 'cover');
    if (culling !== 'none') ask('culling', 'cover', gl.CULL_FACE);
    known('scissor', isInside(this.#pixel, scissor));
    ask('kil', 'draw');
    if (target.depth && (stencil.front.compare !== 'always' || stencil.back.compare !== 'always')) ask('stencil', 'draw', gl.STENCIL_TEST);
    if (target.depth && depth.compare !== 'always') ask('depth', 'draw', gl.DEPTH_TEST);
    known('mask', colorMask !== '');
    this.found = {failed: () => this.#firstFailed(asked)};
  }

  async #firstFailed(asked) {
    let first = null;
    for (const [test, answer] of asked) {
      const passes = typeof answer === 'boolean' ? answer : await resultOf(this.#gl, answer);
      if (!passes) first ??= test;
    }
    return first;
  }
}

const nothingDrawn = -12344; // a number that programs hardly write, and that a half float can have

// An observer of draws: gives what the fragment program writes at the pixel, before blending.
class PixelOutputs {
  #gl;
  #pixel;
  #isFloat;
  #copies = new Map(); // targets of one sample, by the target of the game
  #failed;
  given = null;        // four numbers; null if the middle of the pixel is not covered

  constructor(gl, pixel) {
    this.#gl = gl;
    this.#pixel = pixel;
    this.#isFloat = gl.getExtension('EXT_color_buffer_float') !== null;
  }

  // Begins a draw whose fragments fail a test, or null. Fragments that fail are drawn without tests.
  begin(failed) {
    this.#failed = failed;
    this.given = null;
  }

  before(target, state, issue) {
    const gl = this.#gl;
    const [x, y] = this.#pixel;
    if (this.#failed === 'kil') return;
    if (!this.#copies.has(target)) this.#copies.set(target, makeOwnTarget(gl, {...target, samples: 0, isFloat: this.#isFloat}));
    const copy = this.#copies.get(target);
    const areTested = this.#failed === null || this.#failed === 'mask';
    if (target.depth) copyRectangle(gl, target.framebuffer, copy.framebuffer, [x, y, 1, 1], gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    gl.bindFramebuffer(gl.FRAMEBUFFER, copy.framebuffer);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(x, y, 1, 1);
    gl.colorMask(true, true, true, true);
    gl.clearBufferfv(gl.COLOR, 0, [nothingDrawn, 0, 0, 0]);
    gl.disable(gl.BLEND);
    if (!areTested) for (const test of [gl.DEPTH_TEST, gl.STENCIL_TEST, gl.CULL_FACE]) gl.disable(test);
    issue('draw', copy);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, copy.framebuffer);
    const pixel = this.#isFloat ? new Float32Array(4) : new Uint8Array(4);
    gl.readPixels(x, y, 1, 1, gl.RGBA, this.#isFloat ? gl.FLOAT : gl.UNSIGNED_BYTE, pixel);
    if (pixel[0] !== nothingDrawn) this.given = [...pixel].map((each) => (this.#isFloat ? each : each / 255));
  }

  release() {
    for (const copy of this.#copies.values()) releaseTarget(this.#gl, copy);
  }
}
