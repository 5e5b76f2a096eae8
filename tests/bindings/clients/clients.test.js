// Tests examples/openfl and examples/awayjs, which ./tools/lab/clients installs and bundles. Their pictures with agalc
// must equal their pictures with their own converter, or the interpreter's pictures if the converter is wrong.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before, describe } from 'node:test';
import { findChromium, loadAgal, need, needsWasm, root } from '../../../bindings/js/test/support.js';
import { Browser } from '../../web/browser/browser.js';
import { expectedColors } from './interpreter.js';
import { serve } from '../../web/browser/server.js';

const clients = {
  openfl: { ordinary: ['box'], wrong: ['normals', 'wrap', 'near', 'branch'], others: ['beforehand'] },
  awayjs: { ordinary: ['torus'], wrong: ['turned', 'palette', 'branch'], others: [] },
};
const build = join(root, 'build', 'clients');
const background = [33, 48, 64, 255];
const tolerance = 2; // 255 is the maximum

const chromium = findChromium();
const bundleOf = (client) => join(build, 'examples', client, 'dist', 'main.js');
const bundled = Object.keys(clients).every((client) => existsSync(bundleOf(client)));
const needs = [
  needsWasm,
  need('chromium', chromium ? '' : 'there is no Chromium'),
  need('clients', bundled ? '' : 'the examples are not bundled: run ./tools/lab/clients'),
].find(({ skip }) => skip) ?? {};

// This function runs in the page. It draws a scene, and returns the picture as pixels and as a PNG file, or the error.
const drawScene = async (name) => {
  try {
    await window.example.draw(name);
  } catch (error) {
    return { error: String(error?.message ?? error) };
  }
  const { width, height } = document.querySelector('canvas');
  const copy = document.createElement('canvas');
  Object.assign(copy, { width, height });
  const context = copy.getContext('2d');
  context.drawImage(document.querySelector('canvas'), 0, 0);
  const texts = Array.from(context.getImageData(0, 0, width, height).data, (byte) => String.fromCharCode(byte));
  return { size: [width, height], pixels: btoa(texts.join('')), png: copy.toDataURL().split(',')[1] };
};

/** All scenes with their pictures, drawn with one converter. @returns {Promise<Map<string, any>>} */
async function drawAll(browser, url, client, converter) {
  await browser.open(`${url}/${client}/index.html?converter=${converter}`);
  await browser.evaluate(`import('/${client}/dist/main.js').then(() => {})`);
  const pictures = new Map();
  for (const scene of await browser.evaluate('example.scenes')) {
    const { png, pixels, ...picture } = await browser.evaluate(`(${drawScene})('${scene.name}')`);
    pictures.set(scene.name, { scene, ...picture, pixels: pixels && Buffer.from(pixels, 'base64') });
    if (png) writeFileSync(join(build, 'pictures', `${client}-${scene.name}-${converter}.png`), png, 'base64');
  }
  return pictures;
}

const colorAt = ({ size, pixels }, [x, y]) => [...pixels.subarray(4 * (y * size[0] + x)).subarray(0, 4)];
const distance = (a, b) => a.reduce((most, c, i) => Math.max(most, Math.abs(c - b[i])), 0);

/** Returns pixels that are not near each other or an edge in the picture, with the interpreter's color of each. */
function samples(agal, { scene, size }) {
  const pixels = [];
  for (let y = 13; y < size[1]; y += 39) for (let x = 17; x < size[0]; x += 53) pixels.push([x, y]);
  return pixels.flatMap((pixel) => {
    const colors = expectedColors(agal, scene, size, pixel).map((color) => color ?? background);
    const even = colors.every((color) => distance(color, colors[0]) <= 8);
    return even ? [{ pixel, color: colors[0] }] : [];
  });
}

const matches = (picture, { pixel, color }) => distance(colorAt(picture, pixel), color) <= tolerance;

for (const [client, { ordinary, wrong, others }] of Object.entries(clients)) {
  describe(client, needs, () => {
    let agal, browser, server, own, ours;

    before(async () => {
      mkdirSync(join(build, 'pictures'), { recursive: true });
      agal = await loadAgal();
      browser = new Browser(chromium);
      server = await serve(join(build, 'examples'));
      own = await drawAll(browser, server.url, client, 'own');
      ours = await drawAll(browser, server.url, client, 'agalc');
    });

    after(async () => {
      await browser?.close();
      server?.close();
    });

    test('has the scenes that are tested', () => {
      assert.deepEqual([...ours.keys()], [...ordinary, ...wrong]);
    });

    for (const name of ordinary)
      test(`${name}: the picture is that of its own converter`, () => {
        const [a, b] = [own.get(name), ours.get(name)];
        assert.deepEqual([a.error, b.error], [undefined, undefined]);
        assert.ok(distance(a.pixels, b.pixels) <= tolerance);
        assert.ok(new Set(new Uint32Array(b.pixels.buffer, b.pixels.byteOffset, b.pixels.length / 4)).size > 100);
      });

    for (const converter of others)
      test(`${converter}: the pictures are the same`, async () => {
        for (const [name, { error, pixels }] of await drawAll(browser, server.url, client, converter)) {
          assert.equal(error, undefined, name);
          assert.ok(distance(pixels, ours.get(name).pixels) === 0, name);
        }
      });

    for (const name of wrong) {
      test(`${name}: agalc's picture is that of the interpreter`, () => {
        const picture = ours.get(name);
        assert.equal(picture.error, undefined);
        const checked = samples(agal, picture);
        assert.ok(checked.length > 40, `${checked.length} pixels`);
        for (const sample of checked)
          assert.ok(matches(picture, sample), `${JSON.stringify(sample)}, drawn ${colorAt(picture, sample.pixel)}`);
      });

      test(`${name}: its own converter is wrong`, () => {
        const picture = own.get(name);
        assert.ok(picture.error !== undefined || samples(agal, picture).some((sample) => !matches(picture, sample)));
      });
    }
  });
}
