// Assembles texts with a model of the ActionScript AGALMiniAssembler and with OpenFL's port to Haxe.
//
//     node assemblers.mjs PACKAGES TEXTS RESULTS
//
// PACKAGES is the folder where ./tools/lab/converters installed openfl. TEXTS has a line of JSON for each text:
// [stage, version, text]. RESULTS gets a line of JSON for each text: [model, openfl]. Both are the bytes of the tokens in
// hexadecimal, or "!" and the reason for the rejection.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const [packages, texts, results] = process.argv.slice(2);

// ------------------------------------------------------------------------------------------------ the model

// The regular expressions of the assembler, built from their parts.
const letters = '\\.[xyzw]';
const name = '([vofi][acostdip]?d?)\\d*';
const address = `vc\\[${name}(${letters})?(\\+\\d{1,3})?\\]`;
const operandPattern = new RegExp(`${address}(${letters}{1,4})?|${name}(${letters}{1,4})?`, 'gi');

// Opcodes by name: number, operand count and flags. Flags: * lacks a destination, 2 needs AGAL 2, v and f are limited to
// vertex and fragment programs, t reads a texture.
const opcodes = new Map(
  `mov=0:2 add=1:3 sub=2:3 mul=3:3 div=4:3 rcp=5:2 min=6:3 max=7:3 frc=8:2 sqt=9:2 rsq=10:2 pow=11:3 log=12:2 exp=13:2
   nrm=14:2 sin=15:2 cos=16:2 crs=17:3 dp3=18:3 dp4=19:3 abs=20:2 neg=21:2 sat=22:2 m33=23:3 m44=24:3 m34=25:3 ddx=26:2:2f
   ddy=27:2:2f ife=28:2:*2 ine=29:2:*2 ifg=30:2:*2 ifl=31:2:*2 els=32:0:*2 eif=33:0:*2 kil=39:1:*f tex=40:3:ft sge=41:3
   slt=42:3 sgn=43:2 seq=44:3 sne=45:3 tld=46:3:vt`
    .split(/\s+/)
    .map((row) => row.split(/[=:]/))
    .map(([word, number, operands, flags = '']) => [word, { number: +number, operands: +operands, flags }]),
);

// Register types by name: number, stages and the highest index in each version.
const registers = new Map(
  `va=0:v:7,7,15,15 vc=1:v:127,249,249,249 vt=2:v:7,25,25,25 vo=3:v:0,0,0,0 vi=4:vf:7,9,9,9 fc=1:f:27,63,199,199
   ft=2:f:7,25,25,25 fs=5:f:15,15,15,15 vs=5:v:3,3,3,3 fo=3:f:0,3,3,3 fd=6:f:-1,0,0,0 iid=7:v:0,0,0,0`
    .split(/\s+/)
    .map((row) => row.split(/[=:]/))
    .map(([word, number, stages, ranges]) => [word, { number: +number, stages, ranges: ranges.split(',') }]),
);
for (const [alias, word] of [['op', 'vo'], ['i', 'vi'], ['v', 'vi'], ['oc', 'fo'], ['od', 'fd'], ['fi', 'vi']])
  registers.set(alias, registers.get(word));

// Sampler options by name: shift and value.
const options = new Map(
  `rgba=8:0 compressed=8:1 compressedalpha=8:2 dxt1=8:1 dxt5=8:2 video=8:3 2d=12:0 cube=12:1 3d=12:2 centroid=16:1
   single=16:2 ignoresampler=16:4 clamp=20:0 repeat=20:1 wrap=20:1 clamp_u_repeat_v=20:2 repeat_u_clamp_v=20:3 nomip=24:0
   mipnone=24:0 mipnearest=24:1 miplinear=24:2 nearest=28:0 linear=28:1 anisotropic2x=28:2 anisotropic4x=28:3
   anisotropic8x=28:4 anisotropic16x=28:5`
    .split(/\s+/)
    .map((row) => row.split(/[=:]/))
    .map(([word, shift, value]) => [word, { shift: +shift, value: +value }]),
);

const lane = (letter) => 'xyzw'.indexOf(letter);

function operandOf(found, stage, version) {
  const bracket = found.match(/\[.*\]/)?.[0];
  if (bracket !== undefined) found = found.replace(bracket, '0');
  const word = found.match(/^[a-z]{1,3}/i)[0];
  const register = registers.get(word);
  if (register === undefined) throw `unknown register ${word}`;
  if (!register.stages.includes('vf'[stage])) throw `register of the other stage: ${word}`;
  if (bracket !== undefined && stage === 1) throw 'relative address in a fragment program';
  const rest = found.slice(word.length);
  const digits = (bracket ?? rest).match(/\d+/);
  const index = digits === null ? 0 : Number(digits[0]);
  if (index > register.ranges[version - 1]) throw `register beyond the limit: ${word}${index}`;
  const operand = { register, index, components: rest.match(/\.[xyzw]{1,4}/)?.[0].slice(1), relative: null };
  if (bracket === undefined) return operand;
  const of = registers.get(bracket.match(/[a-z]{1,3}/i)[0]);
  if (of === undefined) throw 'unknown index register';
  const select = bracket.match(/\.[xyzw]/);
  if (select === null) throw 'index register without component';
  const offset = Number(bracket.match(/\+\d{1,3}/)?.[0] ?? 0);
  if (offset > 255) throw 'offset beyond 255';
  operand.relative = { type: of.number, select: lane(select[0][1]), offset };
  return operand;
}

function writeDestination(out, operand) {
  let mask = operand.components === undefined ? 15 : 0;
  for (const letter of operand.components ?? '') mask |= 1 << lane(letter);
  out.push(operand.index & 255, operand.index >> 8, mask, operand.register.number);
}

function writeSource(out, operand) {
  let swizzle = 0;
  const components = operand.components ?? 'xyzw';
  for (let i = 0; i < 4; ++i) swizzle |= lane(components[Math.min(i, components.length - 1)]) << (2 * i);
  const { type, select, offset } = operand.relative ?? { type: 0, select: 0, offset: 0 };
  out.push(operand.index & 255, operand.index >> 8, offset, swizzle, operand.register.number, type);
  out.push(select, operand.relative === null ? 0 : 128);
}

function writeSampler(out, operand, words) {
  let bits = 5;
  let bias = 0;
  for (const word of words) {
    const option = options.get(word);
    if (option === undefined) {
      bias = Number(word);
      continue;
    }
    if (option.shift !== 16) bits &= ~(15 << option.shift);
    bits |= option.value << option.shift;
  }
  out.push(operand.index & 255, operand.index >> 8, (bias * 8) & 255, 0);
  out.push(bits & 255, (bits >> 8) & 255, (bits >> 16) & 255, (bits >> 24) & 255);
}

function assembleByModel(stage, version, source) {
  const out = [];
  // The most recent sampler options, which later lines repeat.
  let words = [];
  for (let line of source.replace(/[\f\n\r\v]+/g, '\n').split('\n')) {
    line = line.replace(/^[ \t\n\r\f\v]+|[ \t\n\r\f\v]+$/g, '').replace(/\/\/.*/, '');
    const begin = line.search(/<.*>/);
    if (begin !== -1) {
      words = line.slice(begin).match(/[\w.+-]+/g) ?? [];
      line = line.slice(0, begin);
    }
    const opcode = opcodes.get(line.match(/^\w{3}/)?.[0]);
    if (opcode === undefined) continue;
    if (opcode.flags.includes('2') && version < 2) throw 'opcode of a later version';
    for (const [i, letter] of ['v', 'f'].entries())
      if (opcode.flags.includes(letter) && stage !== i) throw 'opcode of the other stage';
    const found = line.slice(3).match(operandPattern) ?? [];
    if (found.length !== opcode.operands) throw `${found.length} operands instead of ${opcode.operands}`;
    const token = [opcode.number, 0, 0, 0];
    const hasDestination = !opcode.flags.includes('*');
    found.forEach((text, i) => {
      const operand = operandOf(text, stage, version);
      if (i === 0 && hasDestination && operand.relative !== null) throw 'relative destination';
      if (i === 0 && hasDestination) return writeDestination(token, operand);
      if (i === 0) token.push(0, 0, 0, 0);
      if (i === 2 && opcode.flags.includes('t')) return writeSampler(token, operand, words);
      writeSource(token, operand);
    });
    while (token.length < 24) token.push(0);
    out.push(...token);
  }
  return Buffer.from(out).toString('hex');
}

// ------------------------------------------------------------------------------------------------ OpenFL's port

globalThis.window ??= globalThis; // required by the port's timer
const require = createRequire(join(resolve(packages), 'node_modules', 'openfl', 'package.json'));
const quiet = () => {};
Object.assign(console, { log: quiet, warn: quiet, info: quiet, error: quiet });
const PortedAssembler = require('./lib/_gen/openfl/utils/AGALMiniAssembler').default;
const ported = new PortedAssembler(false);

function assembleByPort(stage, version, source) {
  const bytes = ported.assemble(stage === 1 ? 'fragment' : 'vertex', source, version);
  if (ported.error !== '') throw ported.error.split('\n')[0].replace('error: ', '');
  return Buffer.from(bytes.b.slice(7, bytes.length)).toString('hex');
}

function attempt(assemble, ...text) {
  try {
    return assemble(...text);
  } catch (reason) {
    return `!${typeof reason === 'string' ? reason : reason?.message ?? reason}`;
  }
}

const lines = readFileSync(texts, 'utf8').trimEnd().split('\n');
writeFileSync(
  results,
  lines
    .map((line) => JSON.parse(line))
    .map((text) => JSON.stringify([attempt(assembleByModel, ...text), attempt(assembleByPort, ...text)]))
    .join('\n'),
);
