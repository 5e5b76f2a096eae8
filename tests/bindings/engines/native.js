// Helpers of the tests of SDL and wgpu: compile and run programs in C and Rust.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installed, missingCrates } from './engines.js';

export const compiler = process.env.CC ?? 'cc';

/** The headers and the library that the crate sdl3-sys has built; undefined: there are none. */
export const library = (() => {
  const builds = join(installed, 'target', 'debug', 'build');
  const names = existsSync(builds) ? readdirSync(builds) : [];
  return names.map((name) => join(builds, name, 'out')).find((path) => existsSync(join(path, 'lib', 'libSDL3.a')));
})();

/** The facility that is missing to compile programs with SDL, and why; undefined: everything is there. */
export const missingSdl = () =>
  missingCrates(['sdl']) ??
  (library ? undefined : ['engine-crates', 'build/engines does not have the library of SDL: run ./tools/lab/engines']) ??
  (spawnSync(compiler, ['--version']).error ? ['compilers', `there is no ${compiler}`] : undefined);

/** The same for wgpu, and the tools that check the form of Rust. */
export const missingWgpu = () =>
  missingCrates(['wgpu']) ??
  (withClippy.skip || spawnSync('cargo', ['clippy', '--version']).status === 0 ? undefined : ['rust', 'there is no cargo-clippy']) ??
  (spawnSync('rustfmt', ['--version']).status === 0 ? undefined : ['rust', 'there is no rustfmt']);

/** Compiles files of C without a warning. @param {string} cwd @param {string[]} args @param {string} program to write */
export function compile(cwd, args, program) {
  const options = ['-std=c11', '-Wall', '-Wextra', '-Wpedantic', '-Werror', `-I${library}/include`];
  const libraries = [`${library}/lib/libSDL3.a`, '-pthread', '-lm', '-ldl'];
  const { status, stderr } = spawnSync(compiler, [...options, ...args, '-o', program, ...libraries], { cwd, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
}

/** Compiles the program that agalc wrote into a folder. @param {string} home @param {string} program to write */
export const compileProgram = (home, program) => compile(home, ['draw.c', 'materials.c', 'bind.c'], program);

/** The style of SDL's own code, as an option of clang-format. */
export function styleOfSdl() {
  const cache = readFileSync(join(library, 'build', 'CMakeCache.txt'), 'utf8');
  const [, source] = /^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$/m.exec(cache);
  return `--style=file:${join(source, '.clang-format')}`;
}

/** The options of a test that runs Clippy, which compiles all crates a second time. */
export const withClippy = { skip: process.env.AGAL_EXHAUSTIVE === undefined && 'AGAL_EXHAUSTIVE is not set' };

/** Runs Cargo without a network, and with the settings of ./tools/lab/engines. */
export function cargo(cwd, ...args) {
  const env = { ...process.env, CARGO_TARGET_DIR: join(installed, 'target'), CARGO_NET_OFFLINE: 'true', CARGO_PROFILE_DEV_DEBUG: '0' };
  return spawnSync('cargo', args, { cwd, env, encoding: 'utf8' });
}

/**
 * Builds the program of a project, and runs it. Without the information for debuggers, the linker takes a third of the time. Neither
 * the compiler nor the validation layer of Vulkan may have objections.
 */
export function runCrate(cwd, ...args) {
  const built = cargo(cwd, 'rustc', '--quiet', '--', '-C', 'debuginfo=0', '-C', 'strip=debuginfo');
  assert.equal(built.status, 0, built.stderr);
  assert.doesNotMatch(built.stderr, /warning/);
  const [, name] = /^name = "(.*)"$/m.exec(readFileSync(join(cwd, 'Cargo.toml'), 'utf8'));
  const { status, stderr } = spawnSync(join(installed, 'target', 'debug', name), args, { cwd, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.doesNotMatch(stderr, /VUID|warning/);
}

/** Runs a program of SDL in a folder. The validation layer of Vulkan must not have objections. */
export function execute(program, args, cwd = undefined) {
  const env = { ...process.env, SDL_VIDEO_DRIVER: 'offscreen' };
  const { status, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.doesNotMatch(stderr, /VUID/);
}
