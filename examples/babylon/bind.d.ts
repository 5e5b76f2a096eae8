// The types of bind.js.
import type { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.js";
import type { ShaderMaterial } from "@babylonjs/core/Materials/shaderMaterial.js";
import type { Scene } from "@babylonjs/core/scene.js";

export type { Scene };
export type Material = ShaderMaterial;
export type Textures = { plane: BaseTexture; cube: BaseTexture; volume: BaseTexture };
export type Arguments = [scene: Scene, textures?: Record<string, BaseTexture>];
export function createMaterial(description: object, texts: { vertex: string; fragment: string }, ...rest: Arguments): Material;
