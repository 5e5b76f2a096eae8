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
const folder = join(project, 'src', 'port');

const lacking = missingWgpu();
if (lacking) endWithout(lacking);

const functionOf = (create) => create.replace('createPair', 'create_pair');

/** Writes a function that calls the functions of a module by name. @param {string} module */
function writeCreator(module) {
  const text = readFileSync(join(module, 'materials.rs'), 'utf8');
  const functions = [...text.matchAll(/pub fn (create_\w+)\(([^)]*)\)/g)].map(([, name, parameters]) => {
    const textures = parameters.includes('textures') ? ', std::array::from_fn(|i| textures[i])' : '';
    return { name, call: `        "${name}" => materials::${name}(device, target${textures}),\n` };
  });
  const names = functions.map(({ name }) => name);
  writeFileSync(
    join(module, 'mod.rs'),
    `pub mod materials;

#[allow(dead_code)]
pub const NAMES: &[&str] = &${JSON.stringify(names)};

pub fn create(name: &str, device: &wgpu::Device, target: &materials::Target, textures: &[&wgpu::TextureView]) -> Option<materials::Material> {
    Some(match name {
${functions.map(({ call }) => call).join('')}        _ => return None,
    })
}
`,
  );
  return names;
}

const unusual = join(project, 'unusual', 'port');
let reported = '';

// The project has the crates of examples/wgpu.
before(() => {
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project, { recursive: true });
  assert.equal(batch('wgpu', log(), folder), '');
  writeCreator(folder);
  reported = batchUnusual('wgpu', unusual);
  const names = writeCreator(unusual);
  assert.ok(names.length > 30);
  for (const name of ['create_pair1', 'create_pair7_2', 'create_pair2d_water']) assert.ok(names.includes(name), name);
  const example = join(root, 'examples', 'wgpu');
  for (const file of ['Cargo.toml', 'Cargo.lock', join('src', 'scene.rs')]) cpSync(join(example, file), join(project, file));
  cpSync(join(root, 'tests', 'bindings', 'engines', 'programs', 'wgpu.rs'), join(project, 'src', 'main.rs'));
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

function drawSteps({ steps, ...scene }, path) {
  const file = join(project, 'steps.json');
  const named = steps.map(({ draws, ...step }) => ({ ...step, draws: draws.map((draw) => ({ ...draw, create: functionOf(draw.create) })) }));
  writeFileSync(file, JSON.stringify({ ...scene, steps: named }));
  runCrate(project, file, path);
}

testModule('wgpu', folder, drawSteps, functionOf);
