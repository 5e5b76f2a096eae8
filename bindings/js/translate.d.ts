// Types of agalc/translate: bytecode to WGSL, GLSL, GLSL ES, MSL, HLSL and SPIR-V, reflection, and the player's rules.
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
 * Loads the module. Calls without options share one instance. A call with an object, even an empty one, gets its own.
 */
export function load(options?: LoadOptions): Promise<Translator>;
