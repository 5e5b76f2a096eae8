// The types of bind.js.
import type { CubeTexture, Data3DTexture, RawShaderMaterial, Texture } from "three";

export type Material = RawShaderMaterial;
export type Textures = { plane: Texture; cube: CubeTexture; volume: Data3DTexture };
export type Arguments = [textures?: Record<string, Texture>];
export function createMaterial(description: object, texts: { vertex: string; fragment: string }, ...rest: Arguments): Material;
export function sampledTexture<T extends Texture>(texture: T, sampler: object): T;
