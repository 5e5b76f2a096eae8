// Scenes of several draws, and what their pictures have: the order of draws, depth tests, draws into textures, a texture that several
// materials sample, antialiasing, and many draws of a pair. All engines draw them with the modules of `agalc batch`.
import assert from 'node:assert/strict';
import test from 'node:test';
import { assembleText } from './log.js';

const size = 64;
const [red, green, blue, black] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [0, 0, 0, 255]];
const formats = ['setVertexBufferAt=0,createVertexBuffer:4:3,0,float3', 'setVertexBufferAt=1,createVertexBuffer:4:2,0,float2'];
const always = 'setDepthTest=false,always;setCulling=back';
const into = (depth) => `setRenderToTexture=createTexture:64:64:bgra:true,${depth},0`;
const withFormats = (count, states) => states.map((state) => [...formats.slice(0, count), state].join(';'));
const sampled = (states) => `${always};setSamplerStateAt=0,${states}`;

/** The pairs of the scenes for a log, in which they are pairs 3 and 4. The functions of a module are in the order of these states. */
export const scenePairs = () => [
  {
    vertex: assembleText('vertex', ['mov op, va0']),
    fragment: assembleText('fragment', ['mov oc, fc0']),
    constants: { vc: [], fc: [0, 0, 0, 0] },
    states: withFormats(1, [
      'setDepthTest=true,less;setCulling=back', // createPair3
      'setBlendFactors=one,oneMinusSourceAlpha;setDepthTest=false,less', // createPair3_2
      'setDepthTest=true,lessEqual', // createPair3_3
      `${always};${into(true)}`, // createPair3_4
    ]),
  },
  {
    vertex: assembleText('vertex', ['mov op, va0', 'mov v0, va1']),
    fragment: assembleText('fragment', ['tex ft0, v0, fs0 <2d, nearest, clamp, mipnone>', 'mov oc, ft0']),
    constants: { vc: [], fc: [] },
    states: withFormats(2, [
      sampled('clamp,nearest,mipnone'), // createPair4
      `setDepthTest=false,always;setSamplerStateAt=0,clamp,nearest,mipnone;${into(false)}`, // createPair4_2
      sampled('repeat,nearest,mipnone'), // createPair4_3
      sampled('clamp,linear,mipnone'), // createPair4_4
    ]),
  },
];

/** A rectangle of clockwise triangles in clip space, with texture coordinates from 0 to `repeat`, and v = 0 at the top. */
function rectangle([left, bottom, right, top], z, repeat = 1) {
  const corners = [[left, bottom, 0, 1], [left, top, 0, 0], [right, bottom, 1, 1], [right, top, 1, 0]];
  return {
    attributes: {
      va0: { size: 3, values: corners.flatMap(([x, y]) => [x, y, z]) },
      va1: { size: 2, values: corners.flatMap(([, , u, v]) => [u * repeat, v]) },
    },
    indices: [0, 1, 2, 2, 1, 3],
  };
}

const whole = [-1, -1, 1, 1];
function colored(create, box, z, color) {
  const { attributes, indices } = rectangle(box, z);
  return { create, attributes: { va0: attributes.va0 }, indices, constants: { fc: color.map((each) => each / 255) } };
}
const textured = (create, box, fs0, repeat = 1) => ({ create, ...rectangle(box, 0.5, repeat), textures: { fs0 } });

function assertColor(color, expected, what) {
  assert.ok(color.every((each, i) => Math.abs(each - expected[i]) <= 2), `${what}: ${color}, not ${expected}`);
}

/**
 * The tests of an engine.
 * @param {(name: string, scene: object) => Promise<number[]>} drawSteps returns the pixels from the top row down. A scene has `size`,
 *   `samples`, `images` (rows of colors by name) and `steps`. A step has `target` (its name; the back buffer without it), `depth` (false
 *   if the target does not have a depth buffer), the color of `clear`, and `draws`. A texture of a draw is the name of a target or of an image
 */
export function testScenes(drawSteps) {
  /** Returns a function from a place in the picture, from 0 to 1 from the top left corner, to its color. */
  async function draw(name, scene) {
    const pixels = await drawSteps(name, { size, samples: 1, images: {}, ...scene });
    return Object.assign((x, y) => {
      const at = 4 * (Math.floor(y * size) * size + Math.floor(x * size));
      return pixels.slice(at, at + 4);
    }, { pixels });
  }

  test('meshes that blend and opaque ones are drawn in the order of the draws', async () => {
    const floor = colored('createPair3', whole, 0.9, red);
    const glass = colored('createPair3_2', [-0.5, -0.5, 0.5, 0.5], 0.5, [0, 0, 128, 128]);
    for (const [name, draws, middle] of [['over', [floor, glass], [127, 0, 128, 255]], ['under', [glass, floor], red]]) {
      const at = await draw(`blended-${name}`, { steps: [{ clear: [0, 0, 0, 1], draws }] });
      assertColor(at(0.1, 0.1), red, `${name}: the floor`);
      assertColor(at(0.5, 0.5), middle, `${name}: the glass`);
    }
  });

  test('with lessEqual, a draw at the same depth is drawn; with less, it is not', async () => {
    for (const [name, create, expected] of [['less-equal', 'createPair3_3', green], ['less', 'createPair3', red]]) {
      const draws = [colored(create, whole, 0.5, red), colored(create, whole, 0.5, green)];
      const at = await draw(name, { steps: [{ clear: [0, 0, 0, 1], draws: draws.slice(0, 1) }, { draws: draws.slice(1) }] });
      assertColor(at(0.5, 0.5), expected, name);
    }
  });

  test('depth tests of several materials do not affect each other', async () => {
    const draws = [colored('createPair3_3', whole, 0.5, red), colored('createPair3_3', [-1, -1, 0, 1], 0.5, green)];
    const at = await draw('tests', { steps: [{ clear: [0, 0, 0, 1], draws }, { draws: [colored('createPair3', whole, 0.5, blue)] }] });
    assertColor(at(0.25, 0.5), green, 'the left half');
    assertColor(at(0.75, 0.5), red, 'the right half');
  });

  test('what is drawn into a texture is upright when it is sampled', async () => {
    const draws = [colored('createPair3_4', [-1, 0, 1, 1], 0.5, red), colored('createPair3_4', [-1, -1, 0, 0], 0.5, green)];
    const steps = [
      { target: 'first', clear: [0, 0, 0, 1], draws },
      { target: 'second', depth: false, clear: [0, 0, 1, 1], draws: [textured('createPair4_2', whole, 'first')] },
      { clear: [0, 0, 1, 1], draws: [textured('createPair4', [-1, -1, 0, 1], 'first'), textured('createPair4', [0, -1, 1, 1], 'second')] },
    ];
    const at = await draw('filter', { steps });
    for (const [name, left] of [['one texture', 0], ['two textures', 0.5]]) {
      assertColor(at(left + 0.1, 0.25), red, `${name}, top`);
      assertColor(at(left + 0.1, 0.75), green, `${name}, bottom left`);
      assertColor(at(left + 0.4, 0.75), black, `${name}, bottom right`);
    }
  });

  test('materials sample one texture with their own states', async () => {
    const draws = ['createPair4', 'createPair4_3', 'createPair4_4'].map((create, i) =>
      textured(create, [-1, 1 - (2 * (i + 1)) / 3, 1, 1 - (2 * i) / 3], 'atlas', 2),
    );
    const at = await draw('atlas', { images: { atlas: [[red, green]] }, steps: [{ clear: [0, 0, 0, 1], draws }] });
    // u is 0.75, 1.25 and about 0.5.
    const rows = { 'nearest, clamp': [green, green, 0], 'nearest, repeat': [green, red, 0], 'linear, clamp': [green, green, 127] };
    for (const [i, [name, [third, fifth, mixed]]] of Object.entries(rows).entries()) {
      const y = (i + 0.5) / 3;
      assertColor(at(0.4, y), third, `${name} at 0.8`);
      assertColor(at(0.6, y), fifth, `${name} at 1.2`);
      const middle = at(0.25, y);
      assert.equal(Math.min(middle[0], middle[1]) > 90, mixed > 0, `${name} at 0.5: ${middle}`);
    }
  });

  test('ten draws of a pair have their own constants and textures', async () => {
    const columns = Array.from({ length: 10 }, (_, i) => ({ i, x: (i + 0.5) / 10, color: [25 * i, 0, 255 - 25 * i, 255] }));
    const box = (i, bottom) => [i / 5 - 1, bottom, (i + 1) / 5 - 1, bottom + 1];
    const draws = [
      ...columns.map(({ i, color }) => colored('createPair3', box(i, 0), 0.5, color)),
      ...columns.map(({ i }) => textured('createPair4', box(i, -1), ['red', 'green'][i % 2])),
    ];
    const at = await draw('ten', { images: { red: [[red]], green: [[green]] }, steps: [{ clear: [0, 0, 0, 1], draws }] });
    for (const { i, x, color } of columns) {
      assertColor(at(x, 0.25), color, `constants of draw ${i}`);
      assertColor(at(x, 0.75), [red, green][i % 2], `the texture of draw ${i}`);
    }
  });

  test('with samples, an edge has colors between', async () => {
    const va0 = { size: 3, values: [-1, -1, 0.5, -0.7, 1, 0.5, 1, -0.9, 0.5] };
    const triangle = { create: 'createPair3', attributes: { va0 }, indices: [0, 1, 2], constants: { fc: [1, 0, 0, 1] } };
    const colors = async (samples) => {
      const { pixels } = await draw(`samples-${samples}`, { samples, steps: [{ clear: [0, 0, 0, 1], draws: [triangle] }] });
      return new Set(pixels.filter((_, i) => i % 4 === 0)).size;
    };
    assert.equal(await colors(1), 2);
    assert.ok((await colors(4)) > 2);
  });
}

/**
 * The test of materials.json.
 * @param {() => object[]} read returns the materials @param {(create: string) => string} nameOf returns the name that a function has in the
 *   engine @param {boolean} flips true if draws into textures need flipped shaders
 */
export function testDescriptions(read, nameOf, flips) {
  test('materials.json says what the game drew to, and which shaders are flipped', () => {
    const suffixes = ['3', '3_2', '3_3', '3_4', '4', '4_2', '4_3', '4_4'];
    const names = suffixes.map((suffix) => nameOf(`createPair${suffix}`));
    const materials = read().filter(({ create }) => names.includes(create));
    assert.deepEqual(materials.map(({ create }) => create), names);
    const [, , , first, , second] = materials;
    assert.deepEqual(first.targets, [{ kind: 'texture', samples: 1, depth: true }]);
    assert.deepEqual(second.targets, [{ kind: 'texture', samples: 1, depth: false }]);
    assert.deepEqual(materials.filter(({ flipped }) => flipped), flips ? [first, second] : []);
    for (const { flipped, vertex } of materials) assert.equal(vertex.shader.includes('.vert.flipped.'), flipped);
  });
}
