// Disassembles SPIR-V in the format of spirv-dis. The grammar is from the SPIR-V headers: see assemble.py.
import { isDebugOp } from './source_lines.js';
import grammar from './spirv_grammar.js';

const headerWords = 5;
const indent = 15;

const signed = (word) => word | 0;
const floatOf = (word) => new Float32Array(Uint32Array.of(word).buffer)[0];

// Formats a float with nine digits, like "%.9g" in C. Denormals, infinities and NaNs are hexadecimal, like in
// spirv-dis.
function floatText(word) {
  const exponent = (word >>> 23) & 255;
  const fraction = word & 0x7fffff;
  if (exponent === 0 && fraction !== 0 || exponent === 255) return hexFloat(word);
  const value = floatOf(word);
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [digits, power] = value.toExponential(8).split('e');
  const withoutZeros = (text) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
  if (power < -4 || power >= 9) return `${withoutZeros(digits)}e${power[0]}${power.slice(1).padStart(2, '0')}`;
  return withoutZeros(value.toPrecision(9));
}

function hexFloat(word) {
  const sign = word >>> 31 ? '-' : '';
  let exponent = ((word >>> 23) & 255) - 127;
  let fraction = word & 0x7fffff;
  if (exponent === -127) { // the leading one becomes the integer part
    exponent = -126;
    do {
      fraction <<= 1;
      --exponent;
    } while ((fraction & 0x800000) === 0);
    fraction &= 0x7fffff;
  }
  const digits = (fraction << 1).toString(16).padStart(6, '0').replace(/0+$/, '');
  return `${sign}0x1${digits && `.${digits}`}p${exponent < 0 ? '' : '+'}${exponent}`;
}

function stringAt(words, at) {
  const bytes = new Uint8Array(Uint32Array.from(words.subarray(at)).buffer);
  const end = bytes.indexOf(0);
  return {text: new TextDecoder().decode(bytes.subarray(0, end)), words: Math.floor(end / 4) + 1};
}

const quoted = (text) => `"${text.replace(/["\\]/g, '\\$&')}"`;

// Returns the instructions: {op, name, kinds, words}.
function instructionsOf(words) {
  const list = [];
  for (let at = headerWords; at < words.length;) {
    const size = words[at] >>> 16;
    if (size === 0) break;
    const op = words[at] & 0xffff;
    const [name, kinds] = grammar.ops[op] ?? [`#${op}`, ['LiteralInteger*']];
    list.push({op: name, isDebug: isDebugOp(op), kinds, words: words.subarray(at, at + size)});
    at += size;
  }
  return list;
}

// Return the word of an instruction's result, and of the result's type; undefined if the instruction does not have one.
const resultOf = ({kinds, words}) => words[kinds.indexOf('IdResult') + 1];
const typeOf = ({kinds, words}) => (kinds[0] === 'IdResultType' ? words[1] : undefined);
const hasResult = ({kinds}) => kinds.includes('IdResult');

// The name of each id: from OpName, or derived from the type or constant.
class Names {
  #byId = new Map();
  #used = new Set();
  #next = new Map();

  constructor(list, numberText) {
    for (const instruction of list) this.#note(instruction, numberText);
  }

  of(id) {
    return this.#byId.get(id) ?? String(id);
  }

  #save(id, wanted) {
    if (this.#byId.has(id)) return;
    const base = wanted.replace(/[^A-Za-z0-9_]/g, '_') || '_';
    let name = base;
    for (let number = this.#next.get(base) ?? 0; this.#used.has(name); ++number) {
      name = `${base}_${number}`;
      this.#next.set(base, number + 1);
    }
    this.#used.add(name);
    this.#byId.set(id, name);
  }

  #note(instruction, numberText) {
    const {op, words} = instruction;
    const id = resultOf(instruction);
    if (op === 'Name') this.#save(words[1], stringAt(words, 2).text);
    else if (op === 'Decorate' && grammar.kinds.Decoration.values[words[2]]?.[0] === 'BuiltIn') this.#saveBuiltIn(words[1], words[3]);
    else if (hasResult(instruction)) this.#save(id, this.#describe(instruction, numberText) ?? String(id));
  }

  #saveBuiltIn(id, builtIn) {
    const name = grammar.kinds.BuiltIn.values[builtIn]?.[0];
    if (name !== undefined) this.#save(id, `gl_${{VertexId: 'VertexID', InstanceId: 'InstanceID'}[name] ?? name}`);
  }

  #describe(instruction, numberText) {
    const {op, words} = instruction;
    switch (op) {
      case 'TypeVoid': return 'void';
      case 'TypeBool': return 'bool';
      case 'TypeInt': return words[2] === 32 ? (words[3] === 0 ? 'uint' : 'int') : undefined;
      case 'TypeFloat': return words[2] === 32 ? 'float' : undefined;
      case 'TypeVector': return `v${words[3]}${this.of(words[2])}`;
      case 'TypeMatrix': return `mat${words[3]}${this.of(words[2])}`;
      case 'TypeArray': return `_arr_${this.of(words[2])}_${this.of(words[3])}`;
      case 'TypePointer': return `_ptr_${grammar.kinds.StorageClass.values[words[2]]?.[0]}_${this.of(words[3])}`;
      case 'TypeStruct': return `_struct_${words[1]}`;
      case 'ConstantTrue': return 'true';
      case 'ConstantFalse': return 'false';
      case 'Constant': return `${this.of(words[1])}_${numberText(instruction).replaceAll('-', 'n')}`;
      default: return undefined;
    }
  }
}

// Formats the operands of one instruction.
class Operands {
  #words;
  #at = 1;
  #names;
  #number;

  constructor(instruction, names, number) {
    this.#words = instruction.words;
    this.#names = names;
    this.#number = () => number(instruction);
  }

  list(kinds) {
    const out = [];
    for (const kind of kinds) {
      const [, plain, quantifier] = /^(\w+)([?*]?)$/.exec(kind);
      if (quantifier === '*') while (this.#at < this.#words.length) out.push(...this.#one(plain));
      else if (this.#at < this.#words.length) out.push(...this.#one(plain));
    }
    return out;
  }

  #one(kind) {
    if (kind.startsWith('Pair')) return kind.slice(4).match(/IdRef|LiteralInteger/g).flatMap((part) => this.#one(part));
    if (kind === 'LiteralString') {
      const {text, words} = stringAt(this.#words, this.#at);
      this.#at += words;
      return [quoted(text)];
    }
    const word = this.#words[this.#at++];
    if (kind === 'IdResult') return [];
    if (kind.startsWith('Id')) return [`%${this.#names.of(word)}`];
    if (kind === 'LiteralContextDependentNumber') return [this.#number()];
    if (kind === 'LiteralExtInstInteger') return [grammar.glsl[word] ?? String(word)];
    const row = grammar.kinds[kind];
    if (row === undefined) return [String(word)];
    return row.mask ? this.#mask(row.values, word) : this.#value(row.values[word], word);
  }

  #value(entry, word) {
    return entry === undefined ? [String(word)] : [entry[0], ...this.list(entry[1] ?? [])];
  }

  #mask(values, word) {
    if (word === 0) return [values[0]?.[0] ?? 'None'];
    const bits = Array.from({length: 32}, (_, i) => (1 << i) >>> 0).filter((bit) => (word & bit) !== 0);
    const names = bits.map((bit) => values[bit]?.[0] ?? `0x${bit.toString(16)}`);
    return [names.join('|'), ...bits.flatMap((bit) => this.list(values[bit]?.[1] ?? []))];
  }
}

// Formats the literals of OpConstant.
function numberTexts(list) {
  const types = new Map(list.filter(({op}) => op === 'TypeInt' || op === 'TypeFloat').map(({op, words}) => [words[1], {op, words}]));
  return (instruction) => {
    const {op, words} = types.get(typeOf(instruction)) ?? {};
    const literal = instruction.words[3];
    if (op === 'TypeFloat') return floatText(literal);
    return String(op === 'TypeInt' && words[3] === 1 ? signed(literal) : literal);
  };
}

// Returns {summary, text, sources}: `sources` has for each line of the text its entry of `ofInstructions`, which has an entry
// for each instruction except debug information.
export function disassemble(words, ofInstructions = []) {
  const version = `${(words[1] >> 16) & 255}.${(words[1] >> 8) & 255}`;
  const list = instructionsOf(words);
  const number = numberTexts(list);
  const names = new Names(list, number);
  const lines = list.map((instruction) => {
    const operands = new Operands(instruction, names, number).list(instruction.kinds);
    const head = hasResult(instruction) ? `${`%${names.of(resultOf(instruction))}`.padStart(indent - 3)} = ` : ' '.repeat(indent);
    return `${head}Op${[instruction.op, ...operands].join(' ')}`;
  });
  const header = ['SPIR-V', `Version: ${version}`, `Generator: Khronos; ${words[2] & 0xffff}`, `Bound: ${words[3]}`, `Schema: ${words[4]}`];
  let next = 0;
  const sources = list.map(({isDebug}) => (isDebug ? [] : ofInstructions[next++] ?? []));
  return {
    sources: [...header.map(() => []), ...sources],
    summary: `SPIR-V ${version}: ${words.length} words, ${list.length} instructions, ${words[3]} ids at most`,
    text: `${[...header.map((line) => `; ${line}`), ...lines].join('\n')}\n`,
  };
}
