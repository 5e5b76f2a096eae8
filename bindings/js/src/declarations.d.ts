// Written by tools/lab/c_interface.py from include/agal/agal.h. Do not edit.

/** The value of agal_abi_version for this header. */
export const AGAL_ABI_VERSION: 1;
/** Stands for a number that does not exist or is unknown. */
export const AGAL_NONE: 4294967295;

/** The status of an operation. */
export const agal_status: readonly ['ok', 'rejected', 'bad argument', 'out of memory', 'internal error'];
/** Success, possibly with warnings. */
export const AGAL_OK: 0;
/** The program, file, word or table is rejected; the part "messages" gives the reason. */
export const AGAL_REJECTED: 1;
/** A null pointer, an unknown option, or a value that is not allowed. */
export const AGAL_BAD_ARGUMENT: 2;
/** Memory ran out. */
export const AGAL_OUT_OF_MEMORY: 3;
/** A bug in agalc; please report it. */
export const AGAL_INTERNAL_ERROR: 4;

/** The severity of a diagnostic. Only an error means that the program or the file is rejected. */
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

/** The mechanism that passes constants to the shader. */
export const agal_constants_mode: readonly ['ubo', 'plain', 'push'];
export const AGAL_CONSTANTS_UBO: 0;
export const AGAL_CONSTANTS_PLAIN: 1;
export const AGAL_CONSTANTS_PUSH: 2;

/** The kind of a texture. This enumeration and the next ones have the numbers of the bytecode. */
export const agal_texture_kind: readonly ['2d', 'cube', '3d'];
export const AGAL_TEXTURE_2D: 0;
export const AGAL_TEXTURE_CUBE: 1;
export const AGAL_TEXTURE_3D: 2;

/** The filter for texels of one level. */
export const agal_filter: readonly ['nearest', 'linear', 'anisotropic 2x', 'anisotropic 4x', 'anisotropic 8x', 'anisotropic 16x'];
export const AGAL_FILTER_NEAREST: 0;
export const AGAL_FILTER_LINEAR: 1;
export const AGAL_FILTER_ANISOTROPIC_2X: 2;
export const AGAL_FILTER_ANISOTROPIC_4X: 3;
export const AGAL_FILTER_ANISOTROPIC_8X: 4;
export const AGAL_FILTER_ANISOTROPIC_16X: 5;

/** The filter between levels of detail. */
export const agal_mip: readonly ['none', 'nearest', 'linear'];
export const AGAL_MIP_NONE: 0;
export const AGAL_MIP_NEAREST: 1;
export const AGAL_MIP_LINEAR: 2;

/** The wrap mode: the texels that coordinates beyond the edges of a texture select. */
export const agal_wrap: readonly ['clamp', 'repeat', 'clamp u repeat v', 'repeat u clamp v'];
export const AGAL_WRAP_CLAMP: 0;
export const AGAL_WRAP_REPEAT: 1;
export const AGAL_WRAP_CLAMP_U_REPEAT_V: 2;
export const AGAL_WRAP_REPEAT_U_CLAMP_V: 3;

/** The read mode: the storage format of the texture. */
export const agal_read_mode: readonly ['rgba', 'compressed', 'compressed alpha', 'video'];
export const AGAL_READ_RGBA: 0;
export const AGAL_READ_COMPRESSED: 1;
export const AGAL_READ_COMPRESSED_ALPHA: 2;
export const AGAL_READ_VIDEO: 3;

/** Bits of the special flags of a token. */
export const AGAL_SPECIAL_CENTROID: 1;
export const AGAL_SPECIAL_SINGLE: 2;
export const AGAL_SPECIAL_IGNORE_SAMPLER: 4;

/** The first value of the instance id. */
export const agal_instance_id: readonly ['none', 'from zero', 'from first'];
/** The instance id is not read. */
export const AGAL_INSTANCE_NONE: 0;
export const AGAL_INSTANCE_FROM_ZERO: 1;
/** The draw call's parameter `first instance`. */
export const AGAL_INSTANCE_FROM_FIRST: 2;

/** The answer of a proof. */
export const agal_verdict: readonly ['equal', 'different', 'not decided'];
/** Equal for all inputs, up to the class of the proof. */
export const AGAL_VERDICT_EQUAL: 0;
/** Different, usually with inputs that show it. */
export const AGAL_VERDICT_DIFFERENT: 1;
/** Neither equality nor a difference was found. */
export const AGAL_VERDICT_NOT_DECIDED: 2;

/**
 * The class of an equality: the differences that it permits. Each class also permits the differences of the previous
 * classes: docs/proof.md.
 */
export const agal_proof_class: readonly ['exact', 'undefined', 'rounding', 'value changing'];
/** No differences, except the payload and the sign of a NaN. */
export const AGAL_PROOF_EXACT: 0;
/** Values that both AGAL and the target leave undefined. */
export const AGAL_PROOF_UNDEFINED: 1;
/** Rounding of intermediate values. */
export const AGAL_PROOF_ROUNDING: 2;
/** Changes that no specification allows. */
export const AGAL_PROOF_VALUE_CHANGING: 3;

/** The kind of an input. */
export const agal_input_kind: readonly ['constant', 'attribute', 'varying', 'instance'];
export const AGAL_INPUT_CONSTANT: 0;
export const AGAL_INPUT_ATTRIBUTE: 1;
export const AGAL_INPUT_VARYING: 2;
/** The instance id; `values` begins with it. */
export const AGAL_INPUT_INSTANCE: 3;

/**
 * A message about the input: docs/diagnostics.md. In its texts, U+FFFD replaces zero bytes and bytes that are not
 * UTF-8.
 */
export const agal_diagnostic: {
  /** 3652 for AGAL3652; 3600 to 3899 are the player's errors. */
  readonly number: 0;
  /** Severity, which options may change. */
  readonly severity: 1;
  /** Stage of the program, if known. */
  readonly stage: 2;
  /** Number of the token, from 1; 0 if the message is not about a single token. */
  readonly token: 3;
  /** Part of the token. */
  readonly operand: 4;
  /** Line of assembly text, from 1; 0: unknown. */
  readonly line: 5;
  /** First byte in the line, from 1; 0: unknown. */
  readonly column: 6;
  /** Offset in bytecode; AGAL_NONE: unknown. */
  readonly byte_offset: 7;
  /** Offset in the snippet, in bytes, of the part that the message is about. */
  readonly caret: 8;
  /** Size of that part in bytes; 0: none. */
  readonly caret_length: 9;
  /** Name of the program or file; "": unknown. */
  readonly file: 10;
  /** A sentence without a period. */
  readonly message: 11;
  /** Line of text, or the token in canonical assembly for bytecode; "": none. */
  readonly snippet: 12;
  /** Advice; "": none. */
  readonly help: 13;
  readonly size: 14;
};

/** The binding of one resource in each API: docs/abi.md. */
export const agal_slots: {
  /** Descriptor set (Vulkan) or bind group (WGSL); AGAL_NONE in other cases. */
  readonly set: 0;
  /** Binding in SPIR-V, GLSL and WGSL. */
  readonly binding: 1;
  /** Index of the buffer, or of the texture and the sampler. */
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

/** Constants that the text declares as one variable or member, because the option "rename" names some of them. */
export const agal_constant_part: {
  /** Name of the variable, or of the member of the block. */
  readonly declared: 0;
  /** First register. */
  readonly first: 1;
  /** Number of registers; 1: not an array. */
  readonly count: 2;
  readonly size: 3;
};

/** The array of constant registers: docs/abi.md. A register is four floats. */
export const agal_constants: {
  /** "vc" or "fc". */
  readonly name: 0;
  /** Registers in the array, which must all be supplied; 0: the shader does not have the array. */
  readonly count: 2;
  /** 1: relative addresses may read registers outside `ranges`. */
  readonly indirect: 3;
  /** Mechanism that passes the constants. */
  readonly mode: 4;
  /** Bytes from one register to the next. */
  readonly stride: 5;
  /** Bytes before the array in its block. */
  readonly offset: 6;
  /** Location of a plain array, for languages with locations; AGAL_NONE in other modes. */
  readonly location: 7;
  /** Binding of a uniform block. */
  readonly slots: 8;
  /** Name of the block; "" for a plain array. */
  readonly block: 13;
  /** Name of the array in the block; "" for a plain array. */
  readonly member: 14;
  /** Registers that the compiled program reads by number, ascending. */
  readonly ranges: 15;
  /** Number of ranges. */
  readonly range_count: 16;
  readonly declared: 17;
  /** Separate parts, by first register; NULL: the constants are one array. */
  readonly parts: 18;
  /** Number of parts. */
  readonly part_count: 19;
  readonly size: 20;
};

/** A vertex attribute that the shader reads. */
export const agal_attribute: {
  /** "va0". */
  readonly name: 0;
  /** Number of the register. */
  readonly location: 2;
  /** Components that are read: bits x = 1, y = 2, z = 4, w = 8. */
  readonly components: 3;
  /** Name of the variable in the text. */
  readonly declared: 4;
  readonly size: 5;
};

/** A varying of the shader. If varyings share locations (option "max-varyings"), each location has one structure. */
export const agal_varying: {
  /** "v0". */
  readonly name: 0;
  /** Number of the register or location. */
  readonly location: 2;
  /** Bits like in agal_attribute: components that are written or read. */
  readonly components: 3;
  /** 1: interpolated at the centroid. */
  readonly centroid: 4;
  /** Name of the variable in the text. */
  readonly declared: 5;
  readonly size: 6;
};

/**
 * The sampler state that tokens request. A program that was not validated strictly may have numbers outside the
 * enumerations.
 */
export const agal_sampler_state: {
  /** agal_filter. */
  readonly filter: 0;
  /** agal_mip. */
  readonly mip: 1;
  /** agal_wrap. */
  readonly wrap: 2;
  /** agal_read_mode. */
  readonly read_mode: 3;
  /** Bits of agal_special. */
  readonly special: 4;
  /** 1 to 16. */
  readonly anisotropy: 5;
  /** Bias of the level of detail; the shader's code already adds it. */
  readonly bias: 6;
  /** First token that requests the state, from 1. */
  readonly token: 7;
  readonly size: 8;
};

/** A sampler register that tokens name, and the texture that is bound to it. */
export const agal_sampler: {
  /** "fs0". */
  readonly name: 0;
  /** Number of the register. */
  readonly index: 2;
  /** 0: the result is unused, and the shader does not have the sampler. */
  readonly active: 3;
  /** Kind of the texture, if active. */
  readonly kind: 4;
  /** 0: the texture need not be filterable. */
  readonly filtering: 5;
  /** Binding of the texture, if active. */
  readonly slots: 6;
  /** Binding of a separate sampler, in the texture's set; AGAL_NONE: no such sampler. */
  readonly sampler_binding: 11;
  /** In the order of first uses, at least one; players reject a program with two. */
  readonly states: 12;
  /** Number of states. */
  readonly state_count: 13;
  /** Name of the texture in the text. */
  readonly declared: 14;
  /** Name of the separate sampler in the text; "": the text does not declare one. */
  readonly declared_sampler: 15;
  readonly size: 16;
};

/** A color that the shader writes. */
export const agal_color: {
  /** Name of the variable in the text. */
  readonly declared: 0;
  /** 0 to 3. */
  readonly location: 1;
  readonly size: 2;
};

/**
 * The resources to bind to one shader: docs/reflection.md. Lists are in ascending order of registers. In the
 * structures, `name` is the name of a register, and `declared` the name that the text declares: with the option
 * "rename", or with hosts and writers that have their own names, these differ. For SPIR-V, `declared` is the name that
 * "rename" chose.
 */
export const agal_interface: {
  /** Stage of the shader. */
  readonly stage: 0;
  /** Version of AGAL. */
  readonly version: 1;
  /** Name of the function in the text or the SPIR-V. */
  readonly entry_point: 2;
  /** Attributes of a vertex program. */
  readonly attributes: 3;
  /** Number of attributes. */
  readonly attribute_count: 4;
  /** Varyings that a vertex program stores or a fragment program reads. */
  readonly varyings: 5;
  /** Number of varyings. */
  readonly varying_count: 6;
  /** Samplers, including samplers that need not be bound. */
  readonly samplers: 7;
  /** Number of samplers. */
  readonly sampler_count: 8;
  /** The constant registers. */
  readonly constants: 9;
  /** 1: the shader writes the position. */
  readonly position: 29;
  /** Bits of the color locations that are written: location 0 = 1, 3 = 8. */
  readonly colors: 30;
  /** 1: the shader writes the depth. */
  readonly depth: 31;
  /** 1: the shader may discard fragments. */
  readonly kills: 32;
  /** First value of the instance id in a vertex program. */
  readonly instance_id: 33;
  /** Range of z in a vertex program; 1: from -w to w; 0: from 0 to w. */
  readonly negative_z: 34;
  /** 1: a vertex program negates y. */
  readonly flip_y: 35;
  /** The colors in `colors`, ascending. */
  readonly color_outputs: 36;
  /** Number of colors. */
  readonly color_output_count: 37;
  /** Name of a uniform vec4 that a vertex program multiplies the position by; "": none. */
  readonly position_scale: 38;
  readonly size: 39;
};

/** A rule of a class above AGAL_PROOF_EXACT that an equality needs. */
export const agal_proof_rule: {
  /** Name in docs/data/proof-rules.md. */
  readonly name: 0;
  /** Class of the rule. */
  readonly rule_class: 1;
  /** Number of applications. */
  readonly count: 2;
  readonly size: 3;
};

/** One input of a difference. */
export const agal_proof_input: {
  /** "fc0". */
  readonly name: 0;
  /** Kind of the input. */
  readonly kind: 2;
  /** Number of the register. */
  readonly number: 3;
  /** x, y, z, w for each pixel of the quad; only varyings differ between pixels. */
  readonly values: 4;
  readonly size: 20;
};

/** A difference, and the inputs that cause it. */
export const agal_difference: {
  /** Output that differs: "oc.x", "discard". */
  readonly output: 0;
  /** Pixel of the quad that differs; 0 for a vertex program. */
  readonly pixel: 1;
  /** Program's value; 1 or 0 for "discard". */
  readonly expected: 2;
  /** Value of `other` in agal_prove. */
  readonly found: 3;
  /** 1: the outputs depend on textures; the part "proof" has these textures. */
  readonly samples: 4;
  /** Inputs that the outputs depend on. */
  readonly inputs: 5;
  /** Number of inputs. */
  readonly input_count: 6;
  readonly size: 7;
};

/**
 * The result of agal_prove. A term is the expression that computes one component of an output from the inputs, or a
 * part of this expression.
 */
export const agal_proof: {
  /** Answer of the proof. */
  readonly verdict: 0;
  /** Class of an equality. */
  readonly proof_class: 1;
  /** Rules that an equality needs. */
  readonly rules: 2;
  /** Number of rules. */
  readonly rule_count: 3;
  /** Number of terms in the last attempt. */
  readonly terms: 4;
  /** Reason if not decided, missing output, or remark on the difference; "": none. */
  readonly reason: 5;
  /** First output that is not proved; "" if all outputs are proved. */
  readonly output: 6;
  /** Smallest differing term of the program, as text; "" if the terms are equal. */
  readonly expected: 7;
  /** Corresponding term of `other`. */
  readonly found: 8;
  /** Inputs that show a difference; NULL if none are known. */
  readonly difference: 9;
  readonly size: 10;
};

/** The functions of the library. Objects, pointers and sizes are numbers. */
export interface Functions {
  /** Returns the interface's version. It changes only if programs compiled with an older header must be recompiled. */
  agal_abi_version(): number;
  /** Returns the name and version of the library: "agalc 0.1.0". Valid as long as the process runs. */
  agal_version(): number;
  /**
   * Allocates `size` bytes. Hosts of WebAssembly, for example, can write into the library's memory only through such
   * an allocation. Returns NULL if memory runs out.
   */
  agal_allocate(size: number): number;
  /** Frees memory from agal_allocate. Accepts NULL. */
  agal_free(memory: number): void;
  /** Creates options with default values. Returns NULL if memory runs out. */
  agal_options_create(): number;
  /** Copies options into a new object. Returns NULL if memory runs out or `options` is NULL. */
  agal_options_copy(options: number): number;
  /**
   * Sets an option by name, for example "clip-z" to "zero-to-one". agal_list("options") lists the options of the
   * library. The C interface has these further options: "name" is the program's name in messages; "vertex-name" and
   * "fragment-name" are the names for a pair; "other-name" is the name of `other` in agal_prove; "steps" adds the part
   * "steps" to results of agal_compile; "bytecode" makes text an error, so that programs must be bytecode as for a
   * player. Both arguments end with a zero byte. On AGAL_BAD_ARGUMENT, no option has changed, and agal_options_message
   * describes the error.
   */
  agal_options_set(options: number, name: number, value: number): number;
  /**
   * Returns the error message of the last call of agal_options_set for these options; "" if it succeeded. Valid until
   * the next call that changes the options.
   */
  agal_options_message(options: number): number;
  /** Releases options. Accepts NULL. */
  agal_options_release(options: number): void;
  /** Assembles text. Part: "bytecode". */
  agal_assemble(text: number, size: number, options: number): number;
  /** Disassembles a program into canonical assembly. Part: "assembly". */
  agal_disassemble(program: number, size: number, options: number): number;
  /** Checks the player's rules, and the lints that the option "lint" names. The result does not have further parts. */
  agal_validate(program: number, size: number, options: number): number;
  /**
   * Compiles a program to the language that the option "target" names. The part "vertex" or "fragment", depending on
   * the stage, is the text, or SPIR-V words in the byte order of the machine. The part "reflection" is JSON
   * (docs/reflection.md). It does not exist if the option "reflect" is off or "bindings-only" is on. The part "steps"
   * exists if the option "steps" is on and the program could be read. It has a JSON line for each step that changed
   * the program, with "step", "summary" and "text".
   */
  agal_compile(program: number, size: number, options: number): number;
  /**
   * Compiles a pair. Checks that the programs fit together, and drops the varyings that the fragment program does not
   * read. Parts: "vertex" and "fragment", or "both" with the option "single-module"; "reflection" of the pair.
   */
  agal_link(vertex: number, vertex_size: number, fragment: number, fragment_size: number, options: number): number;
  /**
   * Runs a vertex program once, or a fragment program for a quad of 2 x 2 pixels. If `inputs` is NULL, nothing is
   * bound. Parts: "outputs" (one line of JSON for each invocation, docs/interpreter.md), and "trace" if the option
   * "trace" is on.
   */
  agal_interpret(program: number, size: number, inputs: number, options: number): number;
  /**
   * Extracts the programs from a SWF, a SWC, a ZIP, the log of a tapped game, or any other file. `name` is the file's
   * name. The part "programs" has a JSON line for each program, with its certainty and origins (docs/extract.md). The
   * parts "program-N" (N from 0, in the same order) are the bytecode of the programs. A damaged file is AGAL_REJECTED,
   * but the result contains the programs that could be read.
   */
  agal_extract(file: number, size: number, name: number, options: number): number;
  /**
   * Determines if `other` computes the same results as the program for all inputs: docs/proof.md. `other` is SPIR-V
   * words in the byte order of the machine, or another program. NULL with the size 0 means the SPIR-V that
   * agal_compile produces from the program with these options. The option "other-name" sets the name of `other` in
   * messages. The status is AGAL_OK for every answer; agal_result_proof returns the answer. Parts: "proof" (a line of
   * JSON, in the format of `agalc prove --format=json`) and "text".
   */
  agal_prove(program: number, size: number, other: number, other_size: number, options: number): number;
  /**
   * Explains a word: the number or the name of a diagnostic, an opcode, a register, a sampler option, a target, a
   * profile, an error of Stage3D ("3692"), or a term ("token"). An unknown word is AGAL_REJECTED. Part: "text".
   */
  agal_explain(word: number): number;
  /**
   * Lists a table of the library as JSON: "options", "targets", "opcodes", "registers", "sampler-options", "macro-
   * words" (of AGALMacroAssembler) or "diagnostics". An unknown table is AGAL_REJECTED. Part: "json".
   */
  agal_list(table: number): number;
  /** Returns the status of the operation; AGAL_BAD_ARGUMENT if `result` is NULL. */
  agal_result_status(result: number): number;
  /** Returns the number of errors: of diagnostics with this severity, or 1 if the operation failed without diagnostics. */
  agal_result_errors(result: number): number;
  /** Returns the number of diagnostics that are warnings. */
  agal_result_warnings(result: number): number;
  /**
   * Returns a part by name, and stores its size in bytes in `size` unless `size` is NULL. A zero byte, which is not
   * counted, follows the part. The part is aligned for SPIR-V words, and valid until the result is released. Returns
   * NULL if the part does not exist. The texts of diagnostics are made on the first call, so NULL may also mean that
   * memory ran out.
   */
  agal_result_get(result: number, part: number, size: number): number;
  /** Returns the number of parts. */
  agal_result_count(result: number): number;
  /**
   * Returns the name of a part by its index, from 0; NULL if the index is too large. Valid until the release of the
   * result.
   */
  agal_result_name(result: number, index: number): number;
  /** Returns a part by its index, from 0, like agal_result_get. */
  agal_result_at(result: number, index: number, size: number): number;
  /** Releases a result with all its parts and structures. Accepts NULL. */
  agal_result_release(result: number): void;
  /**
   * Returns the diagnostics in order, and stores their number in `count` unless `count` is NULL. Returns NULL if there
   * are none. The structures are made on the first call, so NULL may also mean that memory ran out.
   */
  agal_result_diagnostics(result: number, count: number): number;
  /**
   * Returns the number of the first error that is an error in players too; 0 if there is none. Players reject such a
   * program. With the option "adobe-order", it is exactly the error that a player reports.
   */
  agal_result_player_error(result: number): number;
  /**
   * Returns the interface of a stage's shader; NULL if the result does not have such a shader or the option "reflect"
   * is off. With the option "bindings-only", the result has this interface but not the part "reflection", which takes
   * longer to write than a translation.
   */
  agal_result_interface(result: number, stage: number): number;
  /** Returns the proof about the program of a stage; NULL if the result does not have one. */
  agal_result_proof(result: number, stage: number): number;
  /** Creates inputs with nothing set. Returns NULL if memory runs out. */
  agal_inputs_create(): number;
  /** Sets all constants of the program's stage, from register 0 on: 4 * `registers` floats, at most 1,024 registers. */
  agal_inputs_set_constants(inputs: number, values: number, registers: number): number;
  /** Sets an attribute of a vertex program. `number` is the register's number, at most 1,023. */
  agal_inputs_set_attribute(inputs: number, number: number, value: number): number;
  /**
   * Sets a varying of one pixel of a quad: 0 is the upper left pixel, 1 the upper right, 2 the lower left, 3 the lower
   * right. `number` is the register's number, at most 1,023.
   */
  agal_inputs_set_varying(inputs: number, pixel: number, number: number, value: number): number;
  /** Sets the number of the instance, which a vertex program may read. */
  agal_inputs_set_instance(inputs: number, instance: number): number;
  /**
   * Sets the texture in a sampler register. `kind` is "2d", "cube" or "3d", and `depth` is 1, 6 or the number of
   * slices, respectively. A texel is 4 floats. `texels`, at most 2^24, holds the faces (+x, -x, +y, -y, +z, -z) or
   * slices one after another, each by rows from the top. If `levels` is not 0, all smaller levels are computed: a
   * texel is the average of the corresponding texels of the next larger level.
   */
  agal_inputs_set_texture(inputs: number, sampler: number, kind: number, width: number, height: number, depth: number, texels: number, levels: number): number;
  /** Releases inputs. Accepts NULL. */
  agal_inputs_release(inputs: number): void;
}

/** The exports of a module. */
export interface Exports extends Functions {
  readonly memory: WebAssembly.Memory;
  readonly _initialize?: () => void;
}
