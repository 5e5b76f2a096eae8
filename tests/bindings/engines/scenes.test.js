// Scenes of several draws with the modules of `agalc batch --host three|pixi|babylon`: the order of draws, depth tests, draws into
// textures, and a texture that several materials sample.
import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before, describe } from 'node:test';
import { Pages, compileTypeScript, endWithout, importMap, installed, missingInBrowser, missingTypeScript, root } from './engines.js';
import { assembleText, batch } from './game.js';
import { captureLog } from './log.js';

const engines = ['three', 'pixi', 'babylon'];
const lacking = missingInBrowser(engines) ?? missingTypeScript();
if (lacking) endWithout(lacking);

const size = 64;
const [red, green, blue, black] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [0, 0, 0, 255]];
const texture = 'setRenderToTexture=createTexture:64:64:bgra:true,true,0';
const always = 'setDepthTest=false,always;setCulling=back';
const sampled = (states) => `${always};setSamplerStateAt=0,${states}`;
const constants = { vc: [], fc: [0, 0, 0, 0] };

/** The functions of the module, in the order of these states. */
const log = captureLog([
  {
    vertex: assembleText('vertex', ['mov op, va0']),
    fragment: assembleText('fragment', ['mov oc, fc0']),
    constants,
    states: [
      'setDepthTest=true,less;setCulling=back', // createPair1
      'setBlendFactors=one,oneMinusSourceAlpha;setDepthTest=false,less', // createPair1_2
      'setDepthTest=true,lessEqual', // createPair1_3
      `${always};${texture}`, // createPair1_4
    ],
  },
  {
    vertex: assembleText('vertex', ['mov op, va0', 'mov v0, va1']),
    fragment: assembleText('fragment', ['tex ft0, v0, fs0 <2d, nearest, clamp, mipnone>', 'mov oc, ft0']),
    constants: { vc: [], fc: [] },
    states: [
      sampled('clamp,nearest,mipnone'), // createPair2
      `${sampled('clamp,nearest,mipnone')};${texture}`, // createPair2_2
      sampled('repeat,nearest,mipnone'), // createPair2_3
      sampled('clamp,linear,mipnone'), // createPair2_4
    ],
  },
]);

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

const pages = new Pages();
before(() => pages.start());
after(() => pages.close());

for (const engine of engines)
  describe(engine, () => {
    const home = join(installed, engine, 'scenes');
    const port = join(home, 'port');

    before(async () => {
      rmSync(home, { recursive: true, force: true });
      assert.equal(batch(engine, log, port), '');
      if (existsSync(join(port, 'materials.ts'))) compileTypeScript(port, 'materials.ts');
      cpSync(join(root, 'tests', 'bindings', 'engines', 'pages', 'steps.js'), join(home, 'steps.js'));
      cpSync(join(root, 'examples', engine, 'renderer.js'), join(home, 'renderer.js'));
      writeFileSync(join(home, 'index.html'), `<!doctype html>\n<meta charset="utf-8">\n${importMap(engine)}\n`);
      await pages.open(`${engine}/scenes/index.html`);
    });

    /** Draws steps. Returns a function from a pixel, in parts of the picture from the top left corner, to its color. */
    async function draw(name, scene) {
      const pixels = await pages.evaluate(`await Promise.all([import('./steps.js'), import('./renderer.js'), import('./port/materials.js')])
        .then(([{ drawSteps }, { Renderer }, materials]) => {
          const canvas = document.createElement('canvas');
          canvas.id = '${name}';
          document.body.append(canvas);
          return drawSteps(canvas, Renderer, materials, ${JSON.stringify({ size, samples: 1, ...scene })});
        })`);
      await pages.save(name, `${engine}-scene-${name}.png`);
      return Object.assign((x, y) => {
        const at = 4 * (Math.floor(y * size) * size + Math.floor(x * size));
        return pixels.slice(at, at + 4);
      }, { pixels });
    }

    function assertColor(color, expected, what) {
      assert.ok(color.every((each, i) => Math.abs(each - expected[i]) <= 2), `${what}: ${color}, not ${expected}`);
    }

    test('meshes that blend and opaque ones are drawn in the order of the draws', async () => {
      const floor = colored('createPair1', whole, 0.9, red);
      const glass = colored('createPair1_2', [-0.5, -0.5, 0.5, 0.5], 0.5, [0, 0, 128, 128]);
      for (const [name, draws, middle] of [['over', [floor, glass], [127, 0, 128, 255]], ['under', [glass, floor], red]]) {
        const at = await draw(`blended-${name}`, { steps: [{ clear: [0, 0, 0, 1], draws }] });
        assertColor(at(0.1, 0.1), red, `${name}: the floor`);
        assertColor(at(0.5, 0.5), middle, `${name}: the glass`);
      }
    });

    test('with lessEqual, a draw at the same depth is drawn; with less, it is not', async () => {
      for (const [name, create, expected] of [['less-equal', 'createPair1_3', green], ['less', 'createPair1', red]]) {
        const draws = [colored(create, whole, 0.5, red), colored(create, whole, 0.5, green)];
        const at = await draw(name, { steps: [{ clear: [0, 0, 0, 1], draws: draws.slice(0, 1) }, { draws: draws.slice(1) }] });
        assertColor(at(0.5, 0.5), expected, name);
      }
    });

    test('depth tests of several materials do not affect each other', async () => {
      const draws = [
        colored('createPair1_3', whole, 0.5, red),
        colored('createPair1_3', [-1, -1, 0, 1], 0.5, green),
      ];
      const at = await draw('tests', { steps: [{ clear: [0, 0, 0, 1], draws }, { draws: [colored('createPair1', whole, 0.5, blue)] }] });
      assertColor(at(0.25, 0.5), green, 'the left half');
      assertColor(at(0.75, 0.5), red, 'the right half');
    });

    test('what is drawn into a texture is upright when it is sampled', async () => {
      const draws = [colored('createPair1_4', [-1, 0, 1, 1], 0.5, red), colored('createPair1_4', [-1, -1, 0, 0], 0.5, green)];
      const steps = [
        { target: 'first', clear: [0, 0, 0, 1], draws },
        { target: 'second', clear: [0, 0, 1, 1], draws: [textured('createPair2_2', whole, 'first')] },
        { clear: [0, 0, 1, 1], draws: [textured('createPair2', [-1, -1, 0, 1], 'first'), textured('createPair2', [0, -1, 1, 1], 'second')] },
      ];
      const at = await draw('filter', { steps });
      for (const [name, left] of [['one texture', 0], ['two textures', 0.5]]) {
        assertColor(at(left + 0.1, 0.25), red, `${name}, top`);
        assertColor(at(left + 0.1, 0.75), green, `${name}, bottom left`);
        assertColor(at(left + 0.4, 0.75), black, `${name}, bottom right`);
      }
    });

    test('materials sample one texture with their own states', async () => {
      const draws = ['createPair2', 'createPair2_3', 'createPair2_4'].map((create, i) =>
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

    test('with samples, an edge has colors between', async () => {
      const triangle = { create: 'createPair1', attributes: { va0: { size: 3, values: [-1, -1, 0.5, -0.7, 1, 0.5, 1, -0.9, 0.5] } }, indices: [0, 1, 2], constants: { fc: [1, 0, 0, 1] } };
      const colors = async (samples) => {
        const { pixels } = await draw(`samples-${samples}`, { samples, steps: [{ clear: [0, 0, 0, 1], draws: [triangle] }] });
        return new Set(pixels.filter((_, i) => i % 4 === 0)).size;
      };
      assert.equal(await colors(1), 2);
      assert.ok((await colors(4)) > 2);
    });

    test('materials.json says what the game drew to, and which shaders are flipped', () => {
      const { materials } = JSON.parse(readFileSync(join(port, 'materials.json'), 'utf8'));
      const [, , , into] = materials;
      assert.deepEqual(materials.map(({ create }) => create.replace('createPair', '')), ['1', '1_2', '1_3', '1_4', '2', '2_2', '2_3', '2_4']);
      assert.deepEqual(materials.filter(({ flipped }) => flipped).map(({ create }) => create), ['createPair1_4', 'createPair2_2']);
      assert.deepEqual(into.targets, [{ kind: 'texture', samples: 1, depth: true }]);
      assert.ok(existsSync(join(port, into.vertex.shader)));
      assert.match(into.vertex.shader, /\.vert\.flipped\.essl300\.glsl$/);
    });
  });
