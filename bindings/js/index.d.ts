// The types of the package agalc.

/** A program: bytecode or assembly text. */
export type Program = Uint8Array | ArrayBuffer | ArrayBufferView | string;

export type Stage = 'vertex' | 'fragment';

/** The source of a module. A string is a URL; in Node it may also be a path. */
export type WasmSource = string | URL | Response | BufferSource | WebAssembly.Module;

export interface LoadOptions {
  /** The source of the module; the default is the module in this package. */
  wasm?: WasmSource | Promise<WasmSource>;
}

export type Target =
  | 'spv'
  | 'glsl120'
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

/** Options for reading programs. */
export interface ReadOptions {
  /** Name of the program in messages. */
  name?: string;
  /** Stage of assembly text; by default it is inferred from the name or the registers. */
  stage?: Stage;
  /** AGAL version of assembly text; the default is the lowest sufficient version. */
  agalVersion?: number;
  /** Skip lines that AGALMiniAssembler skips, with a warning for each. */
  lenient?: boolean;
  /** Assembler for which the text was written: Adobe's, OpenFL's, EasyAGAL's or Alternativa3D's, or AGALMacroAssembler; the default is adobe. */
  dialect?: 'adobe' | 'openfl' | 'easyagal' | 'macro' | 'alternativa3d';
  /** Values for the conditions of AGALMacroAssembler: 'FOG=1'. */
  define?: string | string[];
}

/** Options for the player's rules. */
export interface RuleOptions {
  /** Strictness of the player's rules; the default is strict. */
  validate?: 'strict' | 'warn' | 'off';
  /** Report only the first error, in the player's order. */
  adobeOrder?: boolean;
  /** Check the limits of this Context3D profile. */
  profile?: string;
  /** Ignore the limits on registers and tokens. */
  ignoreLimits?: boolean;
  /** Accept sgn and ted, which players reject. */
  allowReserved?: boolean;
  /** Maximum number of tokens; longer programs are rejected. */
  maxTokens?: number;
}

/** Options for behavior that AGAL leaves open. */
export interface SemanticsOptions {
  /** Comparison of ifg: > or >=. */
  ifg?: 'gt' | 'ge';
  /** Negative inputs of sqt, rsq, log and pow: unchanged, or their absolute value. */
  domain?: 'plain' | 'abs';
  /** Result of nrm for a zero vector. */
  nrmZero?: 'undefined' | 'zero';
  /** Conversion of indices to integers in relative addressing. */
  index?: 'truncate' | 'round' | 'floor';
  /** Meaning of offset bytes of 128 and above in relative addressing. */
  indirectOffset?: 'unsigned' | 'signed';
  /** Value of a temporary that is read before it is written. */
  unwritten?: 'zero' | 'undefined';
  /** Clamp relative addresses to the constant array. */
  clamp?: boolean;
}

export interface CompileOptions extends ReadOptions, RuleOptions, SemanticsOptions {
  /** Emulator or engine, which sets the target and the bindings. Other options override them. */
  host?:
    | 'ruffle'
    | 'lightspark'
    | 'openfl'
    | 'awayjs'
    | 'gles31'
    | 'sdl'
    | 'three'
    | 'pixi'
    | 'babylon'
    | 'wgpu'
    | 'unity'
    | 'godot'
    | 'bgfx'
    | 'metal';
  /** Output language; the default is spv. */
  target?: Target | (string & {});
  /** API and version that the SPIR-V is for, such as 'vulkan1.1'. */
  env?: string;
  /** Writer of the text. WebAssembly has only agalc's own writer; 'cross' is rejected. */
  writer?: 'own' | 'cross';
  /**
   * Form of the product: text; b0, the container that OpenFL and Lightspark expect around GLSL and GLSL ES; ir, the IR
   * after all passes.
   */
  emit?: 'text' | 'b0' | 'ir';
  /** Optimization level. */
  optimize?: 'full' | 'none';
  /** Name the source lines in the output, and values in SPIR-V. */
  debugInfo?: boolean;
  /** Run the SPIR-V validator; WebAssembly does not have it. */
  validateSpirv?: boolean;
  /** Describe the interface of the shader; the default is true. */
  reflect?: boolean;
  /**
   * Describe the interface only as `interface`; `reflection` is then undefined. Making the JSON of `reflection` takes
   * longer than a translation.
   */
  bindingsOnly?: boolean;
  /** Mechanism that passes constants: a uniform block, a plain array or push constants. */
  constants?: 'ubo' | 'plain' | 'push';
  /** Range of clip-space z that the target expects. */
  clipZ?: 'zero-to-one' | 'negative-one-to-one';
  /** Negate clip-space y. */
  flipY?: boolean;
  /** Precision of colors in fragment programs; lowp applies to GLSL ES alone. */
  precision?: 'highp' | 'mediump' | 'lowp-color';
  /** Change bindings: 'fs0=1:5' is set 1, binding 5. */
  bind?: string | string[];
  /** Number of varyings that every HLSL program declares, 1 to 31, so that separately compiled programs match. */
  varyings?: number;
  /** Maximum number of varying locations. In a pair with more varyings, several varyings share a location. */
  maxVaryings?: number;
  /** Name of the entry point; `vertex=NAME,fragment=NAME` for one of each stage. */
  entryPoint?: string;
  /**
   * Bindings: by register number (abi), or in one set for each stage and kind of resource, as SDL_GPU expects (sdl).
   */
  layout?: 'abi' | 'sdl';
  /** Names of registers in text: 'va0=position', 'vc0..3=mvp'. */
  rename?: string | string[];
  /** Names of the other registers in text: fs0, or the name that the source gives it. */
  names?: 'registers' | 'source';
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
  /** Name of the vertex program in messages. */
  vertexName?: string;
  /** Name of the fragment program in messages. */
  fragmentName?: string;
  /** Write both programs into one module of WGSL, with the entry points vertex_main and fragment_main. */
  singleModule?: boolean;
}

export interface ValidateOptions extends ReadOptions, RuleOptions {
  /** Lints to run: all, none, or their names; '-NAME' excludes one. */
  lint?: string | string[];
}

export interface DisassembleOptions extends ReadOptions {
  /** Write the offset and number of each token before it, as a comment. */
  offsets?: boolean;
  /** Write the fields of each token after it, as comments. */
  explain?: boolean;
  /** Begin with the comment that contains stage and version. */
  header?: boolean;
}

export interface InterpretOptions extends ReadOptions, RuleOptions, SemanticsOptions {
  /** Record each executed token. */
  trace?: boolean;
  /** Rules for NaN in min, max, sat and relative addresses; the default is agal. */
  nan?: 'agal' | 'direct3d' | 'opengl' | 'vulkan' | 'metal' | 'webgpu';
}

export interface ExtractOptions {
  /** Maximum number of bytes that are unpacked from a file; the default is 256 MiB. */
  maxUnpacked?: number;
  /** Maximum depth of nested containers, including the file; the default is 4. */
  maxNesting?: number;
  /** Maximum number of entries in all archives of a file; the default is 65,536. */
  maxEntries?: number;
  /** Maximum number of programs in a file; the default is 65,536. */
  maxPrograms?: number;
  /**
   * Fill holes in templates of assembly: '<???>=<2d,linear,mipnone,clamp>' fills one hole, 'usual' fills the others.
   */
  fill?: string | string[];
}

export interface ProveOptions extends CompileOptions {
  /** Name of the other program or module in messages and in `text`. */
  otherName?: string;
  /** Mappings of SPIR-V variables and block members to registers: 'mvp=vc0'. */
  map?: string | string[];
  /** Lanes of constant registers that always have one value: 'fc0.z=1'. */
  assume?: string | string[];
  /** Maximum number of terms in one attempt of a proof; the default is 400,000. */
  budget?: number;
}

/** A message about the input: docs/diagnostics.md. */
export interface Diagnostic {
  /** The number with its prefix: 'AGAL3652'. 'AGAL_OUT_OF_MEMORY' and 'AGAL_INTERNAL_ERROR' are not about the input. */
  code: string;
  severity: 'note' | 'warning' | 'error';
  /** A sentence without a period. */
  message: string;
  file?: string;
  /** Line and column of assembly text, from 1. */
  line?: number;
  column?: number;
  /** Offset in bytecode. */
  byteOffset?: number;
  /** Number of the token, from 1. */
  token?: number;
  operand?: 'opcode' | 'destination' | 'source 1' | 'source 2';
  stage?: Stage;
  /** The line of text, or the token in canonical assembly for bytecode. */
  snippet?: string;
  /** First byte and length of the relevant part of `snippet`. */
  caret?: [number, number];
  help?: string;
}

/** The common part of all results. `messages` is the diagnostics as text, '' if there are none. */
export interface Outcome {
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly messages: string;
  /**
   * The number of the first error that players have too, such as 3652; undefined if there is none. A player rejects the
   * program, but may stop at another error. With the option `adobeOrder`, it stops at exactly this error.
   */
  readonly playerError: number | undefined;
}

export interface Rejected extends Outcome {
  readonly ok: false;
}

/** Text, or SPIR-V words. */
export type Product =
  | {
      readonly stage: Stage;
      readonly code: string;
      readonly words: undefined;
      /** The container with the code, for `emit: 'b0'`. */
      readonly container?: Uint8Array;
    }
  | { readonly stage: Stage; readonly code: undefined; readonly words: Uint32Array };

/** The reflection: docs/reflection.md. Its members are `any`, because docs/reflection.schema.json describes them. */
export interface Reflection {
  readonly [key: string]: any;
}

/** Options of `link` for two texts, and for one text with both shaders. */
export type Separate = { singleModule?: false };
export type Joined = { singleModule: true };
/** Options with which results have a reflection. */
export type Reflecting = { reflect?: true; bindingsOnly?: false };
/** Options with which results have an interface, but not a reflection. */
export type BindingsOnly = { reflect?: true; bindingsOnly: true };
/** Options with which results have neither. */
export type NotReflecting = { reflect: false };

// interface.def: begin; tools/lab/interface.py writes this part.

/** The binding of one resource in each API: docs/abi.md. */
export interface Slots {
  /** Descriptor set (Vulkan) or bind group (WGSL). Undefined if the language does not have sets. */
  readonly set: number | undefined;
  /** Binding in SPIR-V, GLSL and WGSL. */
  readonly binding: number;
  /** Index of the buffer or of the texture in Metal. */
  readonly msl: number;
  /** Number of the register in HLSL. */
  readonly hlsl: number;
  /** Register space in HLSL. */
  readonly hlslSpace: number;
}

/** The place of a resource in one binding model. */
export interface InterfaceBinding {
  /** Binding model. */
  readonly model: 'spirv' | 'msl' | 'hlsl';
  /** Descriptor set, bind group or register space. Undefined if the language does not have sets. */
  readonly set: number | undefined;
  /** Binding, index, or number of the register. */
  readonly number: number;
}

/** Consecutive registers. */
export interface InterfaceRegisterRange {
  /** First register. */
  readonly first: number;
  /** Number of registers. */
  readonly count: number;
}

/** Constants that the text declares as one variable or member, because the option `rename` names some of them. */
export interface InterfaceConstantPart {
  /** Name of the variable, or of the member of the block. */
  readonly declared: string;
  /** First register. */
  readonly first: number;
  /** Number of registers; one register is not an array. */
  readonly count: number;
}

/** The array of constant registers: docs/abi.md. A register is four floats. */
export interface InterfaceConstants {
  /** "vc" or "fc". */
  readonly name: string;
  /** Number of registers in the array, which must all be supplied. */
  readonly count: number;
  /** True if relative addresses may read registers outside `ranges`. */
  readonly indirect: boolean;
  /** Mechanism that passes the constants. */
  readonly mode: 'ubo' | 'plain' | 'push';
  /** Distance between two registers, in bytes. */
  readonly stride: number;
  /** Offset of the array in its block, in bytes. */
  readonly offset: number;
  /**
   * Location of a plain array. Undefined if the constants are not a plain array, or the language does not have
   * locations.
   */
  readonly location: number | undefined;
  /** Binding of the uniform block. Undefined if the constants are not a uniform block. */
  readonly slots: Slots | undefined;
  /** Name of the block; "" for a plain array. */
  readonly block: string;
  /** Name of the array in the block; "" for a plain array. */
  readonly member: string;
  /** Registers that the compiled program reads by number, ascending. */
  readonly ranges: readonly InterfaceRegisterRange[];
  /**
   * Name of the array in the text, or of the instance of the block. HLSL and plain constants do not declare it if there
   * are parts.
   */
  readonly declared: string;
  /** Separate parts, by first register. Empty if the constants are one array. */
  readonly parts: readonly InterfaceConstantPart[];
  /** Binding of the uniform block, one for each model. Empty if the constants are not a uniform block. */
  readonly bindings: readonly InterfaceBinding[];
}

/** A vertex attribute that the compiled program reads. */
export interface InterfaceAttribute {
  /** "va0". */
  readonly name: string;
  /** Number of the register. */
  readonly location: number;
  /** Components that are read, as bits: x = 1, y = 2, z = 4, w = 8. */
  readonly components: number;
  /** Name of the variable in the text. */
  readonly declared: string;
}

/** A varying of the compiled program. If varyings share locations (option `max-varyings`), each location has one. */
export interface InterfaceVarying {
  /** "v0". */
  readonly name: string;
  /** Number of the register or location. */
  readonly location: number;
  /**
   * Components that the tokens of a vertex program write or a fragment program reads, as bits: x = 1, y = 2, z = 4, w =
   * 8.
   */
  readonly components: number;
  /** True if it is interpolated at the centroid. */
  readonly centroid: boolean;
  /** Name of the variable in the text. */
  readonly declared: string;
}

/** A sampler state that tokens request. A program that was not validated strictly may have numbers without a name. */
export interface InterfaceSamplerState {
  /** Filter for texels of one level: agal_filter. */
  readonly filter: number;
  /** Filter between levels: agal_mip. */
  readonly mip: number;
  /** Wrap mode: agal_wrap. */
  readonly wrap: number;
  /** Format of the texture: agal_read_mode. */
  readonly readMode: number;
  /** Special flags: bits of agal_special. */
  readonly special: number;
  /** 1 to 16; 1 is isotropic. */
  readonly anisotropy: number;
  /** Bias of the level of detail, or in a vertex program the level; the shader's code already contains it. */
  readonly bias: number;
  /** First token that requests the state, from 1. */
  readonly token: number;
}

/** A sampler register that tokens name, and the texture that is bound to it. */
export interface InterfaceSampler {
  /** "fs0". */
  readonly name: string;
  /** Number of the register. */
  readonly index: number;
  /** Kind of the texture, if active. */
  readonly kind: '2d' | 'cube' | '3d';
  /** True if the texture must be filterable. */
  readonly filtering: boolean;
  /** Binding of the texture. Undefined if the sampler is not active. */
  readonly slots: Slots | undefined;
  /**
   * Descriptor set or bind group of the separate sampler. Undefined if there is no such sampler, or the target does not
   * have sets.
   */
  readonly samplerSet: number | undefined;
  /** Binding of the separate sampler. Undefined if it is combined with the texture, or not active. */
  readonly samplerBinding: number | undefined;
  /** Requested states, at least one, by first use; players reject a program with two. */
  readonly states: readonly InterfaceSamplerState[];
  /** Name of the texture in the text. */
  readonly declared: string;
  /** Name of the sampler in the text. '' if the text does not declare the sampler separately from the texture. */
  readonly declaredSampler: string;
  /** Binding of the texture, one for each model. Empty if the sampler is not active. */
  readonly bindings: readonly InterfaceBinding[];
  /**
   * Binding of the sampler, one for each model in which the sampler has a binding of its own. Empty if the sampler is
   * not active.
   */
  readonly samplerBindings: readonly InterfaceBinding[];
}

/** A color that the compiled program writes. */
export interface InterfaceColor {
  /** Name of the variable in the text. */
  readonly declared: string;
  /** 0 to 3. */
  readonly location: number;
}

/**
 * The resources to bind to one shader: docs/reflection.md. Lists are in ascending order of registers. `name` is the
 * name of a register, and `declared` the name in the text, which the option `rename`, hosts and writers may change.
 */
export interface Interface {
  /** Stage of the shader. */
  readonly stage: 'vertex' | 'fragment';
  /** AGAL version in the bytecode header. */
  readonly version: number;
  /** Name of the function in the text or the SPIR-V. */
  readonly entryPoint: string;
  /** Attributes of a vertex program. Empty if it is a fragment program. */
  readonly attributes: readonly InterfaceAttribute[];
  /** Varyings that a vertex program stores or a fragment program reads. */
  readonly varyings: readonly InterfaceVarying[];
  /** Samplers, including samplers that need not be bound. */
  readonly samplers: readonly InterfaceSampler[];
  /** The constant registers. Undefined if the shader does not read any. */
  readonly constants: InterfaceConstants | undefined;
  /** True if the shader writes the position. */
  readonly position: boolean;
  /** Locations of the colors that the shader writes. */
  readonly colors: readonly number[];
  /** True if the shader writes the depth. */
  readonly depth: boolean;
  /** True if the shader may discard fragments. */
  readonly kills: boolean;
  /** Value of the instance id for the first instance. Undefined if the shader does not read the id. */
  readonly instanceId: 'zero' | 'firstInstance' | undefined;
  /** True if z of a vertex program is from -w to w instead of from 0 to w. */
  readonly negativeZ: boolean;
  /** True if a vertex program negates y. */
  readonly flipY: boolean;
  /** Colors that the shader writes, ascending. */
  readonly colorOutputs: readonly InterfaceColor[];
  /** Name of a uniform vec4 that a vertex program multiplies the position by. '' if there is none. */
  readonly positionScale: string;
}

// interface.def: end

/** The interfaces of a pair. */
export type Interfaces = { readonly vertex: Interface; readonly fragment: Interface };

type Absent<Keys extends string> = { readonly [key in Keys]: undefined };

/**
 * The result of `compile`. `steps` exists if the option is on, even if the program is rejected. The types of `reflection`
 * and `interface` follow from the options `reflect` and `bindingsOnly`, if their values are known.
 */
export type CompileResult<R = Reflection | undefined, I = Interface | undefined> = {
  readonly steps: readonly Step[] | undefined;
} & (
  | (Outcome & { readonly ok: true; readonly interface: I; readonly reflection: R } & Product)
  | (Rejected & Absent<'stage' | 'code' | 'words' | 'interface' | 'reflection'>)
);

export type LinkResult<R = Reflection | undefined, I = Interfaces | undefined> =
  | (Outcome & {
      readonly ok: true;
      readonly vertex: Product;
      readonly fragment: Product;
      readonly interfaces: I;
      readonly reflection: R;
    })
  | (Rejected & Absent<'vertex' | 'fragment' | 'interfaces' | 'reflection'>);

/** A pair in one module. */
export type JoinedResult<R = Reflection | undefined, I = Interfaces | undefined> =
  | (Outcome & {
      readonly ok: true;
      readonly both: string;
      readonly interfaces: I;
      readonly reflection: R;
    })
  | (Rejected & Absent<'both' | 'interfaces' | 'reflection'>);

export type ReflectResult =
  (Outcome & { readonly ok: true; readonly reflection: Reflection }) | (Rejected & Absent<'reflection'>);

export type ValidateResult = Outcome;

export type AssembleResult =
  (Outcome & { readonly ok: true; readonly bytecode: Uint8Array }) | (Rejected & Absent<'bytecode'>);

export type DisassembleResult =
  (Outcome & { readonly ok: true; readonly assembly: string }) | (Rejected & Absent<'assembly'>);

/** A number, or a name for a number that JSON does not have. */
export type InputNumber = number | 'nan' | 'inf' | '-inf';

/** One to four numbers: x, y, z, w. */
export type InputRegister = ArrayLike<InputNumber>;

export interface TextureInput {
  /** The dimension; the default is '2d'. */
  dimension?: '2d' | 'cube' | '3d';
  /** Width, height, and the number of slices for '3d'. */
  size: ArrayLike<number>;
  /**
   * One level, with four numbers for each texel: by slice or face, then by row from the top. Bytes are colors from 0 to
   * 255, as in ImageData.
   */
  levels: [ArrayLike<InputNumber>];
  /** Compute the smaller levels. */
  mipmaps?: boolean;
}

/** The inputs of the interpreter: docs/interpreter.md. Here, textures cannot have `state`. */
export interface Inputs {
  /**
   * Keyed by register ('fc0'): one register, a list of consecutive registers, or the numbers of several in one flat
   * list.
   */
  constants?: Record<string, InputRegister | InputRegister[]>;
  /** Keyed by register ('va0'). */
  attributes?: Record<string, InputRegister>;
  /** Keyed by register ('v0'): one value for all pixels, or a value for each of the four. */
  varyings?: Record<string, InputRegister | [InputRegister, InputRegister, InputRegister, InputRegister]>;
  /** The number of the instance. */
  instance?: number;
  /** Keyed by register ('fs0'). */
  textures?: Record<string, TextureInput>;
}

/**
 * The written registers ('op', 'v0', 'oc', 'od'): four numbers each, or one for 'od'. Only pixels have `killed`, which
 * is true for a discarded pixel.
 */
export interface Invocation {
  readonly killed?: boolean;
  readonly [register: string]: any;
}

export type InterpretResult =
  | (Outcome & {
      readonly ok: true;
      readonly stage: Stage;
      /**
       * One for a vertex program. A fragment program has four: upper left, upper right, lower left and lower right
       * pixel.
       */
      readonly outputs: readonly Invocation[];
      /** The trace, if the option is on. */
      readonly trace: string | undefined;
    })
  | (Rejected & Absent<'stage' | 'outputs' | 'trace'>);

/** The class of an equality: the differences that it permits. Each class includes the previous ones: docs/proof.md. */
export type ProofClass = 'exact' | 'undefined' | 'rounding' | 'value-changing';

/** A difference between two shaders, and the inputs that cause it. */
export interface Counterexample {
  /** The output that differs: 'oc.x', 'discard'. */
  readonly output: string;
  /** The pixel of the quad that differs; 0 for a vertex program. */
  readonly pixel: number;
  /** True if textures are sampled. Their texels are then a function of the coordinates. */
  readonly samples: boolean;
  /** The value that the program computes; 1 or 0 for 'discard'. */
  readonly expected: number;
  /** The value that the other side computes. */
  readonly found: number;
  /**
   * The inputs that affect the outputs. With these inputs, `interpret` shows the difference unless textures are
   * sampled.
   */
  readonly inputs: Inputs;
}

/** The proof that two shaders compute the same results for all inputs: docs/proof.md. */
export interface Proof {
  readonly stage: Stage;
  readonly verdict: 'equal' | 'different' | 'not decided';
  /** The class of the equality; only for 'equal'. */
  readonly class?: ProofClass;
  /** The rules of classes above 'exact' that the equality needs, and how often each is applied. */
  readonly rules: readonly { readonly name: string; readonly class: ProofClass; readonly count: number }[];
  /** The number of terms in the last attempt. */
  readonly terms: number;
  /** The reason for 'not decided', the missing output, or a remark on the counterexample; otherwise ''. */
  readonly reason: string;
  /** The first output that is not proved. */
  readonly output?: string;
  /** The smallest differing term of the program. */
  readonly expected?: string;
  /** The corresponding term of the other side. */
  readonly found?: string;
  /** Inputs that show the difference; only for 'different', and only if agalc knows such inputs. */
  readonly counterexample?: Counterexample;
}

export type ProveResult =
  | (Outcome & {
      readonly ok: true;
      readonly proof: Proof;
      /** The proof as text, in the format of `agalc prove`. */
      readonly text: string;
    })
  | (Rejected & Absent<'proof' | 'text'>);

/** The certainty of a program: docs/extract.md. 'captured' means that a player uploaded it. */
export type Certainty = 'captured' | 'exact' | 'variant' | 'filled';

/** A texture that a game bound. */
export interface CapturedTexture {
  readonly index: number;
  readonly class: 'texture' | 'cube' | 'rectangle' | 'video' | 'unknown';
  readonly width?: number;
  readonly height?: number;
  readonly format?: string;
  readonly renderTarget?: boolean;
  /** The number of levels, if several were uploaded. */
  readonly levels?: number;
  /** The first bytes of compressed data, in hexadecimal digits. */
  readonly atf?: string;
}

/** The numbers x, y, z, w. Infinities and NaN are strings, because JSON does not have these numbers. */
export type CapturedRegister = readonly (number | 'inf' | '-inf' | 'nan')[];

/** A draw call of a game, and the state in effect, in Stage3D's terms: docs/batch.md. */
export interface CapturedDraw {
  readonly draw: number;
  /** The number of the draw's record in the run, which orders the draws of all pairs. */
  readonly record?: number;
  readonly call: 'drawTriangles' | 'drawTrianglesInstanced';
  readonly indices?: number;
  readonly firstIndex: number;
  /** The number of triangles; undefined for the whole index buffer. */
  readonly triangles?: number;
  readonly instances?: number;
  /** The attributes. Offsets and strides are in units of 32 bits. */
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
  /** The render target; undefined if it is the back buffer. */
  readonly target?: CapturedTexture;
  /** The constants; only stored with the first draw. */
  readonly constants?: { readonly vertex: readonly CapturedRegister[]; readonly fragment: readonly CapturedRegister[] };
}

/** The uploads and draws of a pair in one run of a game. */
export interface Capture {
  readonly log: string;
  readonly run: string;
  readonly player?: string;
  readonly pair: number;
  /** The number of the pair's first upload. */
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
  /** The best certainty of the origins. */
  readonly certainty: Certainty;
  /** The hash of the family's first program, if other programs have the same text except for sampler options. */
  readonly family?: string;
  /** The sampler options that differ in the family: `fs0 <2d, nearest|linear, mipnone, clamp|repeat>`. */
  readonly parameters?: string;
  readonly origins: readonly {
    readonly container: string;
    /** The number of the tag in a SWF file; 0 elsewhere. */
    readonly tag: number;
    /** The offset in the unpacked container, in bytes. */
    readonly offset: number;
    readonly name: string;
    /** The line in a log or in source code. */
    readonly line?: number;
    /** The certainty of this origin; undefined if it is 'exact'. */
    readonly certainty?: Certainty;
    /** The conditions of a variant, or a hole and the text that filled it. */
    readonly detail?: string;
  }[];
  /** The programs that probably form a pair with this one. With `captured`, a player uploaded both together. */
  readonly pairs: readonly {
    readonly with: string;
    readonly evidence: string;
    readonly captured?: readonly Capture[];
  }[];
  readonly bytecode: Uint8Array;
}

/** The result of `extract`. If `ok` is false, it may contain the programs in the readable part of the file. */
export interface ExtractResult extends Outcome {
  readonly programs: readonly FoundProgram[];
}

export interface OptionInfo {
  readonly name: string;
  readonly summary: string;
  /** All values, or their form. */
  readonly choices?: readonly string[];
  readonly form?: string;
  /** The default, one of `choices`; undefined if it depends on other options. */
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

/** The use of a register in programs of one stage. `counts` has the number of registers in AGAL 1, 2, 3 and 4. */
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

/**
 * A sampler option. `accepted` is true if a player accepts it. `combines` is true if a sampler can have the option in addition to
 * other options of the field. Otherwise, a field has one option.
 */
export interface SamplerOptionInfo {
  readonly name: string;
  readonly alias?: string;
  readonly field: string;
  readonly value: number;
  readonly accepted: boolean;
  readonly combines: boolean;
}

/** A word of AGALMacroAssembler, and a statement with it. */
export interface MacroWordInfo {
  readonly name: string;
  readonly form: string;
}

export interface DiagnosticInfo {
  readonly code: string;
  readonly name: string;
  readonly severity: string;
  readonly phase: string;
  readonly message: string;
}

/** The functions that both modules have. */
export interface Translator {
  /** The name and version: 'agalc 0.1.0'. */
  readonly version: string;
  readonly abiVersion: number;
  /** Compiles a program to the language that the option `target` names. */
  compile(program: Program, options?: CompileOptions & Reflecting): CompileResult<Reflection, Interface>;
  compile(program: Program, options: CompileOptions & BindingsOnly): CompileResult<undefined, Interface>;
  compile(program: Program, options: CompileOptions & NotReflecting): CompileResult<undefined, undefined>;
  compile(program: Program, options: CompileOptions): CompileResult;
  /**
   * Compiles each program with the same options, for hosts that load a scene. The results are in the order of the
   * programs. With `reflect: false`, it is faster than `compile` for each program.
   */
  compileAll(programs: readonly Program[], options?: CompileOptions & Reflecting): CompileResult<Reflection, Interface>[];
  compileAll(programs: readonly Program[], options: CompileOptions & BindingsOnly): CompileResult<undefined, Interface>[];
  compileAll(programs: readonly Program[], options: CompileOptions & NotReflecting): CompileResult<undefined, undefined>[];
  compileAll(programs: readonly Program[], options: CompileOptions): CompileResult[];
  /**
   * Compiles a pair. Checks that the programs fit together, and drops varyings that the fragment program does not
   * read.
   */
  link(vertex: Program, fragment: Program, options?: LinkOptions & Separate & Reflecting): LinkResult<Reflection, Interfaces>;
  link(vertex: Program, fragment: Program, options: LinkOptions & Separate & BindingsOnly): LinkResult<undefined, Interfaces>;
  link(vertex: Program, fragment: Program, options: LinkOptions & Separate & NotReflecting): LinkResult<undefined, undefined>;
  link(vertex: Program, fragment: Program, options: LinkOptions & Joined & Reflecting): JoinedResult<Reflection, Interfaces>;
  link(vertex: Program, fragment: Program, options: LinkOptions & Joined & BindingsOnly): JoinedResult<undefined, Interfaces>;
  link(vertex: Program, fragment: Program, options: LinkOptions & Joined & NotReflecting): JoinedResult<undefined, undefined>;
  link(vertex: Program, fragment: Program, options: LinkOptions & Separate): LinkResult;
  link(vertex: Program, fragment: Program, options: LinkOptions & Joined): JoinedResult;
  /** Checks the player's rules, and the lints that the option `lint` names. */
  validate(program: Program, options?: ValidateOptions): ValidateResult;
  /** Returns the resources to bind for a program in the language that the option `target` names. */
  reflect(program: Program, options?: CompileOptions): ReflectResult;
}

export interface Agal extends Translator {
  /** Assembles text into bytecode. */
  assemble(text: string, options?: ReadOptions): AssembleResult;
  /** Disassembles a program into canonical assembly. */
  disassemble(program: Program, options?: DisassembleOptions): DisassembleResult;
  /**
   * Explains a diagnostic, an opcode, a register, a sampler option, a target or a profile. Throws a TypeError for an
   * unknown word.
   */
  explain(word: string): string;
  /** Lists a table of the library. Throws a TypeError for an unknown table. */
  list(table: 'options'): OptionInfo[];
  list(table: 'targets'): TargetInfo[];
  list(table: 'opcodes'): OpcodeInfo[];
  list(table: 'registers'): RegisterInfo[];
  list(table: 'sampler-options'): SamplerOptionInfo[];
  list(table: 'macro-words'): MacroWordInfo[];
  list(table: 'diagnostics'): DiagnosticInfo[];
  /** Runs a vertex program once, or a fragment program for 2 x 2 pixels. */
  interpret(program: Program, inputs?: Inputs, options?: InterpretOptions): InterpretResult;
  /**
   * Determines if `other`, another program or SPIR-V words, computes the same results as the program for all inputs.
   * `other` defaults to the SPIR-V that `compile` produces from the program. `ok` is true for every verdict.
   */
  prove(program: Program, other?: Program, options?: ProveOptions): ProveResult;
  /**
   * Extracts the programs in a SWF, SWC, ZIP or other file. `name` is the name in messages and locations; the
   * default is the name of a File.
   */
  extract(
    file: Uint8Array | ArrayBuffer | ArrayBufferView | Blob,
    name?: string,
    options?: ExtractOptions,
  ): Promise<ExtractResult>;
}

/**
 * Loads the module. All calls without an argument share one instance. A call with an object, even an empty one, makes a
 * new instance.
 */
export function load(options?: LoadOptions): Promise<Agal>;
