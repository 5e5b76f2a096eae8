// The inputs of a pair: the values that the user set, and guesses for the rest.
import { registerText } from './numbers.js';
import { pictureByWord, pictureFromImage } from './pictures.js';
import { attributeValues, attributeWords, defaultConstant, makeMesh, matrixRows, matrixWords, meshWords, textureWords, wordsFor } from './scenes.js';

const lanes = ['x', 'y', 'z', 'w'];
const recordedWord = 'recorded'; // the mesh of a recorded draw

export const blends = [['none', 'opaque'], ['alpha', 'by alpha'], ['add', 'added']];

// The choices of the user, a link or an example. Files are not part of links.
export const emptyScene = () => ({mesh: null, blend: 'none', output: 0, instances: 8, attributes: {}, constants: {}, matrices: {}, textures: {}});

const isRegister = (values) => Array.isArray(values) && values.length === 4 && values.every(Number.isFinite);
const choicesIn = (object, words) => Object.fromEntries(Object.entries(object ?? {}).filter(([, word]) => words.includes(word)));

// Returns {scene, images, draw, missing} of a recorded draw: `missing` has the names of textures that the page cannot decode, by
// sampler. Without a draw, nothing is set.
export function inputsOfDraw(draw = null) {
  const scene = emptyScene(), images = new Map(), missing = new Map();
  if (draw === null) return {scene, images, draw, missing};
  scene.mesh = recordedWord;
  scene.blend = draw.blend;
  for (const [name, value] of Object.entries(draw.constants)) scene.constants[name] = {value, moves: ''};
  for (const [slot, {number, picture}] of Object.entries(draw.textures))
    for (const sampler of [`fs${slot}`, `vs${slot}`])
      if (picture === null) missing.set(sampler, `texture ${number}`);
      else images.set(sampler, {fileName: `texture ${number}`, picture});
  return {scene, images, draw, missing};
}

// Reads a scene from a link, and drops everything that is not valid.
export function readScene(given) {
  const scene = emptyScene();
  if (typeof given !== 'object' || given === null) return scene;
  if ([recordedWord, ...meshWords].includes(given.mesh)) scene.mesh = given.mesh;
  if (blends.some(([word]) => word === given.blend)) scene.blend = given.blend;
  if ([0, 1, 2, 3].includes(given.output)) scene.output = given.output;
  if (Number.isInteger(given.instances) && given.instances >= 1 && given.instances <= 64) scene.instances = given.instances;
  scene.attributes = choicesIn(given.attributes, attributeWords);
  scene.matrices = choicesIn(given.matrices, matrixWords);
  scene.textures = choicesIn(given.textures, textureWords);
  for (const [name, entry] of Object.entries(given.constants ?? {}))
    if (/^[vf]c\d{1,4}$/.test(name) && isRegister(entry?.value))
      scene.constants[name] = {value: entry.value, moves: typeof entry.moves === 'string' ? entry.moves : ''};
  return scene;
}

export class Inputs {
  guess = null; // set by guessScene
  images = new Map(); // pixels of files by sampler
  missingImages = new Map(); // names of files by sampler, which a link had
  scene = emptyScene();
  draw = null; // the recorded draw of the pair
  #mesh = null;
  #meshWord = '';

  get meshWord() {
    const {mesh} = this.scene;
    return (this.meshWords.includes(mesh) ? mesh : null) ?? this.guess?.mesh ?? 'quad';
  }

  get meshWords() {
    return this.draw === null ? meshWords : [recordedWord, ...meshWords];
  }

  // True if the mesh and its attributes are of the recorded draw.
  get isRecorded() {
    return this.meshWord === recordedWord;
  }

  // A mesh that has all attributes by name.
  get #builtInMesh() {
    const word = this.isRecorded ? this.guess.mesh : this.meshWord;
    if (this.#mesh === null || this.#meshWord !== word) {
      this.#meshWord = word;
      this.#mesh = makeMesh(word);
    }
    return this.#mesh;
  }

  get mesh() {
    return this.isRecorded ? {...this.draw, word: recordedWord, depth: true} : this.#builtInMesh;
  }

  attributeWord(name) {
    return this.scene.attributes[name] ?? this.guess.attributes[name];
  }

  matrixKind({name, kind}) {
    return this.scene.matrices[name] ?? (this.scene.constants[name] === undefined ? kind : 'numbers');
  }

  // Returns {value, moves} for a register that is not part of a matrix.
  constant(name) {
    return this.scene.constants[name] ?? this.usualConstant(name);
  }

  usualConstant(name) {
    const guessed = this.guess?.constants.flatMap(({registers}) => registers).find((register) => register.name === name);
    return {value: guessed?.value ?? defaultConstant, moves: guessed?.moves ?? ''};
  }

  // Returns true if the picture changes with time.
  get isMoving() {
    return this.guess !== null && this.guess.constants.some(({registers, matrices, isReached}) =>
      matrices.some((matrix) => ['model', 'model-view-projection'].includes(this.matrixKind(matrix))) ||
      registers.some(({name, matrix}) => !matrix && this.constant(name).moves !== '') ||
      (isReached && Object.values(this.scene.constants).some(({moves}) => moves !== '')));
  }

  pictureWord({name, kind, word}) {
    if (this.images.has(name)) return 'file';
    const chosen = this.scene.textures[name];
    return wordsFor(kind).includes(chosen) ? chosen : word;
  }

  picture(texture) {
    const image = this.images.get(texture.name);
    return image === undefined || (image.picture && image.picture.kind !== texture.kind) ? pictureByWord(texture.kind, this.pictureWord(texture)) : pictureFromImage(texture.kind, image);
  }

  // The scene without the constants.
  get words() {
    const {blend, output} = this.scene;
    const attributes = Object.keys(this.guess.attributes).map((name) => this.attributeWord(name));
    return {mesh: this.meshWord, blend, output, attributes, textures: this.guess.textures.map((texture) => this.pictureWord(texture))};
  }

  attributes() {
    return Object.fromEntries(Object.keys(this.guess.attributes).map((name) => [name, this.#valuesOf(name, this.attributeWord(name))]));
  }

  #valuesOf(name, word) {
    if (this.isRecorded) return this.draw.attributes[name] ?? new Float32Array(4 * this.draw.vertexCount);
    return attributeValues(this.mesh, word);
  }

  // With the attributes that the compiled program does not need.
  #allAttributes() {
    const others = Object.entries(this.guess.unneeded.attributes).map(([name, word]) => [name, this.#valuesOf(name, word)]);
    return {...this.attributes(), ...Object.fromEntries(others)};
  }

  // Returns the constants of a stage as they are uploaded: four floats for each of the first `count` registers.
  constants(stage, count, seconds) {
    const {matrices} = this.guess.constants.find((each) => each.stage === stage);
    const letters = stage === 'vertex' ? 'vc' : 'fc';
    const values = new Float32Array(4 * count);
    for (let i = 0; i < count; ++i) {
      const {value, moves} = this.constant(`${letters}${i}`);
      values.set(value.map((number, lane) => (moves.includes(lanes[lane]) ? number * seconds : number)), 4 * i);
    }
    for (const matrix of matrices) {
      const kind = this.matrixKind(matrix);
      if (kind === 'numbers') continue;
      const rows = matrixRows(kind, this.#builtInMesh, seconds);
      const first = Number(matrix.name.slice(2));
      for (let i = 0; i < matrix.count && first + i < count; ++i) values.set(rows[i % matrix.rows], 4 * (first + i));
    }
    return values;
  }

  get instances() {
    return this.guess.isInstanced ? this.scene.instances : undefined;
  }

  // The content of a register in the picture: "row 1 of the matrix model", "(1, 0.5, 0.25, 1)", "photo"; '' for other words.
  describe(word) {
    if (this.guess === null) return '';
    const texture = this.guess.textures.find(({name}) => name === word);
    if (texture !== undefined) return this.images.get(word)?.fileName ?? this.pictureWord(texture);
    if (this.guess.attributes[word] !== undefined) return this.attributeWord(word);
    const register = this.guess.constants.flatMap(({registers}) => registers).find(({name}) => name === word);
    if (register === undefined) return '';
    const matrix = register.matrix && this.guess.constants.flatMap(({matrices}) => matrices).find(({name, count}) =>
      name.startsWith(word.slice(0, 2)) && Number(word.slice(2)) - Number(name.slice(2)) in Array.from({length: count}));
    const kind = matrix ? this.matrixKind(matrix) : 'numbers';
    if (kind !== 'numbers') return `row ${Number(word.slice(2)) - Number(matrix.name.slice(2)) + 1} of the matrix ${kind}`;
    const {value, moves} = this.constant(word);
    const times = [...moves].map((lane) => `${lane} × t`).join(', ');
    return `${registerText(value)}${times === '' ? '' : `, ${times}`}`;
  }

  // Returns all inputs in the form that pixel.js expects, for the interpreter.
  forTrace(reflection, seconds, size) {
    // With the constants that the compiled program does not need.
    const count = (stage) => Math.max(reflection[stage].agal.uniforms.layout?.count ?? 0,
      ...reflection[stage].agal.registers.filter(({type}) => type === 'constant').map(({index}) => index + 1));
    const texturesOf = (stage) => Object.fromEntries([...this.guess.textures, ...this.guess.unneeded.textures].filter((each) => each.stage === stage).map((texture) => {
      const {kind, width, height, layers, levels} = this.picture(texture);
      const dimensions = kind === '3d' ? [width, height, layers] : [width, height];
      return [texture.name, {dimension: kind, size: dimensions, levels: [levels[0].bytes], mipmaps: texture.mips}];
    }));
    return {
      size,
      attributes: this.#allAttributes(),
      indices: Uint16Array.from(this.mesh.indices),
      depth: this.mesh.depth,
      instances: this.instances,
      varyings: [...reflection.varyings.kept.map(({name}) => name), ...reflection.varyings.dropped],
      constants: {vertex: this.constants('vertex', count('vertex'), seconds), fragment: this.constants('fragment', count('fragment'), seconds)},
      textures: {vertex: texturesOf('vertex'), fragment: texturesOf('fragment')},
    };
  }
}
