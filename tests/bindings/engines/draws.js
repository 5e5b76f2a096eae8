// The draws that programs of engines draw in tests: of handmade files, and of games if AGAL_FRAMES names a folder with their files of
// frames.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeCube, writeHandmade } from '../../games/real_games/handmade.mjs';
import { agalc, pictures } from './engines.js';

const recordings = process.env.AGAL_FRAMES;
const handmade = { handmade: (path) => writeHandmade(path, agalc, 0), cube: (path) => writeCube(path, agalc) };

/** The fraction of the pixels that may differ by more than six steps in 255. */
export const maxDifferent = 1 / 1000;

/** The same by the number of samples, which change the edges of triangles. */
export const maxBySamples = { 1: maxDifferent, 4: 0.05 };

export const draws = [
  { game: 'handmade', draw: 1 },
  { game: 'handmade', draw: 6 }, // discards pixels
  { game: 'handmade', draw: 7 }, // has a scissor rectangle
  { game: 'handmade', draw: 10 }, // has a texture with levels
  { game: 'cube', draw: 1 },
  { game: 'cube', draw: 2 },
  { game: 'citrus_starling', draw: 2 },
  { game: 'away3d_particles_basic', draw: 2 },
].map(({ game, draw }) => {
  const name = `${game}.frames`;
  const isMissing = !handmade[game] && !(recordings && existsSync(join(recordings, name)));
  return { game, draw, skip: isMissing && `AGAL_FRAMES does not have ${name}` };
});

/**
 * Writes the folder of a draw with its program, and the picture of `agalc render`.
 * @param {string} engine @param {{ game: string, draw: number }} which @param {string} folder @returns {string} the name of the picture
 */
export function writeDraw(engine, { game, draw }, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  mkdirSync(pictures, { recursive: true });
  const frames = handmade[game] ? `${folder}.frames` : join(recordings, `${game}.frames`);
  handmade[game]?.(frames);
  execFileSync(agalc, ['replay', frames, '--draw', String(draw), '--engine', engine, '-o', folder], { stdio: 'pipe' });
  setSamples(folder, 1); // agalc render does not have more
  const picture = `${engine}-${game}-${draw}.png`;
  const options = ['--backend', 'interp', '-o', join(pictures, picture)];
  execFileSync(agalc, ['render', join(folder, 'scene.json'), ...options], { stdio: 'pipe' });
  return picture;
}

/** Changes the number of samples with which the program in a folder draws. @param {string} folder @param {number} samples */
export function setSamples(folder, samples) {
  const change = (name, pattern, text) => {
    const path = join(folder, name);
    if (existsSync(path)) writeFileSync(path, readFileSync(path, 'utf8').replace(pattern, text));
  };
  for (const name of ['scene.json', 'frame.json']) change(name, /(?<="samples": ?)\d+/, String(samples));
  change('frame.h', /(?<=SDL_GPU_SAMPLECOUNT_)\d+(?= }, \/\* the back buffer)/, String(samples));
}
