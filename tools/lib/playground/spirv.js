// SPIR-V for people: the head of the module, and its instructions as words.

const names = {
  1: 'Undef', 3: 'Source', 5: 'Name', 6: 'MemberName', 8: 'Line', 10: 'Extension', 11: 'ExtInstImport', 12: 'ExtInst',
  14: 'MemoryModel', 15: 'EntryPoint', 16: 'ExecutionMode', 17: 'Capability', 19: 'TypeVoid', 20: 'TypeBool', 21: 'TypeInt',
  22: 'TypeFloat', 23: 'TypeVector', 25: 'TypeImage', 26: 'TypeSampler', 27: 'TypeSampledImage', 28: 'TypeArray',
  30: 'TypeStruct', 32: 'TypePointer', 33: 'TypeFunction', 41: 'ConstantTrue', 42: 'ConstantFalse', 43: 'Constant',
  44: 'ConstantComposite', 46: 'ConstantNull', 54: 'Function', 56: 'FunctionEnd', 59: 'Variable', 61: 'Load', 62: 'Store',
  65: 'AccessChain', 71: 'Decorate', 72: 'MemberDecorate', 79: 'VectorShuffle', 80: 'CompositeConstruct',
  81: 'CompositeExtract', 86: 'SampledImage', 87: 'ImageSampleImplicitLod', 88: 'ImageSampleExplicitLod', 110: 'ConvertFToS',
  111: 'ConvertSToF', 112: 'ConvertUToF', 124: 'Bitcast', 127: 'FNegate', 128: 'IAdd', 129: 'FAdd', 131: 'FSub', 133: 'FMul',
  136: 'FDiv', 142: 'VectorTimesScalar', 148: 'Dot', 154: 'Any', 155: 'All', 166: 'LogicalOr', 167: 'LogicalAnd',
  168: 'LogicalNot', 169: 'Select', 180: 'FOrdEqual', 183: 'FUnordNotEqual', 184: 'FOrdLessThan', 186: 'FOrdGreaterThan',
  188: 'FOrdLessThanEqual', 190: 'FOrdGreaterThanEqual', 207: 'DPdx', 208: 'DPdy', 245: 'Phi', 247: 'SelectionMerge',
  248: 'Label', 249: 'Branch', 250: 'BranchConditional', 252: 'Kill', 253: 'Return', 254: 'ReturnValue',
  5380: 'DemoteToHelperInvocation',
};

const hex = (word) => word.toString(16).padStart(8, '0');

export const scanner = /(?<comment>;.*)|(?<keyword>\bOp\w+)|(?<number>\b[0-9a-f]{8}\b)/g;

// {summary, text}: one line for each instruction.
export function describe(words) {
  const version = `${(words[1] >> 16) & 255}.${(words[1] >> 8) & 255}`;
  const lines = [];
  let count = 0;
  for (let at = 5; at < words.length; ++count) {
    const size = words[at] >>> 16;
    if (size === 0) break;
    const opcode = words[at] & 0xffff;
    const name = Object.hasOwn(names, opcode) ? `Op${names[opcode]}` : `Op#${opcode}`;
    lines.push(`${name.padEnd(24)} ${Array.from(words.subarray(at, at + size), hex).join(' ')}`);
    at += size;
  }
  const head = `; magic ${hex(words[0])}, version ${version}, bound ${words[3]}`;
  return {
    summary: `SPIR-V ${version}: ${words.length} words, ${count} instructions, ${words[3]} ids at most`,
    text: `${head}\n${lines.join('\n')}\n`,
  };
}
