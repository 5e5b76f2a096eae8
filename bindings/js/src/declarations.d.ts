// Written by tools/dev/c_interface.py from include/agal/agal.h. Do not edit.

/** The value of agal_abi_version for this header. */
export const AGAL_ABI_VERSION: 1;
/** In a structure: there is no such number, or it is not known. */
export const AGAL_NONE: 4294967295;

/** How an operation ended. */
export const agal_status: readonly ['ok', 'rejected', 'bad argument', 'out of memory', 'internal error'];
/** There may be warnings. */
export const AGAL_OK: 0;
/** The program, the file or a word is not accepted: the diagnostics say why. */
export const AGAL_REJECTED: 1;
/** A null pointer, an unknown option. */
export const AGAL_BAD_ARGUMENT: 2;
/** Memory ran out. */
export const AGAL_OUT_OF_MEMORY: 3;
/** A bug in agalc: please report it. */
export const AGAL_INTERNAL_ERROR: 4;

/** How bad a diagnostic is. Only an error means that the program or the file is rejected. */
export const agal_severity: readonly ['note', 'warning', 'error'];
export const AGAL_SEVERITY_NOTE: 0;
export const AGAL_SEVERITY_WARNING: 1;
export const AGAL_SEVERITY_ERROR: 2;

/** A shader stage. */
export const agal_stage: readonly ['vertex', 'fragment', 'unknown'];
export const AGAL_STAGE_VERTEX: 0;
export const AGAL_STAGE_FRAGMENT: 1;
export const AGAL_STAGE_UNKNOWN: 2;

/** The part of a token that a diagnostic is about. */
export const agal_operand: readonly ['none', 'opcode', 'destination', 'source 1', 'source 2'];
export const AGAL_OPERAND_NONE: 0;
export const AGAL_OPERAND_OPCODE: 1;
export const AGAL_OPERAND_DESTINATION: 2;
export const AGAL_OPERAND_SOURCE_1: 3;
export const AGAL_OPERAND_SOURCE_2: 4;

/** How constants reach the shader. */
export const agal_constants_mode: readonly ['ubo', 'plain', 'push'];
export const AGAL_CONSTANTS_UBO: 0;
export const AGAL_CONSTANTS_PLAIN: 1;
export const AGAL_CONSTANTS_PUSH: 2;

/** The kind of a texture. The numbers of this enumeration and the following ones are those of the bytecode. */
export const agal_texture_kind: readonly ['2d', 'cube', '3d'];
export const AGAL_TEXTURE_2D: 0;
export const AGAL_TEXTURE_CUBE: 1;
export const AGAL_TEXTURE_3D: 2;

/** How texels of one level are filtered. */
export const agal_filter: readonly ['nearest', 'linear', 'anisotropic 2x', 'anisotropic 4x', 'anisotropic 8x', 'anisotropic 16x'];
export const AGAL_FILTER_NEAREST: 0;
export const AGAL_FILTER_LINEAR: 1;
export const AGAL_FILTER_ANISOTROPIC_2X: 2;
export const AGAL_FILTER_ANISOTROPIC_4X: 3;
export const AGAL_FILTER_ANISOTROPIC_8X: 4;
export const AGAL_FILTER_ANISOTROPIC_16X: 5;

/** How levels are chosen. */
export const agal_mip: readonly ['none', 'nearest', 'linear'];
export const AGAL_MIP_NONE: 0;
export const AGAL_MIP_NEAREST: 1;
export const AGAL_MIP_LINEAR: 2;

/** What is read beyond the edges of a texture. */
export const agal_wrap: readonly ['clamp', 'repeat', 'clamp u repeat v', 'repeat u clamp v'];
export const AGAL_WRAP_CLAMP: 0;
export const AGAL_WRAP_REPEAT: 1;
export const AGAL_WRAP_CLAMP_U_REPEAT_V: 2;
export const AGAL_WRAP_REPEAT_U_CLAMP_V: 3;

/** How the texture is stored. */
export const agal_read_mode: readonly ['rgba', 'compressed', 'compressed alpha', 'video'];
export const AGAL_READ_RGBA: 0;
export const AGAL_READ_COMPRESSED: 1;
export const AGAL_READ_COMPRESSED_ALPHA: 2;
export const AGAL_READ_VIDEO: 3;

/** Bits for what else a token asks for. */
export const AGAL_SPECIAL_CENTROID: 1;
export const AGAL_SPECIAL_SINGLE: 2;
export const AGAL_SPECIAL_IGNORE_SAMPLER: 4;

/** The number from which the instance id counts. */
export const agal_instance_id: readonly ['none', 'from zero', 'from first'];
/** It is not read. */
export const AGAL_INSTANCE_NONE: 0;
export const AGAL_INSTANCE_FROM_ZERO: 1;
/** Of the draw call. */
export const AGAL_INSTANCE_FROM_FIRST: 2;

/** The answer of a proof. */
export const agal_verdict: readonly ['equal', 'different', 'not decided'];
/** For all inputs, up to the class of the proof. */
export const AGAL_VERDICT_EQUAL: 0;
/** For inputs that are given, or an output is missing. */
export const AGAL_VERDICT_DIFFERENT: 1;
/** Neither was found. */
export const AGAL_VERDICT_NOT_DECIDED: 2;

/** How much an equality grants. Each class includes those before it: docs/proof.md. */
export const agal_proof_class: readonly ['exact', 'undefined', 'rounding', 'value changing'];
/** Every bit, but for the payload and the sign of a NaN. */
export const AGAL_PROOF_EXACT: 0;
/** What AGAL or the target leaves open. */
export const AGAL_PROOF_UNDEFINED: 1;
/** The rounding of steps. */
export const AGAL_PROOF_ROUNDING: 2;
/** What no specification allows. */
export const AGAL_PROOF_VALUE_CHANGING: 3;

/** The kind of an input. */
export const agal_input_kind: readonly ['constant', 'attribute', 'varying', 'instance'];
export const AGAL_INPUT_CONSTANT: 0;
export const AGAL_INPUT_ATTRIBUTE: 1;
export const AGAL_INPUT_VARYING: 2;
/** The number of the instance, as the first value. */
export const AGAL_INPUT_INSTANCE: 3;

/** A message about the input: docs/diagnostics.md. A byte of its texts that is zero or not UTF-8 is U+FFFD. */
export const agal_diagnostic: {
  /** 3652 of AGAL3652; 3600 to 3899 are the player's own. */
  readonly number: 0;
  /** How bad it is. */
  readonly severity: 1;
  /** Stage of the program. */
  readonly stage: 2;
  /** From 1; 0: it is not about one token. */
  readonly token: 3;
  /** Part of the token. */
  readonly operand: 4;
  /** Line of assembly text, from 1; 0: unknown. */
  readonly line: 5;
  /** First byte in the line, from 1; 0: unknown. */
  readonly column: 6;
  /** Offset in bytecode; AGAL_NONE: unknown. */
  readonly byte_offset: 7;
  /** The first byte of the part of the snippet that it is about. */
  readonly caret: 8;
  /** The bytes of that part; 0: there is none. */
  readonly caret_length: 9;
  /** The name of the program or file; "": unknown. */
  readonly file: 10;
  /** One sentence without a period at the end. */
  readonly message: 11;
  /** The line of text, or for bytecode the token in canonical assembly; "": there is none. */
  readonly snippet: 12;
  /** What to do about it; "": there is no advice. */
  readonly help: 13;
  readonly size: 14;
};

/** Where one resource is bound in each API: docs/abi.md. */
export const agal_slots: {
  /** Descriptor set or bind group; AGAL_NONE in OpenGL. */
  readonly set: 0;
  /** Binding in SPIR-V, GLSL and WGSL. */
  readonly binding: 1;
  /** Index of the buffer; of the texture and of the sampler. */
  readonly msl: 2;
  /** Number of the register. */
  readonly hlsl: 3;
  /** Register space. */
  readonly hlsl_space: 4;
  readonly size: 5;
};

/** Consecutive registers. */
export const agal_register_range: {
  /** 0 to 1023. */
  readonly first: 0;
  /** At least 1. */
  readonly count: 1;
  readonly size: 2;
};

/** The array of constant registers, each of which is four floats: docs/abi.md. */
export const agal_constants: {
  /** "vc" or "fc". */
  readonly name: 0;
  /** Registers in the array, all of which must be supplied; 0: the shader has no array. */
  readonly count: 2;
  /** 1: relative addresses read it; then the ranges are not all that is read. */
  readonly indirect: 3;
  /** How they reach the shader. */
  readonly mode: 4;
  /** Bytes from one register to the next. */
  readonly stride: 5;
  /** Bytes before the array in its block. */
  readonly offset: 6;
  /** Location of a plain array; AGAL_NONE: the language has no locations, or it is another mode. */
  readonly location: 7;
  /** Where a uniform block is bound. */
  readonly slots: 8;
  /** The name of the block; "" of a plain array. */
  readonly block: 13;
  /** The name of the array in the block; "" of a plain array. */
  readonly member: 14;
  /** The registers that the compiled program reads by number, ascending. */
  readonly ranges: 15;
  /** How many ranges. */
  readonly range_count: 16;
  readonly size: 17;
};

/** A vertex attribute that the shader reads. */
export const agal_attribute: {
  /** "va0". */
  readonly name: 0;
  /** The number of the register. */
  readonly location: 2;
  /** Components that are read: x = 1, y = 2, z = 4, w = 8. */
  readonly components: 3;
  readonly size: 4;
};

/** A varying of the shader. */
export const agal_varying: {
  /** "v0". */
  readonly name: 0;
  /** The number of the register. */
  readonly location: 2;
  /** Components that a vertex program writes, or a fragment program reads; bits as in agal_attribute. */
  readonly components: 3;
  /** 1: it is interpolated at the centroid. */
  readonly centroid: 4;
  readonly size: 5;
};

/** The state that tokens ask for. A program that was not validated may have numbers that the enumerations do not. */
export const agal_sampler_state: {
  /** agal_filter. */
  readonly filter: 0;
  /** agal_mip. */
  readonly mip: 1;
  /** agal_wrap. */
  readonly wrap: 2;
  /** agal_read_mode. */
  readonly read_mode: 3;
  /** The bits of agal_special. */
  readonly special: 4;
  /** 1 to 16. */
  readonly anisotropy: 5;
  /** Added to the level of detail; it is in the code of the shader, too. */
  readonly bias: 6;
  /** First token that asks for it, from 1. */
  readonly token: 7;
  readonly size: 8;
};

/** A sampler register that tokens name. */
export const agal_sampler: {
  /** "fs0"; that of a separate sampler is followed by "_sampler". */
  readonly name: 0;
  /** The number of the register. */
  readonly index: 2;
  /** 0: its result is unused, and the shader does not have it. */
  readonly active: 3;
  /** Kind of the texture, if it is active. */
  readonly kind: 4;
  /** 0: the texture need not be filterable. */
  readonly filtering: 5;
  /** Where the texture is bound, if it is active. */
  readonly slots: 6;
  /** Binding of the sampler, in the set of the texture; AGAL_NONE: combined with it. */
  readonly sampler_binding: 11;
  /** At least one, by first use; players reject a program that asks for two. */
  readonly states: 12;
  /** How many states. */
  readonly state_count: 13;
  readonly size: 14;
};

/** What to bind to one shader: docs/reflection.md. Lists are in ascending order of registers. */
export const agal_interface: {
  /** Stage of the shader. */
  readonly stage: 0;
  /** Version of AGAL. */
  readonly version: 1;
  /** The function in the text, or in the SPIR-V. */
  readonly entry_point: 2;
  /** Attributes of a vertex program. */
  readonly attributes: 3;
  /** How many attributes. */
  readonly attribute_count: 4;
  /** Varyings that a vertex program stores, or a fragment program reads. */
  readonly varyings: 5;
  /** How many varyings. */
  readonly varying_count: 6;
  /** Also those that need not be bound. */
  readonly samplers: 7;
  /** How many samplers. */
  readonly sampler_count: 8;
  /** The constant registers. */
  readonly constants: 9;
  /** 1: it writes the position. */
  readonly position: 26;
  /** Colors that it writes: the bit of location 0 is 1, that of location 3 is 8. */
  readonly colors: 27;
  /** 1: it writes the depth. */
  readonly depth: 28;
  /** 1: it may discard fragments. */
  readonly kills: 29;
  /** Of a vertex program. */
  readonly instance_id: 30;
  /** Of a vertex program: 1: z is from -w to w; 0: from 0 to w. */
  readonly negative_z: 31;
  /** Of a vertex program: 1: y is negated. */
  readonly flip_y: 32;
  readonly size: 33;
};

/** A rule above AGAL_PROOF_EXACT that an equality needs. */
export const agal_proof_rule: {
  /** Name in docs/proof.md. */
  readonly name: 0;
  /** Class of the rule. */
  readonly rule_class: 1;
  /** How often it was applied. */
  readonly count: 2;
  readonly size: 3;
};

/** An input for which two programs differ. */
export const agal_proof_input: {
  /** "fc0". */
  readonly name: 0;
  /** Kind of the input. */
  readonly kind: 2;
  /** Number of the register. */
  readonly number: 3;
  /** x, y, z, w in each pixel of the quad; all four pixels have the same but for varyings. */
  readonly values: 4;
  readonly size: 20;
};

/** Inputs for which the two differ. */
export const agal_difference: {
  /** Output that differs: "oc.x", "discard". */
  readonly output: 0;
  /** Pixel of the quad in which it differs; 0 for a vertex program. */
  readonly pixel: 1;
  /** Value by the program; 1 and 0 for "discard". */
  readonly expected: 2;
  /** Value by the other. */
  readonly found: 3;
  /** 1: textures take part, whose texels are then a function of their coordinates. */
  readonly samples: 4;
  /** Inputs that the outputs depend on. */
  readonly inputs: 5;
  /** How many inputs. */
  readonly input_count: 6;
  readonly size: 7;
};

/** What agal_prove found. */
export const agal_proof: {
  /** The answer. */
  readonly verdict: 0;
  /** Class of an equality. */
  readonly proof_class: 1;
  /** Rules that an equality needs. */
  readonly rules: 2;
  /** How many rules. */
  readonly rule_count: 3;
  /** Terms of the last attempt. */
  readonly terms: 4;
  /** Why it is not decided, or what is missing; "": see the others. */
  readonly reason: 5;
  /** The first output that is not proved; "": all are. */
  readonly output: 6;
  /** The smallest term of the program that differs, as text; "" of an equality. */
  readonly expected: 7;
  /** The term of the other in its place. */
  readonly found: 8;
  /** NULL: it is not different, or an output is missing. */
  readonly difference: 9;
  readonly size: 10;
};

/** The functions of the library. Objects, pointers and sizes are numbers. */
export interface Functions {
  /** Changes only if a program that was compiled with an older header has to be compiled again. */
  agal_abi_version(): number;
  /** "agalc 0.1.0". Valid as long as the process runs. */
  agal_version(): number;
  /**
   * Allocates `size` bytes, for hosts that cannot write into the memory of the library otherwise, such as hosts of
   * WebAssembly. NULL: out of memory.
   */
  agal_allocate(size: number): number;
  /** Frees the memory of agal_allocate. Accepts NULL. */
  agal_free(memory: number): void;
  /** All options with their defaults. NULL: out of memory. */
  agal_options_create(): number;
  /** The same options as an object of its own. NULL: out of memory, or `options` is not an object. */
  agal_options_copy(options: number): number;
  /**
   * Sets an option by name, for example "clip-z" to "zero-to-one"; agal_list("options") gives all of them. In
   * addition, "name" is what messages call the program; "vertex-name" and "fragment-name" are for the programs of a
   * pair, and "other-name" is for what agal_prove compares; "steps" gives agal_compile a part of that name; with
   * "bytecode" a program is bytecode alone, as it is for a player. Both texts end with a zero byte. On
   * AGAL_BAD_ARGUMENT nothing has changed, and agal_options_message says what is wrong.
   */
  agal_options_set(options: number, name: number, value: number): number;
  /**
   * The error message of the last call of agal_options_set for these options; "" if it succeeded. Valid until the next
   * call that changes them.
   */
  agal_options_message(options: number): number;
  /** Accepts NULL. */
  agal_options_release(options: number): void;
  /** Text to bytecode. Part: "bytecode". */
  agal_assemble(text: number, size: number, options: number): number;
  /** A program as canonical assembly. Part: "assembly". */
  agal_disassemble(program: number, size: number, options: number): number;
  /** Checks the player's rules, and the lints that the option "lint" names. It does not have further parts. */
  agal_validate(program: number, size: number, options: number): number;
  /**
   * A program in the language that the option "target" names. Parts: "vertex" or "fragment", by its stage: text, or
   * the words of SPIR-V in the byte order of the machine; "reflection" unless the option "reflect" is off (JSON,
   * docs/reflection.md); "steps" if that option is set: the program after each step that changed it, as JSON lines
   * with "step", "summary" and "text", which exist even if the program is rejected.
   */
  agal_compile(program: number, size: number, options: number): number;
  /**
   * A pair: checks that the programs fit together, and drops the varyings that the fragment program does not read.
   * Parts: "vertex" and "fragment", or "both" with the option "single-module"; "reflection" of both.
   */
  agal_link(vertex: number, vertex_size: number, fragment: number, fragment_size: number, options: number): number;
  /**
   * Runs a vertex program once, or a fragment program for a quad of 2 x 2 pixels. `inputs` may be NULL: nothing is
   * bound. Parts: "outputs" (one line of JSON for each invocation, docs/interpreter.md), "trace" if the option "trace"
   * is on.
   */
  agal_interpret(program: number, size: number, inputs: number, options: number): number;
  /**
   * The programs in a SWF, SWC, ZIP, the log of a tapped game or any other file, called `name`. Parts: "programs"
   * (JSON lines, one for each program, with its certainty and origins, docs/extract.md), and for each of them
   * "program-N" (N from 0, in that order): its bytecode. A damaged file is AGAL_REJECTED, and gives the programs that
   * could be read nevertheless.
   */
  agal_extract(file: number, size: number, name: number, options: number): number;
  /**
   * Whether `other` computes what the program computes, for all inputs: docs/proof.md. `other` is the words of SPIR-V
   * in the byte order of the machine, or another program; NULL, with the size 0: the SPIR-V that agal_compile makes of
   * the program with these options. The status is AGAL_OK whatever the answer is; agal_result_proof has it. The option
   * "other-name" is what messages call it. Parts: "proof" (a line of JSON, as `agalc prove --format=json` writes it)
   * and "text".
   */
  agal_prove(program: number, size: number, other: number, other_size: number, options: number): number;
  /**
   * The explanation of a word: the number or the name of a diagnostic, an opcode, a register, a sampler option, a
   * target, a profile. An unknown word is AGAL_REJECTED. Part: "text".
   */
  agal_explain(word: number): number;
  /**
   * A table of the library as JSON: "options", "targets", "opcodes", "registers", "sampler-options" or "diagnostics".
   * An unknown table is AGAL_REJECTED. Part: "json".
   */
  agal_list(table: number): number;
  /** AGAL_BAD_ARGUMENT if it is NULL. */
  agal_result_status(result: number): number;
  /** The number of errors among the diagnostics. */
  agal_result_errors(result: number): number;
  /** The number of warnings among the diagnostics. */
  agal_result_warnings(result: number): number;
  /**
   * A part by name; NULL if there is no such part. Its size in bytes is stored in `size` unless that is NULL; a zero
   * byte follows it, which is not counted. Aligned for SPIR-V. Valid until the result is released.
   */
  agal_result_get(result: number, part: number, size: number): number;
  /** How many parts there are. */
  agal_result_count(result: number): number;
  /** The name of a part by its number, from 0. NULL: there is no such part. Valid until the result is released. */
  agal_result_name(result: number, index: number): number;
  /** A part by its number, as agal_result_get. */
  agal_result_at(result: number, index: number, size: number): number;
  /** Accepts NULL. */
  agal_result_release(result: number): void;
  /** The diagnostics in their order; their number is stored in `count` unless that is NULL. NULL: there are none. */
  agal_result_diagnostics(result: number, count: number): number;
  /**
   * The number of the error with which players reject the program: of the first error among the diagnostics that is
   * the player's own. 0: there is none. With the option "adobe-order" it is the error at which a player stops.
   */
  agal_result_player_error(result: number): number;
  /**
   * The interface of the shader of a stage. NULL: the result has no such shader, or the option "reflect" is off. With
   * the option "bindings-only" nothing else is described: there is no part "reflection", which takes longer than a
   * translation.
   */
  agal_result_interface(result: number, stage: number): number;
  /** The proof about the program of a stage. NULL: the result has none. */
  agal_result_proof(result: number, stage: number): number;
  /** NULL: out of memory. */
  agal_inputs_create(): number;
  /** All constants of the program's stage, from register 0 on: 4 * `registers` floats, at most 1,024 registers. */
  agal_inputs_set_constants(inputs: number, values: number, registers: number): number;
  /** An attribute of a vertex program. `number` is that of the register, at most 1,023. */
  agal_inputs_set_attribute(inputs: number, number: number, value: number): number;
  /** A varying of one pixel of a quad: 0 is the upper left one, 1 upper right, 2 lower left, 3 lower right. */
  agal_inputs_set_varying(inputs: number, pixel: number, number: number, value: number): number;
  /** The number of the instance, which a vertex program may read. */
  agal_inputs_set_instance(inputs: number, instance: number): number;
  /**
   * The texture in a sampler register: `kind` is "2d", "cube" or "3d"; `depth` is 1, 6 or the number of slices.
   * `texels` are 4 floats each, by row from the top, then by face (+x, -x, +y, -y, +z, -z) or slice. If `levels` is
   * not 0, all smaller levels are computed, each texel as the average of those above it.
   */
  agal_inputs_set_texture(inputs: number, sampler: number, kind: number, width: number, height: number, depth: number, texels: number, levels: number): number;
  /** Accepts NULL. */
  agal_inputs_release(inputs: number): void;
}

/** The exports of a module. */
export interface Exports extends Functions {
  readonly memory: WebAssembly.Memory;
  readonly _initialize?: () => void;
}
