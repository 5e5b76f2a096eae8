// Writes steps (scenes.js) as the data of the programs for SDL and wgpu that draw a frame.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { png } from '../../../bindings/js/src/play/frames/zip.js';

const mapValues = (object, change) => Object.fromEntries(Object.entries(object ?? {}).map(([key, value]) => [key, change(value, key)]));

/**
 * Writes frame.bin and the pictures of images into a folder.
 * @param {string} folder @param {object} scene @param {(create: string) => string} nameOf returns the name of a function in the language
 * @returns {object} the content of frame.json
 */
export function writeFrame(folder, { size, samples, images, steps }, nameOf) {
  const parts = [];
  let end = 0;
  const add = (array) => {
    const at = end;
    parts.push(Buffer.from(array.buffer));
    end += array.byteLength;
    return { at, size: array.byteLength };
  };
  const textures = mapValues(images, (image, name) => {
    if (typeof image === 'string') return { image };
    writeFileSync(join(folder, `${name}.png`), png(image[0].length, image.length, Buffer.from(image.flat(2))));
    return { levels: [`${name}.png`] };
  });
  const targets = {};
  for (const { target, depth } of steps) if (target) targets[target] = { size: [size, size], depth: depth !== false };
  const drawOf = ({ create, attributes, indices, constants = {}, textures: used = {} }) => ({
    create: nameOf(create),
    attributes: mapValues(attributes, ({ values }) => add(Float32Array.from(values))),
    indices: add(Uint32Array.from(indices)),
    instances: 1,
    constants,
    textures: used,
  });
  const frame = {
    size: [size, size],
    depth: true,
    samples,
    textures,
    targets,
    steps: steps.map(({ target, clear, draws }) => ({
      target,
      clear: clear && { color: clear, depth: true, stencil: true },
      draws: draws.map(drawOf),
    })),
  };
  writeFileSync(join(folder, 'frame.bin'), Buffer.concat(parts));
  return frame;
}

/** frame.h for frame.json. @param {object} frame @param {object[]} materials of materials.json */
export function frameHeader({ textures, targets, steps, ...back }, materials) {
  const names = Object.keys(targets);
  const numbers = [...Object.keys(textures), ...names];
  const list = (type, items) => (items.length === 0 ? 'NULL' : `(const ${type}[]){ ${items.join(', ')} }`);
  const range = ({ at, size }) => `{ ${at}, ${size} }`;
  const floats = (values) => values.map((value) => `(float)${value}`).join(', ');
  const constantsOf = ({ constants }, values = []) => {
    const count = 4 * constants.reduce((sum, each) => sum + each.count, 0);
    return count === 0 ? '{ NULL, 0 }' : `{ (const float[${count}]){ ${floats(values.slice(0, count))} }, ${4 * count} }`;
  };
  const texture = ({ image, levels }) => `    { ${list('char *const', [JSON.stringify(image ?? levels[0])])}, 1, false, ${image !== undefined} },\n`;
  const target = ({ size: [width, height], depth, samples = 1 }) =>
    `    { .width = ${width}, .height = ${height}, .has_depth = ${depth}, .samples = SDL_GPU_SAMPLECOUNT_${samples} },\n`;
  const draw = ({ create, attributes, indices, instances, constants, textures: used }) => {
    const number = materials.findIndex((each) => each.create === create);
    const { attributes: slots, vertex, fragment } = materials[number];
    const ranges = slots.map(({ name }) => range(attributes[name]));
    const bound = [...vertex.samplers, ...fragment.samplers].map(({ name }) => numbers.indexOf(used[name]));
    return `        { ${number}, ${list('Range', ranges)}, ${ranges.length}, ${range(indices)}, ${instances}, ${list('Uint32', bound)},
          { 0, 0, ${back.size} }, 0, ${constantsOf(vertex, constants.vc)}, ${constantsOf(fragment, constants.fc)} },\n`;
  };
  const step = ({ target: name, clear, draws }) => {
    const place = name ? names.indexOf(name) : names.length;
    const clears = `${Boolean(clear)}, { ${floats(clear?.color ?? [0, 0, 0, 0])} }, ${Boolean(clear)}, ${Boolean(clear)}`;
    return `    { ${place}, ${clears}, ${draws.length}, (const Draw[]){\n${draws.map(draw).join('')}    } },\n`;
  };
  return [
    `static const CreateFunction functions[] = { ${materials.map(({ create }) => create).join(', ')} };\n`,
    `static const Texture textures[] = {\n${Object.values(textures).map(texture).join('')}    { NULL, 0, false, false },\n};\n`,
    `static Target targets[] = {\n${[...Object.values(targets), back].map(target).join('')}};\n`,
    `static const Step steps[] = {\n${steps.map(step).join('')}};\n`,
  ].join('');
}
