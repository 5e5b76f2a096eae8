// The types of bind.js.
import type { BLEND_MODES, Shader, State, TextureSource } from "pixi.js";

export type Material = { shader: Shader; state: State; blendMode: BLEND_MODES };
export type Textures = { plane: TextureSource; cube: TextureSource; volume: TextureSource };
export type Arguments = [textures?: Record<string, TextureSource>];
export function createMaterial(description: object, texts: { vertex: string; fragment: string }, ...rest: Arguments): Material;
