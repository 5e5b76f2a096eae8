// A game that draws the scenes of examples/scene with several states, for the tests of the modules that `agalc batch` writes.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import test, { after, before } from 'node:test';
import { Pages, agalc, installed, pictures, refresh, render, root } from './engines.js';
import { assembleText, captureLog } from './log.js';
import { scenePairs, testDescriptions, testScenes } from './scenes.js';

/** The maximum fraction of pixels that differ: rounding decides on which side of an edge a pixel falls. */
export const maxDifferent = 1 / 1000;
const scenes = join(root, 'examples', 'scene');

export const readScene = (name) => JSON.parse(readFileSync(join(scenes, `${name}.json`), 'utf8'));

/** A scene of examples/scene with other members, drawn by agalc render. The files of its textures stay where they are. */
function renderVariant(name, variant, change) {
  const folder = join(installed, 'variants');
  mkdirSync(folder, { recursive: true });
  const scene = readScene(name);
  change(scene);
  for (const file of Object.values(scene.textures)) cpSync(join(scenes, file), join(folder, file));
  const path = join(folder, `${variant}.json`);
  writeFileSync(path, JSON.stringify(scene));
  return render(name, path, variant);
}

// Makes the three quads behind, or the three in front, a point.
const without = (first) => (scene) => {
  for (let i = first; i < first + 12; ++i) scene.attributes.va0[i] = [0, 0, 0];
};

const blended = 'setBlendFactors=one,oneMinusSourceAlpha';
const nearer = 'setDepthTest=true,less';
/** For each scene, the functions of a module, the picture that agalc render draws for the states, and the states. */
export const pairs = {
  sprites: [
    { create: 'createPair1', picture: 'sprites', state: `${blended};setDepthTest=false,always` },
    { create: 'createPair1_2', picture: 'opaque', state: 'setDepthTest=false,always' },
  ],
  lit: [
    { create: 'createPair2', picture: 'lit', state: `${blended};${nearer}` },
    { create: 'createPair2_2', picture: 'front', state: `${blended};${nearer};setCulling=back` },
    { create: 'createPair2_3', picture: 'back', state: `${blended};${nearer};setCulling=front` },
  ],
};

/** Draws the pictures with which the modules are compared. */
export function renderAll() {
  refresh('scene');
  for (const name of Object.keys(pairs)) render(name);
  renderVariant('sprites', 'opaque', (scene) => (scene.blend = false));
  renderVariant('lit', 'front', without(0));
  renderVariant('lit', 'back', without(12));
}

/** Draws the pictures of the scene lit upside down: `lit-flipped`, `front-flipped`, `back-flipped`. */
export function renderFlipped() {
  const changes = { lit: () => {}, front: without(0), back: without(12) };
  for (const [picture, change] of Object.entries(changes))
    renderVariant('lit', `${picture}-flipped`, (scene) => {
      change(scene);
      scene.constants.vc0[1] = scene.constants.vc0[1].map((x) => -x);
    });
}

/** The bytecode of a pair. */
export const programsOf = (name) => {
  const assemble = (stage) => execFileSync(agalc, ['as', join(scenes, `${name}.${stage}.agal`), '-o', '-']);
  return { vertex: assemble('vert'), fragment: assemble('frag') };
};

/** The log of a game that draws these pairs and the pairs of scenes.js. @param {(state: string) => string} change of the states of a draw */
export function log(change = (state) => state) {
  const drawn = Object.entries(pairs).map(([name, draws]) => {
    const { constants, attributes } = readScene(name);
    const formats = Object.entries(attributes).map(
      ([register, rows]) => `setVertexBufferAt=${register[2]},createVertexBuffer:24:${rows[0].length},0,float${rows[0].length}`,
    );
    return {
      ...programsOf(name),
      constants: { vc: constants.vc0.flat(), fc: (constants.fc0 ?? []).flat() },
      states: draws.map(({ state }) => [...formats, state].join(';')),
    };
  });
  return captureLog([...drawn, ...scenePairs()].map((pair) => ({ ...pair, states: pair.states.map(change) })));
}

const factors = [
  'zero',
  'one',
  'sourceColor',
  'oneMinusSourceColor',
  'sourceAlpha',
  'oneMinusSourceAlpha',
  'destinationColor',
  'oneMinusDestinationColor',
  'destinationAlpha',
  'oneMinusDestinationAlpha',
];
const comparisons = ['never', 'less', 'lessEqual', 'equal', 'notEqual', 'greater', 'greaterEqual', 'always'];
const masks = ['true,true,true,false', 'false,true,true,true', 'true,false,false,true', 'false,false,false,false'];

/**
 * The log of a game with all states: blend factors, comparisons, color masks, culling, formats of attributes, samplers. Some of its
 * pairs do not have attributes, constants or textures.
 */
function unusualLog() {
  const buffer = (text) => `setVertexBufferAt=0,${text}`;
  const sampled = ['anisotropic4x, mipnearest', 'anisotropic16x, mipnone', 'nearest, miplinear, repeat'];
  const constants = { vc: Array(512).fill(0), fc: Array(112).fill(0) };
  const pair = (vertex, fragment, states) => ({
    vertex: assembleText('vertex', vertex),
    fragment: assembleText('fragment', fragment),
    constants,
    states,
  });
  // A log has four draws of a pair.
  const pairsOf = (states, programs) =>
    Array.from({ length: Math.ceil(states.length / 4) }, (_, i) => pair(...programs(i), states.slice(4 * i, 4 * i + 4)));
  const states = [
    ...factors.map((factor, i) => `setBlendFactors=${factor},${factors.at(i - 1)}`),
    ...comparisons.map((compare, i) => `setDepthTest=${i % 2 === 0},${compare}`),
    ...masks.map((mask) => `setColorMask=${mask}`),
    ...['back', 'front', 'frontAndBack'].map((faces) => `setCulling=${faces}`),
    'setStencilActions=frontAndBack,equal,zero,keep,keep',
  ];
  const layouts = [
    ...['float1', 'float2', 'float3', 'float4', 'bytes4'].map((format) => buffer(`createVertexBuffer:24:9,3,${format}`)),
    buffer('createVertexBufferForInstances:24:4:1,0,float4'),
    buffer('createVertexBufferForInstances:24:4:3,0,float4'),
    '',
  ];
  const textures = sampled.flatMap((options, i) => [`tex ft0, v0, fs${2 * i} <2d, ${options}>`, 'mul ft1, ft1, ft0']);
  return captureLog([
    ...pairsOf(states, (i) => [[`mov op, vc${i}`], ['mov oc, fc0']]),
    ...pairsOf(layouts, (i) => [[`mov op, va0`, `mov v${i}, va0`], [`mov oc, v${i}`]]),
    pair(['mov op, vc9'], ['mov oc, fc1'], ['']),
    pair(['m44 op, va0, vc2', 'mov v0, va1'], ['mov ft1, fc3', ...textures, 'mov oc, ft1'], ['']),
  ]);
}

/**
 * Runs `agalc batch` with this log, chosen names, and a name of the file whose characters C and Rust escape. Two programs are also in
 * files, whose names are a hash and begin with a digit: their materials are called Pair1, Pair2, … and Pair2dWater.
 */
export function batchUnusual(engine, folder) {
  const files = { '02425d95d6ce2d1f3145726e6c761fb4.bin': 'mov oc, fc0', '2d_water.frag.bin': 'mov oc, fc1' };
  mkdirSync(dirname(folder), { recursive: true });
  for (const [name, line] of Object.entries(files)) writeFileSync(join(dirname(folder), name), assembleText('fragment', [line]));
  const options = ['--rename', 'vc2..5=mvp,vc0=tint,fs2=map,va0=position', ...Object.keys(files).map((name) => `./${name}`)];
  return batch(engine, unusualLog(), folder, options, 'a\'b"é #%\u202e\u2028.capture');
}

/** Runs `agalc batch` with a log that it writes beside the output folder. @returns {string} what it says */
export function batch(engine, text, folder, options = [], name = 'game.capture') {
  mkdirSync(folder, { recursive: true });
  const cwd = dirname(folder);
  writeFileSync(join(cwd, name), text);
  const args = ['batch', `./${name}`, '--host', engine, '-o', basename(folder), '--quiet', ...options];
  const { status, stderr } = spawnSync(agalc, args, { cwd, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stderr;
}

/** The names of the files of a module in its folder. */
export const moduleFiles = (folder) => readdirSync(folder).filter((name) => /^(materials|bind)\./.test(name));

/** The test that a second run writes the same module. @param {string} engine @param {string} folder */
export function testRepetition(engine, folder) {
  test('another run does not change the module', () => {
    const read = () => moduleFiles(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    const once = read();
    batch(engine, log(), folder);
    assert.deepEqual(read(), once);
  });
}

/** The test that `--flip-y` exchanges front and back faces. @param {string} engine @param {string} folder */
export function testFlip(engine, folder) {
  test('with --flip-y, front and back faces are exchanged', () => {
    const modules = join(dirname(folder), 'flip');
    rmSync(modules, { recursive: true, force: true });
    const faces = { back: 'front', front: 'back' };
    const exchanged = log((state) => state.replace(/(?<=setCulling=)\w+/, (face) => faces[face]));
    batch(engine, log(), join(modules, 'usual'));
    batch(engine, log(), join(modules, 'flipped'), ['--flip-y']);
    batch(engine, exchanged, join(modules, 'exchanged'));
    const files = moduleFiles(folder).filter((file) => file !== 'materials.json');
    const read = (name) => files.map((file) => readFileSync(join(modules, name, file), 'utf8')).join('');
    assert.notEqual(read('flipped'), read('usual'));
    assert.equal(read('flipped'), read('exchanged'));
  });
}

/** The steps (scenes.js) that draw a scene of examples/scene with a function of a module. */
function stepsOf(name, create, samples) {
  const { attributes, background, constants, textures } = readScene(name);
  // All meshes consist of quads with four vertices each.
  const quads = Array.from({ length: attributes.va0.length / 4 }, (_, quad) => [0, 1, 2, 2, 1, 3].map((i) => 4 * quad + i));
  const draw = {
    create,
    attributes: Object.fromEntries(Object.entries(attributes).map(([register, rows]) => [register, { size: rows[0].length, values: rows.flat() }])),
    indices: quads.flat(),
    constants: { vc: constants.vc0.flat(), fc: constants.fc0?.flat() },
    textures: { fs0: 'fs0' },
  };
  const clear = [1, 3, 5].map((i) => Number.parseInt(background.slice(i, i + 2), 16) / 255);
  return { size: 256, samples, images: { fs0: join(installed, 'scene', textures.fs0) }, steps: [{ clear: [...clear, 1], draws: [draw] }] };
}

/**
 * The tests of a module for a program that is not in a browser.
 * @param {string} engine @param {string} folder of the module
 * @param {(scene: object, path: string) => void} drawSteps draws a scene of several steps (scenes.js), and writes the picture
 * @param {(create: string) => string} nameOf returns the name of a function in the language of the module
 */
export function testModule(engine, folder, drawSteps, nameOf) {
  const pages = new Pages();
  before(async () => {
    renderAll();
    await pages.start();
    await pages.openEmpty();
  });
  after(() => pages.close());

  for (const [scene, draws] of Object.entries(pairs))
    for (const { create, picture } of draws)
      test(`${create}: the picture is that of agalc render`, async () => {
        const drawn = `${engine}-${create}.png`;
        drawSteps(stepsOf(scene, create, 1), join(pictures, drawn));
        const different = await pages.differenceOfFiles(drawn, `${picture}.png`);
        assert.ok(different <= maxDifferent, `${(100 * different).toFixed(3)} % of the pixels differ`);
      });

  test('with four samples, only edges differ', async () => {
    const drawn = `${engine}-samples.png`;
    drawSteps(stepsOf('lit', 'createPair2', 4), join(pictures, drawn));
    const different = await pages.differenceOfFiles(drawn, 'lit.png');
    assert.ok(different > 0 && different <= 0.05, `${(100 * different).toFixed(3)} % of the pixels differ`);
  });

  testScenes((name, scene) => {
    const drawn = `${engine}-scene-${name}.png`;
    drawSteps(scene, join(pictures, drawn));
    return pages.evaluate(`[...(await pixelsOf('/pictures/${drawn}')).bytes]`);
  });
  testDescriptions(() => JSON.parse(readFileSync(join(folder, 'materials.json'), 'utf8')).materials, nameOf, false);
  testRepetition(engine, folder);
  testFlip(engine, folder);
}
