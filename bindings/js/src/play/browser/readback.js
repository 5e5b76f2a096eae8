// Reads the picture of Stage3D back from the player's WebGL when a tapped game presents a frame. The page loads this
// script before the player.
//
// The player draws into textures, resolves some of them, and later draws the display list and the page. When the game's
// message about a frame comes, the texture that was drawn last is the picture. Its row 0 is the top.
{
  const { prototype } = WebGL2RenderingContext;
  const sizes = new WeakMap(); // the size of each texture: [width, height]
  const attached = new WeakMap(); // the texture of each framebuffer
  const bound = new WeakMap(); // the framebuffer that each context draws to
  let last; // { gl, texture }
  let wanted = { kind: 'none' };
  let count = 0;

  const wrap = (name, after) => {
    const real = prototype[name];
    prototype[name] = function (...args) {
      const result = real.apply(this, args);
      after(this, args);
      return result;
    };
  };

  const drawn = (gl) => {
    const texture = attached.get(bound.get(gl) ?? gl);
    if (texture) last = { gl, texture };
  };
  wrap('bindFramebuffer', (gl, [target, framebuffer]) => {
    if (target !== gl.READ_FRAMEBUFFER) bound.set(gl, framebuffer);
  });
  wrap('framebufferTexture2D', (gl, [target, attachment, , texture]) => {
    const framebuffer = target === gl.READ_FRAMEBUFFER ? gl.getParameter(gl.READ_FRAMEBUFFER_BINDING) : bound.get(gl);
    if (framebuffer && attachment === gl.COLOR_ATTACHMENT0) attached.set(framebuffer, texture);
  });
  wrap('framebufferRenderbuffer', (gl, [, attachment]) => {
    if (bound.get(gl) && attachment === gl.COLOR_ATTACHMENT0) attached.delete(bound.get(gl));
  });
  wrap('texStorage2D', (gl, [target, , , width, height]) => {
    if (target === gl.TEXTURE_2D) sizes.set(gl.getParameter(gl.TEXTURE_BINDING_2D), [width, height]);
  });
  for (const name of ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced', 'blitFramebuffer', 'clearBufferfv'])
    wrap(name, drawn);

  const packing = ['PACK_ALIGNMENT', 'PACK_ROW_LENGTH', 'PACK_SKIP_PIXELS', 'PACK_SKIP_ROWS'];

  /** Returns the pixels of a texture, and restores the state of the context. */
  function pixelsOf({ gl, texture }) {
    const [width, height] = sizes.get(texture);
    const pixels = new Uint8Array(4 * width * height);
    const values = packing.map((name) => gl.getParameter(gl[name]));
    const buffer = gl.getParameter(gl.PIXEL_PACK_BUFFER_BINDING);
    const before = gl.getParameter(gl.READ_FRAMEBUFFER_BINDING);
    const framebuffer = gl.createFramebuffer();
    packing.forEach((name, i) => gl.pixelStorei(gl[name], i === 0 ? 1 : 0));
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer);
    gl.framebufferTexture2D(gl.READ_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    const isRead = gl.checkFramebufferStatus(gl.READ_FRAMEBUFFER) === gl.FRAMEBUFFER_COMPLETE; // also false without a context
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, before);
    gl.deleteFramebuffer(framebuffer);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer);
    packing.forEach((name, i) => gl.pixelStorei(gl[name], values[i]));
    return isRead ? { width, height, pixels } : { problem: 'the browser cannot read what the player drew' };
  }

  let kept; // the picture of the last frame, or the problem with it
  const sending = []; // promises
  const send = ({ pixels, ...about }) => sending.push(fetch(`${wanted.address}?${new URLSearchParams(about)}`, { method: 'POST', body: pixels }));

  function presented(frame) {
    count = frame;
    if (wanted.kind !== 'last' && !(frame >= wanted.first && frame <= wanted.last)) return;
    kept = { frame, ...(last && sizes.has(last.texture) ? pixelsOf(last) : { problem: 'the player has not drawn' }) };
    if (wanted.kind === 'range') send(kept);
  }

  for (const name of ['log', 'info']) {
    const real = console[name];
    console[name] = (...values) => {
      const frame = /agalc-frame (\d+)/.exec(values.join(' '))?.[1];
      if (frame === undefined) real.apply(console, values);
      else presented(Number(frame));
    };
  }

  window.wantFrames = (frames) => (wanted = frames);
  /** Records the first frame that begins after a click, and returns its number. */
  window.clickFrame = () => {
    wanted = { ...wanted, kind: 'range', first: count + 2, last: count + 2 };
    return count + 2;
  };
  /** Waits until all pictures are sent. Resolves to the number of the last frame. */
  window.endFrames = async () => {
    const end = count;
    if (wanted.kind === 'last' && kept) send(kept);
    wanted = { kind: 'none' };
    await Promise.all(sending);
    return end;
  };
}
