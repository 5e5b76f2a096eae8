// Follows the calls of a game, and extracts frames from them: the calls of the frames, preceded by the calls that
// create the objects, contents and settings with which the frames begin.
import { callOf, inputsOf, isBackBuffer, isCreation, isDraw, isTarget, isUpload, keyOf, objectsOf, replacesAll, settingsOf, uploadsWith } from './calls.js';

/** @typedef {import('./calls.js').Call} Call */

// A game may draw a texture from its picture in the previous frame, which depends on the frame before that. The
// recorder follows at most this many dependencies.
const maxDepth = 64;

// The number of last frames that are kept, because a player may present a few more frames before it stops.
const maxRecent = 8;

/** Consecutive calls, and what they need: the calls of the frames, or the calls that draw a texture. */
class Section {
  /** @type {Call[]} */
  calls = [];
  /** Earlier contents that the calls use, by object. */
  uses = new Map();
  depth = 1;
  #written = new Set();

  /** @param {number} target the texture that is drawn; 0 for frames @param {Map<string, Call>} settings */
  constructor(target, settings) {
    this.target = target;
    this.settings = new Map(settings);
  }

  /** @param {number} id @param {Contents | undefined} contents */
  use(id, contents) {
    if (contents === undefined || this.uses.has(id) || this.#written.has(id)) return;
    this.uses.set(id, contents);
    if (contents instanceof Section) this.depth = Math.max(this.depth, contents.depth + 1);
  }

  /** Marks an object as written, so that its earlier contents do not matter from here on. @param {number} id */
  write(id) {
    this.#written.add(id);
  }
}

/** @typedef {Section | Call[]} Contents the uploads, or the section that drew a texture */

export class Recorder {
  /**
   * The recorded frames; undefined until they are complete.
   * @type {{section: Section, first: number, last: number} | undefined}
   */
  complete;
  /** The game's data about itself and its player. */
  start = { game: '', version: '', type: '' };
  /** The number of frames that were presented. */
  frame = 0;
  /** Textures that depend on more than `maxDepth` sections. @type {Set<number>} */
  shortened = new Set();
  #wanted;
  #count = 0;
  /** @type {Map<number, Call>} */
  #created = new Map();
  /** @type {Map<number, Contents>} */
  #contents = new Map();
  /** @type {Map<string, Call>} */
  #settings = new Map();
  #recent = [];
  #frames;
  #first = 0;
  #pass;

  /** @param {import('./options.js').Wanted} wanted */
  constructor(wanted) {
    this.#wanted = wanted;
    this.#begin();
  }

  /** Sets the number of the frame to record after a click. The frame must not have begun. @param {number} frame */
  click(frame) {
    if (this.#wanted.kind === 'click') this.#wanted = { kind: 'range', first: frame, last: frame };
  }

  /** Chooses one of the last frames, if it was kept. @param {number} frame */
  choose(frame) {
    this.complete = this.#recent.find(({ last }) => last === frame) ?? this.complete;
  }

  /** @param {any[]} posted as amf3.js reads it */
  add(posted) {
    if (posted[0] === 'start') {
      const [, , , game, version, type] = posted;
      this.start = { game, version, type };
      return;
    }
    const call = callOf(posted, (id) => this.#created.get(id));
    Object.assign(call, { number: ++this.#count, frame: this.frame + 1 });
    if (isCreation(call)) this.#created.set(call.result, call);
    if (isTarget(call)) this.#pass = undefined;
    if (isBackBuffer(call)) this.#forgetTargets(call);
    if (isDraw(call)) this.#draw(call);
    if (isUpload(call)) this.#upload(call);
    if (call.method === 'clear') this.#clear(call);
    for (const section of this.#sections()) section.calls.push(call);
    for (const key of settingsOf(call) ?? []) this.#settings.set(key, call);
    if (call.method === 'setRenderToTexture') this.#pass = new Section(call.args[0]?.object ?? 0, this.#settings);
    if (call.method === 'present') this.#present(call);
  }

  #sections() {
    return [this.#frames, this.#pass].filter((each) => each !== undefined);
  }

  #begin() {
    const { kind, first } = this.#wanted;
    const next = this.frame + 1;
    if (kind === 'last' || (kind === 'range' && next === first)) {
      this.#frames = new Section(0, this.#settings);
      this.#first = next;
    }
  }

  #present({ on }) {
    ++this.frame;
    this.#pass = undefined;
    this.#forgetTargets({ on });
    const { kind, last } = this.#wanted;
    if (this.#frames && (kind === 'last' || this.frame === last)) {
      this.complete = { section: this.#frames, first: this.#first, last: this.frame };
      if (kind === 'last') this.#recent = [...this.#recent, this.complete].slice(-maxRecent);
      this.#frames = undefined;
    }
    if (!this.#frames) this.#begin();
  }

  /** True if the frames are complete and no later frames are wanted. */
  get done() {
    return this.complete !== undefined && this.#wanted.kind !== 'last';
  }

  #upload(call) {
    const creation = this.#created.get(call.on);
    const before = this.#contents.get(call.on);
    for (const section of this.#sections()) {
      if (!replacesAll(call, creation)) section.use(call.on, before);
      section.write(call.on);
    }
    this.#contents.set(call.on, uploadsWith(Array.isArray(before) ? before : [], call, creation));
  }

  #forgetTargets({ on }) {
    for (const output of [0, 1, 2, 3]) this.#settings.delete(keyOf(on, 'target', output));
  }

  // Returns the textures to which the outputs are drawn.
  #targets(on) {
    return [0, 1, 2, 3].flatMap((output) => this.#settings.get(keyOf(on, 'target', output))?.args[0]?.object ?? []);
  }

  #clear({ on }) {
    for (const id of this.#targets(on)) {
      for (const section of this.#sections()) section.write(id);
      if (this.#pass) this.#contents.set(id, this.#pass);
    }
  }

  // A draw reads the current program, buffers and textures, and a target that was not cleared.
  #draw({ on, args }) {
    const used = [args[0]?.object, ...inputsOf(on, this.#settings).flatMap(([, call]) => (call?.args ?? []).map((value) => value?.object))];
    const targets = this.#targets(on);
    for (const id of [...used, ...targets]) {
      if (id === undefined) continue;
      for (const section of this.#sections()) section.use(id, this.#contents.get(id));
    }
    for (const section of this.#sections()) targets.forEach((id) => section.write(id));
    if (!this.#pass || targets.length === 0) return;
    if (this.#pass.depth > maxDepth) {
      this.#pass.uses.forEach((contents, id) => contents instanceof Section && this.#pass.uses.delete(id));
      this.#pass.depth = 1;
      targets.forEach((id) => this.shortened.add(id));
    }
    targets.forEach((id) => this.#contents.set(id, this.#pass));
  }

  /** Returns the calls of a file. Calls before the frames have frame number 0. @returns {Call[]} */
  calls() {
    return this.complete ? new Writer(this.#created).write(this.complete.section) : [];
  }
}

/** Converts sections to one list of calls that can be replayed in order. */
class Writer {
  /** @type {Call[]} */
  #out = [];
  #made = new Set();
  #current = new Map();
  #buffers = new Map(); // the last configureBackBuffer of each context
  #textured = new Set(); // contexts that drew textures
  #created;

  /** @param {Map<number, Call>} created */
  constructor(created) {
    this.#created = created;
  }

  write(section) {
    this.#section(section, false);
    return this.#out;
  }

  #add(call, isBefore) {
    for (const id of objectsOf(call)) this.#make(id);
    if (isCreation(call) && this.#made.has(call.result)) return;
    if (isCreation(call)) this.#made.add(call.result);
    if (call.method === 'setRenderToTexture') this.#textured.add(call.on);
    this.#out.push(isBefore ? { ...call, frame: 0 } : call);
  }

  #make(id) {
    const call = this.#created.get(id);
    if (call && !this.#made.has(id)) this.#add(call, true);
  }

  #settings({ settings }) {
    const calls = [...new Set(settings.values())].sort((a, b) => a.number - b.number);
    for (const call of calls) {
      if (call.method === 'configureBackBuffer' && this.#buffers.get(call.on) === call) continue;
      if (call.method === 'configureBackBuffer') this.#buffers.set(call.on, call);
      this.#add(call, true);
    }
    // If textures were drawn, the frames have to begin by returning to the back buffer.
    for (const on of new Set(calls.map((call) => call.on)))
      if (!settings.has(keyOf(on, 'target')) && this.#textured.has(on))
        this.#add({ number: 0, frame: 0, method: 'setRenderToBackBuffer', on, result: null, args: [] }, true);
  }

  #section(section, isBefore) {
    const all = [...section.uses];
    const drawn = all.filter(([, contents]) => contents instanceof Section);
    drawn.sort(([, a], [, b]) => a.calls[0].number - b.calls[0].number);
    for (const [id, contents] of drawn) {
      if (this.#current.get(id) === contents) continue;
      this.#section(contents, true);
      this.#current.set(id, contents);
    }
    for (const [id, contents] of all) {
      if (contents instanceof Section || this.#current.get(id) === contents) continue;
      for (const call of contents) this.#add(call, true);
      this.#current.set(id, contents);
    }
    this.#settings(section);
    // Objects that are older than the section are created before its calls.
    const inside = new Set(section.calls.filter(isCreation).map(({ result }) => result));
    for (const id of section.calls.flatMap(objectsOf)) if (!inside.has(id)) this.#make(id);
    for (const call of section.calls) {
      this.#add(call, isBefore);
      if (isUpload(call)) this.#current.delete(call.on);
      if (call.method === 'setRenderToTexture') this.#current.delete(call.args[0]?.object);
    }
  }
}
