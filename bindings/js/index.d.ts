// Types of agalc: everything.

/** Bytecode, or assembly text. */
export type Program = Uint8Array | ArrayBuffer | ArrayBufferView | string;

export type Stage = 'vertex' | 'fragment';

/** Where a module comes from. A string is a URL (in Node also a path). */
export type WasmSource = string | URL | Response | BufferSource | WebAssembly.Module;

export interface LoadOptions {
  /** The default is the module in this package. */
  wasm?: WasmSource | Promise<WasmSource>;
}

export type Target =
  | 'spv'
  | 'glsl330'
  | 'glsl450'
  | 'vulkan-glsl450'
  | 'essl100'
  | 'essl300'
  | 'essl310'
  | 'msl12'
  | 'msl20'
  | 'msl21'
  | 'msl22'
  | 'msl23'
  | 'msl24'
  | 'hlsl50'
  | 'hlsl51'
  | 'wgsl'
  | 'spirv'
  | 'glsl'
  | 'essl'
  | 'msl'
  | 'hlsl';

/** How assembly text is read, and what messages call the program. */
export interface ReadOptions {
  /** What messages call the program. */
  name?: string;
  /** Stage of assembly text; the default is inferred from the name or the registers. */
  stage?: Stage;
  /** AGAL version of assembly text; the default is the lowest possible. */
  agalVersion?: number;
  /** Read lines as AGALMiniAssembler did, with a warning for everything that it skips. */
  lenient?: boolean;
  /** Assembler for which text was written: Adobe's, OpenFL's or EasyAGAL's; the default is adobe. */
  dialect?: 'adobe' | 'openfl' | 'easyagal';
}

/** The player's rules. */
export interface RuleOptions {
  /** How strictly to apply the player's rules; the default is strict. */
  validate?: 'strict' | 'warn' | 'off';
  /** Report only the first error, in the player's order. */
  adobeOrder?: boolean;
  /** Check the limits of this Context3D profile. */
  profile?: string;
  /** Ignore the limits on registers and tokens. */
  ignoreLimits?: boolean;
  /** Accept sgn and ted, which players reject. */
  allowReserved?: boolean;
  /** Reject programs with more tokens. */
  maxTokens?: number;
}

/** What AGAL means where it is ambiguous. */
export interface SemanticsOptions {
  /** Comparison of ifg: > or >=. */
  ifg?: 'gt' | 'ge';
  /** Negative inputs of sqt, rsq, log and pow: unchanged, or their absolute value. */
  domain?: 'plain' | 'abs';
  /** Result of nrm for a zero vector. */
  nrmZero?: 'undefined' | 'zero';
  /** Conversion of indices to integers in relative addressing. */
  index?: 'truncate' | 'round' | 'floor';
  /** Meaning of offset bytes from 128 up in relative addressing. */
  indirectOffset?: 'unsigned' | 'signed';
  /** Value of a temporary that is read before it is written. */
  unwritten?: 'zero' | 'undefined';
  /** Clamp relative addresses to the constant array. */
  clamp?: boolean;
}

export interface CompileOptions extends ReadOptions, RuleOptions, SemanticsOptions {
  /** Emulator or engine: sets the target and how to bind. The other options can change that. */
  host?: 'ruffle' | 'lightspark' | 'openfl' | 'awayjs' | 'gles31'
    | 'sdl' | 'three' | 'pixi' | 'babylon' | 'wgpu' | 'unity' | 'godot' | 'bgfx' | 'metal';
  /** Output language; the default is spv. */
  target?: Target | (string & {});
  /** Environment of the SPIR-V. */
  env?: string;
  /** Writer of the text. WebAssembly has agalc's own for every language; 'cross' is rejected. */
  writer?: 'own' | 'cross';
  /** Form of GLSL and GLSL ES: text, or the container of bytes that OpenFL and Lightspark take as a program. */
  emit?: 'text' | 'b0';
  /** Optimization level. */
  optimize?: 'full' | 'none';
  /** Add source lines and names to the SPIR-V. */
  debugInfo?: boolean;
  /** Run the SPIR-V validator, which WebAssembly does not have. */
  validateSpirv?: boolean;
  /** Describe the interface; the default is true. */
  reflect?: boolean;
  /** Describe the interface without JSON, which takes longer than a translation: `reflection` is then undefined. */
  bindingsOnly?: boolean;
  /** How to pass constants: a uniform block, a plain array or push constants. */
  constants?: 'ubo' | 'plain' | 'push';
  /** Range of clip-space z that the target expects. */
  clipZ?: 'zero-to-one' | 'negative-one-to-one';
  /** Negate clip-space y. */
  flipY?: boolean;
  /** Precision of colors in fragment programs; lowp applies to GLSL ES alone. */
  precision?: 'highp' | 'mediump' | 'lowp-color';
  /** Change bindings: 'fs0=1:5' is set 1, binding 5. */
  bind?: string | string[];
  /** HLSL: how many varyings every program declares, where programs are compiled apart; 1 to 31. */
  varyings?: number;
  /** Locations that a device has for varyings: in a pair with more varyings, several share one. */
  maxVaryings?: number;
  /** Name of the entry point; `vertex=NAME,fragment=NAME` for one of each stage. */
  entryPoint?: string;
  /** Where resources are bound: by the number of their register, or in sets for each stage and kind, as SDL_GPU expects. */
  layout?: 'abi' | 'sdl';
  /** Names of registers in text: 'va0=position', 'vc0..3=mvp'. */
  rename?: string | string[];
  /** Semantics of attributes and varyings in HLSL: 'va0=POSITION'. */
  semantics?: string | string[];
  /** Begin GLSL and GLSL ES with the line #version; the default is true. */
  version?: boolean;
  /** Declare a texture and its sampler as one variable or as two; the default is two in WGSL, else one. */
  samplers?: 'combined' | 'separate';
  /** Keep the program after each step of `compile`. */
  steps?: boolean;
}

/** The program after a step of its compilation. */
export interface Step {
  readonly step: string;
  readonly summary: string;
  readonly text: string;
}

export interface LinkOptions extends CompileOptions {
  /** What messages call the vertex program. */
  vertexName?: string;
  /** What messages call the fragment program. */
  fragmentName?: string;
  /** Write both programs into one module of WGSL, with the entry points vertex_main and fragment_main. */
  singleModule?: boolean;
}

export interface ValidateOptions extends ReadOptions, RuleOptions {
  /** Lints to run: all, none, or their names; '-NAME' excludes one. */
  lint?: string | string[];
}

export interface DisassembleOptions extends ReadOptions {
  /** Prefix each token with its offset and number, as a comment. */
  offsets?: boolean;
  /** Follow each token by its fields, as comments. */
  explain?: boolean;
  /** Begin with the comment that carries stage and version. */
  header?: boolean;
}

export interface InterpretOptions extends ReadOptions, RuleOptions, SemanticsOptions {
  /** Record each token as it is executed. */
  trace?: boolean;
  /** Whose rules for NaN a run follows in min, max, sat and relative addresses; the default is agal. */
  nan?: 'agal' | 'direct3d' | 'opengl' | 'vulkan' | 'metal' | 'webgpu';
}

export interface ExtractOptions {
  /** Bytes that a file may unpack to; the default is 256 MiB. */
  maxUnpacked?: number;
  /** Levels of containers, the file included; the default is 4. */
  maxNesting?: number;
  /** Entries of all archives in a file; the default is 65,536. */
  maxEntries?: number;
  /** Programs in a file; the default is 65,536. */
  maxPrograms?: number;
  /** Replace holes in templates: '<???>=<2d,linear,mipnone,clamp>' for one, 'usual' for the others. */
  fill?: string | string[];
}

export interface ProveOptions extends CompileOptions {
  /** What messages and `text` call the other. */
  otherName?: string;
  /** Variables of SPIR-V and members of its blocks: 'mvp=vc0'. */
  map?: string | string[];
  /** Lanes of constant registers that always have one value: 'fc0.z=1'. */
  assume?: string | string[];
  /** Terms of one attempt; the default is 400,000. */
  budget?: number;
}

/** A message about the input: docs/diagnostics.md. */
export interface Diagnostic {
  /** 'AGAL3652'. 'AGAL_OUT_OF_MEMORY' and 'AGAL_INTERNAL_ERROR' are not about the input. */
  code: string;
  severity: 'note' | 'warning' | 'error';
  /** One sentence without a period at the end. */
  message: string;
  file?: string;
  /** Location in assembly text, from 1. */
  line?: number;
  column?: number;
  /** Location in bytecode. */
  byteOffset?: number;
  /** The number of the token, from 1. */
  token?: number;
  operand?: 'opcode' | 'destination' | 'source 1' | 'source 2';
  stage?: Stage;
  /** The line of text, or for bytecode the token in canonical assembly. */
  snippet?: string;
  /** First byte and length of the relevant part of `snippet`. */
  caret?: [number, number];
  help?: string;
}

/** What all results have. `messages` are the diagnostics for people, '' if there are none. */
export interface Outcome {
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly messages: string;
  /**
   * The number of the error with which players reject the program: of the first error that is the player's own. With the
   * option `adobeOrder` it is the error at which a player stops. undefined: there is no such error.
   */
  readonly playerError: number | undefined;
}

export interface Rejected extends Outcome {
  readonly ok: false;
}

/** Text, or the words of SPIR-V. */
export type Product =
  | {
      readonly stage: Stage;
      readonly code: string;
      readonly words: undefined;
      /** With `emit: 'b0'`: the container, which has the code in it. */
      readonly container?: Uint8Array;
    }
  | { readonly stage: Stage; readonly code: undefined; readonly words: Uint32Array };

/** docs/reflection.md. `any`, because docs/reflection.schema.json describes it. */
export type Reflection = any;

/** Where one resource is bound in each API: docs/abi.md. */
export interface Slots {
  /** Descriptor set or bind group; undefined in OpenGL. */
  readonly set: number | undefined;
  /** The binding in SPIR-V, GLSL and WGSL. */
  readonly binding: number;
  /** Index of the buffer, or of the texture and the sampler, in Metal. */
  readonly msl: number;
  /** Number of the register in HLSL, and its space. */
  readonly hlsl: number;
  readonly hlslSpace: number;
}

/** Components are bits: x = 1, y = 2, z = 4, w = 8. */
export interface InterfaceAttribute {
  readonly name: string;
  readonly location: number;
  readonly components: number;
}

export interface InterfaceVarying extends InterfaceAttribute {
  readonly centroid: boolean;
}

/** The state that tokens ask for, with the numbers of the bytecode, which include/agal/agal.h names. */
export interface InterfaceSamplerState {
  readonly filter: number;
  readonly mip: number;
  readonly wrap: number;
  readonly readMode: number;
  /** Bits. */
  readonly special: number;
  /** 1 to 16. */
  readonly anisotropy: number;
  /** The bias of the level of detail. */
  readonly bias: number;
  /** The first that asks for it, from 1. */
  readonly token: number;
}

export interface InterfaceSampler {
  readonly name: string;
  readonly index: number;
  readonly kind: '2d' | 'cube' | '3d';
  /** Whether the texture must be filterable. */
  readonly filtering: boolean;
  /** undefined: its result is unused, and the shader does not have it. */
  readonly slots: Slots | undefined;
  /** The binding of the sampler, in the set of the texture; undefined: it is combined with the texture. */
  readonly samplerBinding: number | undefined;
  /** At least one, by first use; players reject a program that asks for two. */
  readonly states: readonly InterfaceSamplerState[];
}

/** The array of constant registers, each of which is four floats. */
export interface InterfaceConstants {
  readonly name: string;
  /** Registers in the array, all of which must be supplied. */
  readonly count: number;
  /** Whether relative addresses read it; then `ranges` are not all that is read. */
  readonly indirect: boolean;
  readonly mode: 'ubo' | 'plain' | 'push';
  /** Bytes from one register to the next, and before the array in its block. */
  readonly stride: number;
  readonly offset: number;
  /** The location of a plain array, if the language has locations. */
  readonly location: number | undefined;
  /** Where the uniform block is bound. */
  readonly slots: Slots | undefined;
  /** The names of the block, and of the array in it; '' of a plain array. */
  readonly block: string;
  readonly member: string;
  /** The registers that are read by number. */
  readonly ranges: readonly { readonly first: number; readonly count: number }[];
}

/** What to bind to one shader. Lists are in ascending order of registers. */
export interface Interface {
  readonly stage: Stage;
  /** The version of AGAL. */
  readonly version: number;
  /** The function in the text, or in the SPIR-V. */
  readonly entryPoint: string;
  readonly attributes: readonly InterfaceAttribute[];
  readonly varyings: readonly InterfaceVarying[];
  readonly samplers: readonly InterfaceSampler[];
  /** undefined: the shader does not read any. */
  readonly constants: InterfaceConstants | undefined;
  /** What it writes: the position, the locations of colors, the depth. */
  readonly position: boolean;
  readonly colors: readonly number[];
  readonly depth: boolean;
  /** Whether it may discard fragments. */
  readonly kills: boolean;
  /** The number from which the instance id counts, if it is read. */
  readonly instanceId: 'zero' | 'firstInstance' | undefined;
  /** For a vertex program: whether z is from -w to w, and whether y is negated. */
  readonly negativeZ: boolean;
  readonly flipY: boolean;
}

/** The interfaces of a pair. */
export type Interfaces = { readonly vertex: Interface; readonly fragment: Interface };

type Absent<Keys extends string> = { readonly [key in Keys]: undefined };

/** `steps`: if the option is on, even if the program is rejected. */
export type CompileResult = { readonly steps: readonly Step[] | undefined } & (
  | (Outcome & { readonly ok: true; readonly interface: Interface | undefined; readonly reflection: Reflection } & Product)
  | (Rejected & Absent<'stage' | 'code' | 'words' | 'interface' | 'reflection'>)
);

export type LinkResult =
  | (Outcome & {
      readonly ok: true;
      readonly vertex: Product;
      readonly fragment: Product;
      readonly interfaces: Interfaces | undefined;
      readonly reflection: Reflection;
    })
  | (Rejected & Absent<'vertex' | 'fragment' | 'interfaces' | 'reflection'>);

/** A pair as one module. */
export type JoinedResult =
  | (Outcome & {
      readonly ok: true;
      readonly both: string;
      readonly interfaces: Interfaces | undefined;
      readonly reflection: Reflection;
    })
  | (Rejected & Absent<'both' | 'interfaces' | 'reflection'>);

export type ReflectResult =
  (Outcome & { readonly ok: true; readonly reflection: Reflection }) | (Rejected & Absent<'reflection'>);

export type ValidateResult = Outcome;

export type AssembleResult =
  (Outcome & { readonly ok: true; readonly bytecode: Uint8Array }) | (Rejected & Absent<'bytecode'>);

export type DisassembleResult =
  (Outcome & { readonly ok: true; readonly assembly: string }) | (Rejected & Absent<'assembly'>);

/** A number, or one of the names that JSON files use. */
export type InputNumber = number | 'nan' | 'inf' | '-inf';

/** One to four numbers: x, y, z, w. */
export type InputRegister = ArrayLike<InputNumber>;

export interface TextureInput {
  /** The default is '2d'. */
  dimension?: '2d' | 'cube' | '3d';
  /** Width, height, and for '3d' the number of slices. */
  size: ArrayLike<number>;
  /**
   * One level: four numbers for each texel, by row from the top, then by slice or face. Bytes (as in ImageData) are
   * from 0 to 255.
   */
  levels: [ArrayLike<InputNumber>];
  /** Compute the smaller levels. */
  mipmaps?: boolean;
}

/** The inputs of docs/interpreter.md, without `state` of textures. */
export interface Inputs {
  /** Keyed by register ('fc0'): a register, a list of registers for this one and the next, or more than four numbers. */
  constants?: Record<string, InputRegister | InputRegister[]>;
  /** Keyed by register ('va0'). */
  attributes?: Record<string, InputRegister>;
  /** Keyed by register ('v0'): for all pixels, or for each of the four. */
  varyings?: Record<string, InputRegister | [InputRegister, InputRegister, InputRegister, InputRegister]>;
  /** The number of the instance. */
  instance?: number;
  /** Keyed by register ('fs0'). */
  textures?: Record<string, TextureInput>;
}

/** Registers that were written ('op', 'v0', 'oc', 'od'): four numbers, one for 'od'; `killed` of a pixel. */
export interface Invocation {
  readonly killed?: boolean;
  readonly [register: string]: any;
}

export type InterpretResult =
  | (Outcome & {
      readonly ok: true;
      readonly stage: Stage;
      /** One for a vertex program; for a fragment program those of upper left, upper right, lower left, lower right. */
      readonly outputs: readonly Invocation[];
      /** If the option is on. */
      readonly trace: string | undefined;
    })
  | (Rejected & Absent<'stage' | 'outputs' | 'trace'>);

/** How much an equality grants: docs/proof.md. Each class includes those before it. */
export type ProofClass = 'exact' | 'undefined' | 'rounding' | 'value-changing';

/** Inputs for which two shaders differ, and how. */
export interface Counterexample {
  /** 'oc.x', 'discard'. */
  readonly output: string;
  /** The pixel of the quad; 0 for a vertex program. */
  readonly pixel: number;
  /** Whether textures take part, whose texels are then a function of their coordinates. */
  readonly samples: boolean;
  /** The value that the program computes; 1 and 0 for 'discard'. */
  readonly expected: number;
  /** The value that the other computes. */
  readonly found: number;
  /** Those that the outputs depend on. `interpret` shows the difference with them unless textures take part. */
  readonly inputs: Inputs;
}

/** Whether two shaders compute the same for all inputs: docs/proof.md. */
export interface Proof {
  readonly stage: Stage;
  readonly verdict: 'equal' | 'different' | 'not decided';
  /** Only for 'equal'. */
  readonly class?: ProofClass;
  /** Rules above 'exact' that an equality needs, and how often each was applied. */
  readonly rules: readonly { readonly name: string; readonly class: ProofClass; readonly count: number }[];
  /** The terms of the last attempt. */
  readonly terms: number;
  /** Why it is not decided, or what is missing. */
  readonly reason: string;
  /** The first output that is not proved, and the smallest terms that differ in it, of the program and of the other. */
  readonly output?: string;
  readonly expected?: string;
  readonly found?: string;
  /** Only for 'different', unless an output is missing. */
  readonly counterexample?: Counterexample;
}

export type ProveResult =
  | (Outcome & {
      readonly ok: true;
      readonly proof: Proof;
      /** The same for people, as `agalc prove` prints it. */
      readonly text: string;
    })
  | (Rejected & Absent<'proof' | 'text'>);

/** How much is known about a program: docs/extract.md. 'captured': a player uploaded it. */
export type Certainty = 'captured' | 'exact' | 'variant' | 'filled';

/** A texture that a game bound. */
export interface CapturedTexture {
  readonly index: number;
  readonly class: 'texture' | 'cube' | 'rectangle' | 'video' | 'unknown';
  readonly width?: number;
  readonly height?: number;
  readonly format?: string;
  readonly renderTarget?: boolean;
  /** If several were uploaded. */
  readonly levels?: number;
  /** The beginning of compressed data, in hexadecimal digits. */
  readonly atf?: string;
}

/** Numbers, or 'inf', '-inf', 'nan': x, y, z, w. */
export type CapturedRegister = readonly (number | 'inf' | '-inf' | 'nan')[];

/** A draw of a game, with the state in effect, in the words of Stage3D: docs/batch.md. */
export interface CapturedDraw {
  readonly draw: number;
  readonly call: 'drawTriangles' | 'drawTrianglesInstanced';
  readonly indices?: number;
  readonly firstIndex: number;
  /** Left out: all of the index buffer. */
  readonly triangles?: number;
  readonly instances?: number;
  /** Offsets and strides are in units of 32 bits. */
  readonly attributes: readonly {
    readonly index: number;
    readonly offset: number;
    readonly format: string;
    readonly vertices?: number;
    readonly stride?: number;
    readonly instances?: number;
  }[];
  readonly textures: readonly CapturedTexture[];
  readonly samplers: readonly {
    readonly index: number;
    readonly wrap: string;
    readonly filter: string;
    readonly mip: string;
  }[];
  readonly blend: { readonly source: string; readonly destination: string };
  readonly depth: { readonly write: boolean; readonly compare: string };
  readonly culling: string;
  readonly colorMask: string;
  readonly stencil?: {
    readonly face: string;
    readonly compare: string;
    readonly pass: string;
    readonly depthFail: string;
    readonly stencilFail: string;
  };
  readonly backBuffer?: {
    readonly width: number;
    readonly height: number;
    readonly antiAlias: number;
    readonly depthAndStencil: boolean;
  };
  /** Left out: the back buffer. */
  readonly target?: CapturedTexture;
  /** The constants at the first draw. */
  readonly constants?: { readonly vertex: readonly CapturedRegister[]; readonly fragment: readonly CapturedRegister[] };
}

/** A pair in one run of a game. */
export interface Capture {
  readonly log: string;
  readonly run: string;
  readonly player?: string;
  readonly pair: number;
  /** The number of its first upload. */
  readonly upload: number;
  readonly uploads: number;
  readonly draws: readonly CapturedDraw[];
}

export interface FoundProgram {
  readonly hash: string;
  readonly stage: Stage;
  readonly version: number;
  readonly tokens: number;
  readonly form: 'bytecode' | 'assembly';
  /** The best of its origins. */
  readonly certainty: Certainty;
  /** The hash of the first of the programs from this text, if it has others that differ only in the options of samplers. */
  readonly family?: string;
  /** Which options these programs have, as in `fs0 <2d, nearest|linear, mipnone, clamp|repeat>`. */
  readonly parameters?: string;
  readonly origins: readonly {
    readonly container: string;
    /** The number of the tag in a SWF file; 0 elsewhere. */
    readonly tag: number;
    /** The place in the unpacked container, in bytes. */
    readonly offset: number;
    readonly name: string;
    /** The line of a log. */
    readonly line?: number;
    /** Left out: 'exact'. */
    readonly certainty?: Certainty;
    /** The conditions of a variant, or the hole and what filled it. */
    readonly detail?: string;
  }[];
  /** The programs that probably belong to this one, or with `captured`, that a player uploaded with it. */
  readonly pairs: readonly {
    readonly with: string;
    readonly evidence: string;
    readonly captured?: readonly Capture[];
  }[];
  readonly bytecode: Uint8Array;
}

/** If `ok` is false, there may be programs nevertheless: those in the part of the file that could be read. */
export interface ExtractResult extends Outcome {
  readonly programs: readonly FoundProgram[];
}

export interface OptionInfo {
  readonly name: string;
  readonly summary: string;
  /** All values, or what they look like. */
  readonly choices?: readonly string[];
  readonly form?: string;
  /** One of `choices`; undefined if it depends on other options. */
  readonly default?: string;
}

export interface TargetInfo {
  readonly name: string;
  readonly title: string;
  readonly version: number;
  readonly suffix: string;
  readonly binary: boolean;
}

export interface OpcodeInfo {
  readonly name: string;
  readonly code: number;
  readonly version: number;
  readonly stage: string;
  readonly reserved: boolean;
  readonly destination: boolean;
  readonly sources: number;
  readonly samples: boolean;
  readonly formula: string;
}

/** How programs of one stage may use a register. `counts` has the number of registers in AGAL 1, 2, 3 and 4. */
export interface RegisterInfo {
  readonly name: string;
  readonly noun: string;
  readonly stage: Stage;
  readonly version: number;
  readonly numbered: boolean;
  readonly readable: boolean;
  readonly writable: boolean;
  readonly sampled: boolean;
  readonly counts: readonly number[];
}

/** `accepted`: whether a player accepts it. */
export interface SamplerOptionInfo {
  readonly name: string;
  readonly alias?: string;
  readonly field: string;
  readonly value: number;
  readonly accepted: boolean;
}

export interface DiagnosticInfo {
  readonly code: string;
  readonly name: string;
  readonly severity: string;
  readonly phase: string;
  readonly message: string;
}

/** What both modules can do. */
export interface Translator {
  /** 'agalc 0.1.0'. */
  readonly version: string;
  readonly abiVersion: number;
  /** A program in the language that the option `target` names. */
  compile(program: Program, options?: CompileOptions): CompileResult;
  /** A pair: checks that the programs fit together, and drops what the fragment program does not read. */
  link(vertex: Program, fragment: Program, options?: LinkOptions & { singleModule?: false }): LinkResult;
  link(vertex: Program, fragment: Program, options: LinkOptions & { singleModule: true }): JoinedResult;
  /** Checks the player's rules, and the lints that the option `lint` names. */
  validate(program: Program, options?: ValidateOptions): ValidateResult;
  /** What to bind for a program, for the output language that the option `target` names. */
  reflect(program: Program, options?: CompileOptions): ReflectResult;
}

export interface Agal extends Translator {
  /** Text to bytecode. */
  assemble(text: string, options?: ReadOptions): AssembleResult;
  /** A program as canonical assembly. */
  disassemble(program: Program, options?: DisassembleOptions): DisassembleResult;
  /**
   * What a diagnostic, an opcode, a register, a sampler option, a target or a profile is. Throws a TypeError for a word
   * that is not known.
   */
  explain(word: string): string;
  /** A table of the library. Throws a TypeError for a table that is not known. */
  list(table: 'options'): OptionInfo[];
  list(table: 'targets'): TargetInfo[];
  list(table: 'opcodes'): OpcodeInfo[];
  list(table: 'registers'): RegisterInfo[];
  list(table: 'sampler-options'): SamplerOptionInfo[];
  list(table: 'diagnostics'): DiagnosticInfo[];
  /** Runs a vertex program once, or a fragment program for 2 x 2 pixels. */
  interpret(program: Program, inputs?: Inputs, options?: InterpretOptions): InterpretResult;
  /**
   * Whether `other`, another program or the words of SPIR-V, computes what the program computes, for all inputs. The
   * default is the SPIR-V that `compile` makes of the program. `ok` says that there is an answer, whatever it is.
   */
  prove(program: Program, other?: Program, options?: ProveOptions): ProveResult;
  /** The programs in a SWF, SWC, ZIP or other file. `name` is for messages and locations; that of a File by default. */
  extract(
    file: Uint8Array | ArrayBuffer | ArrayBufferView | Blob,
    name?: string,
    options?: ExtractOptions,
  ): Promise<ExtractResult>;
}

/**
 * Loads the module. Without options all callers share one instance; with an object, even an empty one, each gets its
 * own.
 */
export function load(options?: LoadOptions): Promise<Agal>;
