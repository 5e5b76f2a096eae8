// The types of bind.js.
import type { BLEND_MODES, Shader, State, TextureSource } from "pixi.js";

// `scissor` is x, y, width and height, from the lowest row; `stencil` is the reference value and the masks for reading and writing.
export type MaterialState = State & { scissor?: number[]; stencil: number[] };
export type Material = { shader: Shader; state: MaterialState; blendMode: BLEND_MODES };
export type Textures = { plane: TextureSource; cube: TextureSource; volume: TextureSource };
export type Arguments = [textures?: Record<string, TextureSource>];
export function createMaterial(description: object, texts: { vertex: string; fragment: string }, ...rest: Arguments): Material;
