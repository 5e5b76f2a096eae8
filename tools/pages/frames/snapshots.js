// ------------------------------------------------------------------ snapshots: going back without making all calls again

const stepsOfSnapshot = 100;
const limits = {snapshotBytes: 256 * 2 ** 20, pictureBytes: 256 * 2 ** 20};

// A copy of the content of an object. The back buffer is not an object: it is drawn again.
function contentOf(gl, object) {
  if (object.buffer) return {bytes: object.bytes.slice(), size: object.bytes.length};
  const layers = facesOf(gl, object).length + object.targets.length;
  const copy = {texture: gl.createTexture(), levels: object.levels, depths: new Map(), size: 8 * object.width * object.height * layers};
  gl.activeTexture(gl.TEXTURE0);
  gl.bindTexture(object.target, copy.texture);
  gl.texStorage2D(object.target, object.levels, formatOf(gl, object), object.width, object.height);
  copyLevels(gl, object, object.texture, copy.texture, object.levels);
  for (const target of object.targets.filter(({depth}) => depth)) {
    const framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    const buffer = addRenderbuffer(gl, target, gl.DEPTH24_STENCIL8, gl.DEPTH_STENCIL_ATTACHMENT);
    copyRectangle(gl, target.framebuffer, framebuffer, wholeOf(target), gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    copy.depths.set(target, {framebuffer, buffer});
  }
  return copy;
}

function copyLevels(gl, object, from, to, levels) {
  const [source, destination] = [gl.createFramebuffer(), gl.createFramebuffer()];
  for (const face of facesOf(gl, object))
    for (let level = 0; level < levels; ++level) {
      for (const [binding, framebuffer, texture] of [[gl.READ_FRAMEBUFFER, source, from], [gl.DRAW_FRAMEBUFFER, destination, to]]) {
        gl.bindFramebuffer(binding, framebuffer);
        gl.framebufferTexture2D(binding, gl.COLOR_ATTACHMENT0, face, texture, level);
      }
      copyRectangle(gl, source, destination, wholeOf(sizeOfLevel(object, level)), gl.COLOR_BUFFER_BIT);
    }
  [source, destination].forEach((each) => gl.deleteFramebuffer(each));
}

function putBack(gl, object, content) {
  if (content.bytes) {
    object.bytes.set(content.bytes);
    gl.bindBuffer(object.target, object.buffer);
    gl.bufferSubData(object.target, 0, object.bytes);
  } else if (content.texture) {
    copyLevels(gl, object, content.texture, object.texture, content.levels);
    object.levels = content.levels;
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(object.target, object.texture);
    gl.texParameteri(object.target, gl.TEXTURE_MAX_LEVEL, object.levels - 1);
    for (const [target, {framebuffer}] of content.depths)
      copyRectangle(gl, framebuffer, target.framebuffer, wholeOf(target), gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
  } else {
    object.key = content.key;
  }
}

function releaseContent(gl, content) {
  if (!content?.texture) return;
  gl.deleteTexture(content.texture);
  for (const {framebuffer, buffer} of content.depths.values()) {
    gl.deleteFramebuffer(framebuffer);
    gl.deleteRenderbuffer(buffer);
  }
}

// States after some calls. An object is copied when it changes after the newest snapshot; a snapshot without a copy of
// an object shares the copy of the next snapshot that has one, or the present content.
class Snapshots {
  #gl;
  #places;     // calls after which a snapshot is taken
  #list = [];  // {at, contents}; `contents` maps objects to copies, or to null if the object was new
  #current = -1;
  #versions = 0;
  #bytes = 0;

  constructor(gl, calls) {
    this.#gl = gl;
    this.#places = new Set();
    let steps = 0;
    calls.forEach(({frame, call}, index) => {
      if (frame === undefined) return;
      if (frame !== calls[index - 1]?.frame) this.#places.add(index - 1);
      else if (isStep(call) && ++steps % stepsOfSnapshot === 0) this.#places.add(index);
    });
  }

  // Called after each call that is made.
  passed(at) {
    if (!this.#places.has(at)) return;
    if (this.#list[this.#current + 1]?.at === at) ++this.#current;
    else if (this.#bytes <= limits.snapshotBytes)
      this.#current = this.#list.push({at, contents: new Map()}) - 1;
  }

  // Called before an object changes. Each content gets a new version number.
  willChange(object, isNew) {
    object.version = ++this.#versions;
    const contents = this.#list[this.#current]?.contents;
    if (contents && !contents.has(object)) this.#keep(contents, object, isNew);
  }

  #keep(contents, object, isNew = false) {
    const content = isNew ? null : contentOf(this.#gl, object);
    contents.set(object, content);
    this.#bytes += content?.size ?? 0;
  }

  // Goes to the snapshot before a call, if that is nearer to it than `at`. Returns the call of the snapshot;
  // null if no call needs to be undone; undefined if all calls must be made again.
  goTo(index, at) {
    const to = this.#list.findLastIndex((each) => each.at <= index);
    if (to < 0 || (to === this.#current && index >= at)) return index >= at ? null : undefined;
    const [low, high] = to <= this.#current ? [to, this.#current] : [this.#current, to - 1];
    const changed = new Set(this.#list.slice(low, high + 1).flatMap(({contents}) => [...contents.keys()]));
    const last = this.#list.at(-1).contents;
    for (const object of changed) {
      if (!last.has(object)) this.#keep(last, object);
      const content = this.#list.slice(to).find(({contents}) => contents.has(object)).contents.get(object);
      if (content !== null) putBack(this.#gl, object, content);
      object.version = ++this.#versions;
    }
    this.#current = to;
    return this.#list[to].at;
  }

  clear() {
    for (const {contents} of this.#list) for (const content of contents.values()) releaseContent(this.#gl, content);
    this.#list = [];
    this.#bytes = 0;
    this.#current = -1;
  }
}
