// The setting that each method of Stage3D replaces, or a part of it. ./tools/lab/bless writes this file from
// src/games/tap/methods.def.
export const settings = {
  configureBackBuffer: 'backBuffer',
  setProgram: 'program',
  setVertexBufferAt: 'attributes',
  setTextureAt: 'textures',
  setSamplerStateAt: 'samplers',
  setBlendFactors: 'blend',
  setDepthTest: 'depth',
  setCulling: 'culling',
  setColorMask: 'colorMask',
  setStencilActions: 'stencil',
  setRenderToTexture: 'target',
  setRenderToBackBuffer: 'target',
  setProgramConstantsFromVector: 'constants',
  setProgramConstantsFromMatrix: 'constants',
  setProgramConstantsFromByteArray: 'constants',
  setScissorRectangle: 'scissor',
  setStencilReferenceValue: 'stencil',
  setFillMode: 'fillMode',
};
