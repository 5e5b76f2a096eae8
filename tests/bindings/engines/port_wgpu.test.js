// The module of `agalc batch --host wgpu`: rustfmt and Clippy have no objections, and what its materials draw on Vulkan is what
// `agalc render` draws with the states of the log.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import test, { before } from 'node:test';
import { endWithout, installed, root } from './engines.js';
import { batch, batchUnusual, log, testModule } from './game.js';
import { cargo, missingWgpu, runCrate, withClippy } from './native.js';
import { writeFrame } from './native_frames.js';

const project = join(installed, 'port-wgpu');
const folder = join(project, 'port');

const lacking = missingWgpu();
if (lacking) endWithout(lacking);

const functionOf = (create) => create.replace('createPair', 'create_pair');

const materialsOf = (module) => JSON.parse(readFileSync(join(module, 'materials.json'), 'utf8')).materials;

// Creates all materials of a module.
const creator = (materials) => `mod materials;

fn main() {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = pollster::block_on(instance.request_adapter(&Default::default())).unwrap();
    let (device, _) = pollster::block_on(adapter.request_device(&Default::default())).unwrap();
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d::default(),
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage: wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    });
    let view = texture.create_view(&Default::default());
    let target = materials::Target {
        color: wgpu::TextureFormat::Rgba8Unorm,
        depth: Some(wgpu::TextureFormat::Depth24PlusStencil8),
        samples: 1,
    };
    assert!(materials::create("create_nothing", &device, &target, &[]).is_none());
${materials
  .map(({ create, vertex, fragment }) => `    materials::create("${create}", &device, &target, &[&view; ${vertex.samplers.length + fragment.samplers.length}]).unwrap();\n`)
  .join('')}}
`;

/** Makes a module a crate with the dependencies of examples/wgpu. @param {string} module @param {string} main */
function writeCrate(module, main) {
  const example = join(root, 'examples', 'wgpu');
  const bin = '[[bin]]\nname = "draw"\npath = "main.rs"\n\n[dependencies]';
  const manifest = readFileSync(join(example, 'Cargo.toml'), 'utf8').replace('agalc-example-wgpu', 'draw').replace('[dependencies]', bin);
  writeFileSync(join(module, 'Cargo.toml'), manifest);
  cpSync(join(example, 'Cargo.lock'), join(module, 'Cargo.lock'));
  writeFileSync(join(module, 'main.rs'), main);
}

const unusual = join(project, 'unusual', 'port');
let reported = '';

before(() => {
  rmSync(project, { recursive: true, force: true });
  assert.equal(batch('wgpu', log(), folder), '');
  writeCrate(folder, readFileSync(join(root, 'tools', 'lib', 'port', 'frame', 'wgpu.rs'), 'utf8'));
  reported = batchUnusual('wgpu', unusual);
  const materials = materialsOf(unusual);
  const names = materials.map(({ create }) => create);
  assert.ok(names.length > 30);
  for (const name of ['create_pair1', 'create_pair7_2', 'create_pair2d_water']) assert.ok(names.includes(name), name);
  writeCrate(unusual, creator(materials));
});

for (const module of [folder, unusual])
  test(`rustfmt does not change the module in ${relative(project, module)}`, () => {
    const options = ['--edition', '2021', '--check', join(module, 'materials.rs')];
    const { status, stdout } = spawnSync('rustfmt', options, { encoding: 'utf8' });
    assert.equal(status, 0, stdout);
  });

test('Clippy does not warn', withClippy, () => {
  const { status, stderr } = cargo(folder, 'clippy', '--', '-D', 'warnings');
  assert.equal(status, 0, stderr);
});

test('states that wgpu does not have are reported', () => {
  assert.match(reported, /create_\w+: a material of wgpu cannot have the culling frontAndBack; it has back/);
  assert.match(reported, /create_\w+: a material of wgpu cannot have the reference value of the stencil test, which a log does not have; it has 0/);
  assert.match(reported, /create_\w+: a material of wgpu cannot have 3 instances for a value of position; it has one/);
  assert.match(reported, /create_\w+: a material of wgpu cannot have anisotropic filtering with mipnearest; it has linear filtering/);
  assert.equal(reported.match(/AGAL1168/g)?.length, 4);
});

test('all materials of all states are created', () => runCrate(unusual));

function drawSteps(scene, path) {
  writeFileSync(join(folder, 'frame.json'), JSON.stringify(writeFrame(folder, scene, functionOf)));
  runCrate(folder, path);
}

testModule('wgpu', folder, drawSteps, functionOf);
