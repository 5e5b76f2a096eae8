// Functions that page.test.mjs runs in the page of `agalc replay`.

// In the page: compares the histories of random pixels with the pictures of all steps. Returns the differences.
export async function compareHistories({ frame, count, target }) {
  const { replay } = window;
  const name = (step) => (step.target ? `${step.target.object} ${step.target.side}` : 'back');
  const steps = replay.steps.filter((step) => step.call.frame === frame && step.call.call !== 'present' && name(step) === target);
  const all = steps.map(({ number }) => replay.picture(number));
  const { width, height } = all[0];
  const isLess = (before, value) => before.join() !== value.join();
  const problems = [];
  let seed = frame;
  const random = (end) => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) % end;
  let entries = 0;
  for (let i = 0; i < count; ++i) {
    const [x, y] = [random(width), random(height)];
    const values = all.map((picture) => [...picture.pixels.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)]);
    const history = await replay.history(steps[0].number, x, y);
    entries += history.length;
    const byStep = new Map(history.map((entry) => [entry.number, entry.value]));
    steps.forEach(({ number, title }, k) => {
      const said = byStep.get(number);
      if (said ? said.join() !== values[k].join() : k > 0 && isLess(values[k - 1], values[k]))
        problems.push(`${x}, ${y}, ${title}: ${values[k]}, the history has ${said}`);
    });
  }
  return { problems: problems.slice(0, 10), entries, steps: steps.length };
}

// Before the scripts of a page: notes what the page does before its first picture.
export function countEarlyWork() {
  const work = { draws: 0, programs: 0, contexts: 0 };
  const count = (object, method, name) => {
    const original = object[method];
    object[method] = function (...args) {
      ++work[name];
      return original.apply(this, args);
    };
  };
  count(WebGL2RenderingContext.prototype, 'drawElementsInstanced', 'draws');
  count(WebGL2RenderingContext.prototype, 'linkProgram', 'programs');
  count(HTMLCanvasElement.prototype, 'getContext', 'contexts');
  const mark = performance.mark;
  performance.mark = function (...args) {
    window.early = { ...work, rows: document.querySelectorAll('#list .row').length, editors: document.querySelectorAll('.cm-editor').length };
    return mark.apply(this, args);
  };
}

// In the page: the pixels of a PNG file. A canvas would premultiply them.
export async function pixelsOfPng({ base64 }) {
  const options = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' };
  const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]), options);
  const gl = newContext();
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, gl.getParameter(gl.TEXTURE_BINDING_2D), 0);
  const pixels = new Uint8Array(4 * bitmap.width * bitmap.height);
  gl.readPixels(0, 0, bitmap.width, bitmap.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  gl.getExtension('WEBGL_lose_context').loseContext();
  return [...pixels];
}

// In the page: the levels of the texture of each draw, by [face, level].
export async function levelsOfDraws({ wanted }) {
  const programs = JSON.parse(await inflate(document.getElementById('programs')));
  const replayer = new Replayer(newContext(), await readFrames(), programs, 'flash');
  const draws = window.replay.steps.filter(({ call }) => isDraw(call.call));
  return wanted.map((levels, i) => {
    replayer.to(draws[i].index);
    return levels.map(([face, level]) => [...replayer.readTexture(replayer.state.textures[0], level, face).pixels]);
  });
}
