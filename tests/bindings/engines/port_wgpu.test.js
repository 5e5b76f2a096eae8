// The module of `agalc batch --host wgpu`: rustfmt and Clippy have no objections, and what its materials draw on Vulkan is what
// `agalc render` draws with the states of the log.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import test, { before } from 'node:test';
import { endWithout, installed, root } from './engines.js';
import { batch, batchUnusual, log, testModule } from './game.js';
import { cargo, missingWgpu, runCrate, withClippy } from './native.js';

const project = join(installed, 'port-wgpu');
const folder = join(project, 'src');

const lacking = missingWgpu();
if (lacking) endWithout(lacking);

/** Writes the function that creates all materials of a module. */
function writeCreator(module) {
  const text = readFileSync(join(module, 'materials.rs'), 'utf8');
  const calls = [...text.matchAll(/pub fn (create_\w+)\(([^)]*)\)/g)].map(([, name, parameters]) => {
    const count = /textures: \[&wgpu::TextureView; (\d+)\]/.exec(parameters)?.[1];
    return `    materials::${name}(device, target${count === undefined ? '' : `, [texture; ${count}]`});\n`;
  });
  assert.ok(calls.length > 30);
  for (const name of ['create_pair1', 'create_pair7_2', 'create_pair2d_water'])
    assert.ok(calls.some((call) => call.includes(`::${name}(`)), name);
  const head = 'pub mod materials;\n\npub fn create_all(device: &wgpu::Device, target: &materials::Target, texture: &wgpu::TextureView) {\n';
  writeFileSync(join(module, 'mod.rs'), `${head}${calls.join('')}}\n`);
}

const unusual = join(project, 'unusual', 'port');
let reported = '';

// The project has the crates of examples/wgpu.
before(() => {
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project, { recursive: true });
  assert.equal(batch('wgpu', log(), folder), '');
  reported = batchUnusual('wgpu', unusual);
  writeCreator(unusual);
  const example = join(root, 'examples', 'wgpu');
  for (const file of ['Cargo.toml', 'Cargo.lock', join('src', 'scene.rs')]) cpSync(join(example, file), join(project, file));
  cpSync(join(root, 'tests', 'bindings', 'engines', 'programs', 'wgpu.rs'), join(folder, 'main.rs'));
});

for (const module of [folder, unusual])
  test(`rustfmt does not change the module in ${relative(project, module)}`, () => {
    const options = ['--edition', '2021', '--check', join(module, 'materials.rs')];
    const { status, stdout } = spawnSync('rustfmt', options, { encoding: 'utf8' });
    assert.equal(status, 0, stdout);
  });

test('Clippy does not warn', withClippy, () => {
  const { status, stderr } = cargo(project, 'clippy', '--locked', '--', '-D', 'warnings');
  assert.equal(status, 0, stderr);
});

test('states that wgpu does not have are reported', () => {
  assert.match(reported, /create_\w+: a material of wgpu cannot have the culling frontAndBack; it has back/);
  assert.match(reported, /create_\w+: a material of wgpu cannot have the stencil test of a log; it has none/);
  assert.match(reported, /create_\w+: a material of wgpu cannot have 3 instances for a value of position; it has one/);
  assert.match(reported, /create_\w+: a material of wgpu cannot have anisotropic filtering with mipnearest; it has linear filtering/);
  assert.equal(reported.match(/AGAL1168/g)?.length, 4);
});

test('all materials of all states are created', () => runCrate(project, 'all'));

testModule('wgpu', ['materials.rs', 'materials.json'], folder, (scene, create, path, samples) => {
  runCrate(project, scene, create.replace('createPair', 'create_pair'), path, String(samples));
});
