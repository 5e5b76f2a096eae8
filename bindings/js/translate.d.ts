// Types of agalc/translate: bytecode to WGSL, GLSL, GLSL ES, MSL, HLSL and SPIR-V, reflection, the player's rules.
import type { LoadOptions, Translator } from './index.js';

export type {
  CompileOptions,
  CompileResult,
  Diagnostic,
  LinkOptions,
  LinkResult,
  LoadOptions,
  Outcome,
  Product,
  Program,
  Reflection,
  ReflectResult,
  Stage,
  Target,
  Translator,
  ValidateOptions,
  ValidateResult,
  WasmSource,
} from './index.js';

/**
 * Loads the module. Without options all callers share one instance; with an object, even an empty one, each gets its
 * own.
 */
export function load(options?: LoadOptions): Promise<Translator>;
