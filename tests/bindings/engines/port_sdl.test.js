// The module of `agalc batch --host sdl`: it compiles without a warning, SDL's own rules format it in the same way, and what its
// materials draw on Vulkan is what `agalc render` draws with the states of the log.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { before, describe } from 'node:test';
import { endWithout, installed, root } from './engines.js';
import { batch, batchUnusual, log, testModule } from './game.js';
import { compile, compileProgram, compiler, execute, library, missingSdl, styleOfSdl } from './native.js';
import { frameHeader, writeFrame } from './native_frames.js';

const folder = join(installed, 'port-sdl', 'port');
const files = ['materials.c', 'materials.h', 'bind.c', 'bind.h'];

const lacking = missingSdl();
if (lacking) endWithout(lacking);

const functionOf = (create) => create.replace('create', 'Create');

// Creates all materials of a module.
const creator = (names) => `#include "materials.h"

int main(int argc, char **argv)
{
    static bool (*const functions[])(SDL_GPUDevice *, const MaterialTarget *, Material *) = { ${names.join(', ')} };
    const MaterialTarget target = { argv[argc - 1], SDL_GPU_TEXTUREFORMAT_R8G8B8A8_UNORM, SDL_GPU_TEXTUREFORMAT_D32_FLOAT, SDL_GPU_SAMPLECOUNT_1 };
    Material material;
    SDL_GPUDevice *device;

    SDL_SetHint(SDL_HINT_VIDEO_DRIVER, "offscreen");
    SDL_Init(SDL_INIT_VIDEO);
    device = SDL_CreateGPUDevice(SDL_GPU_SHADERFORMAT_SPIRV, true, NULL);
    for (size_t i = 0; i < SDL_arraysize(functions); ++i) {
        if (!functions[i](device, &target, &material)) {
            SDL_Log("%d: %s", (int)i, SDL_GetError());
            return 1;
        }
        DestroyMaterial(device, &material);
    }
    return 0;
}
`;

/** Draws steps with the module. @param {object} scene @param {string} path of the picture */
function drawSteps(scene, path) {
  const { materials } = JSON.parse(readFileSync(join(folder, 'materials.json'), 'utf8'));
  writeFileSync(join(folder, 'frame.h'), frameHeader(writeFrame(folder, scene, functionOf), materials));
  cpSync(join(root, 'tools', 'lib', 'port', 'frame', 'sdl.c'), join(folder, 'draw.c'));
  compileProgram(folder, join(folder, 'draw'));
  execute(join(folder, 'draw'), [path], folder);
}

before(() => {
  rmSync(folder, { recursive: true, force: true });
  assert.equal(batch('sdl', log(), folder), '');
});

test('the shaders are there for all devices of SDL', () => {
  const products = ['spv', 'msl20.metal', 'hlsl51.hlsl'];
  for (const product of products) assert.ok(existsSync(join(folder, 'game.capture', `pair-1.vert.${product}`)), product);
});

test('the header is also one of C++', () => {
  const args = ['-x', 'c++', '-fsyntax-only', '-Wall', '-Wextra', '-Werror', `-I${library}/include`, 'materials.h'];
  const { status, stderr } = spawnSync(compiler, args, { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
});

/** Checks the format by the rules of SDL. */
function checkFormat(cwd) {
  const { status, stderr } = spawnSync('clang-format', [styleOfSdl(), '--dry-run', '-Werror', ...files], { cwd, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
}

const withFormatter = { skip: spawnSync('clang-format', ['--version']).status === 0 ? false : 'there is no clang-format' };
test('it is formatted as SDL is', withFormatter, () => checkFormat(folder));

describe('all states', () => {
  const unusual = join(installed, 'port-sdl', 'unusual', 'port');

  before(() => {
    rmSync(unusual, { recursive: true, force: true });
    const reported = batchUnusual('sdl', unusual);
    assert.match(reported, /Create\w+: a material of SDL_GPU cannot have the culling frontAndBack; it has back/);
    assert.match(reported, /Create\w+: a material of SDL_GPU cannot have the reference value of the stencil test, which a log does not have; it has 0/);
    assert.match(reported, /Create\w+: a material of SDL_GPU cannot have 3 instances for a value of position; it has one/);
    assert.equal(reported.match(/AGAL1168/g)?.length, 3);
  });

  test('the module compiles, and creates all materials', () => {
    const header = readFileSync(join(unusual, 'materials.h'), 'utf8');
    const names = [...header.matchAll(/bool (Create\w+)\(/g)].map(([, name]) => name);
    assert.ok(names.length > 30);
    for (const name of ['CreatePair1', 'CreatePair7_2', 'CreatePair2dWater']) assert.ok(names.includes(name), name);
    writeFileSync(join(unusual, 'create.c'), creator(names));
    compile(unusual, ['materials.c', 'bind.c', 'create.c'], join(unusual, 'create'));
    execute(join(unusual, 'create'), [unusual]);
  });

  test('it is formatted as SDL is', withFormatter, () => checkFormat(unusual));
});

testModule('sdl', folder, drawSteps, functionOf);
