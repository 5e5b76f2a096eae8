// A WebGL 2 that draws nothing. It answers the requests of Ruffle's renderer, so that a game gets its Context3D without
// a GPU.

/** Limits and texts by the parameter's enumeration value, like those of common hardware. */
const parameters = new Map([
  [0x1f00, 'agalc'], // VENDOR
  [0x1f01, 'agalc'], // RENDERER
  [0x1f02, 'WebGL 2.0'], // VERSION
  [0x8b8c, 'WebGL GLSL ES 3.00'], // SHADING_LANGUAGE_VERSION
  [0x0d33, 8192], // MAX_TEXTURE_SIZE
  [0x0d3a, new Int32Array([8192, 8192])], // MAX_VIEWPORT_DIMS
  [0x8073, 2048], // MAX_3D_TEXTURE_SIZE
  [0x84e8, 8192], // MAX_RENDERBUFFER_SIZE
  [0x851c, 8192], // MAX_CUBE_MAP_TEXTURE_SIZE
  [0x8824, 8], // MAX_DRAW_BUFFERS
  [0x8869, 16], // MAX_VERTEX_ATTRIBS
  [0x8872, 16], // MAX_TEXTURE_IMAGE_UNITS
  [0x88ff, 2048], // MAX_ARRAY_TEXTURE_LAYERS
  [0x8a2b, 12], // MAX_VERTEX_UNIFORM_BLOCKS
  [0x8a2d, 12], // MAX_FRAGMENT_UNIFORM_BLOCKS
  [0x8a2e, 24], // MAX_COMBINED_UNIFORM_BLOCKS
  [0x8a2f, 24], // MAX_UNIFORM_BUFFER_BINDINGS
  [0x8a30, 65536], // MAX_UNIFORM_BLOCK_SIZE
  [0x8a34, 256], // UNIFORM_BUFFER_OFFSET_ALIGNMENT
  [0x8b49, 4096], // MAX_FRAGMENT_UNIFORM_COMPONENTS
  [0x8b4a, 4096], // MAX_VERTEX_UNIFORM_COMPONENTS
  [0x8b4c, 16], // MAX_VERTEX_TEXTURE_IMAGE_UNITS
  [0x8b4d, 32], // MAX_COMBINED_TEXTURE_IMAGE_UNITS
  [0x8c80, 4], // MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS
  [0x8c8a, 64], // MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS
  [0x8c8b, 4], // MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS
  [0x8cdf, 8], // MAX_COLOR_ATTACHMENTS
  [0x8d57, 4], // MAX_SAMPLES
  [0x8d6b, 4294967294], // MAX_ELEMENT_INDEX
  [0x8dfb, 1024], // MAX_VERTEX_UNIFORM_VECTORS
  [0x8dfc, 30], // MAX_VARYING_VECTORS
  [0x8dfd, 1024], // MAX_FRAGMENT_UNIFORM_VECTORS
  [0x9122, 64], // MAX_VERTEX_OUTPUT_COMPONENTS
  [0x9125, 60], // MAX_FRAGMENT_INPUT_COMPONENTS
]);

const extensions = [
  'EXT_color_buffer_float',
  'EXT_texture_filter_anisotropic',
  'OES_texture_float_linear',
  'WEBGL_compressed_texture_s3tc',
  'WEBGL_compressed_texture_s3tc_srgb',
];

const objects = ['Buffer', 'Framebuffer', 'Program', 'Query', 'Renderbuffer', 'Sampler', 'Shader', 'Texture', 'VertexArray'];

/** Counts of a program that the renderer queries one by one; they are all zero. */
const programCounts = new Set([0x8b86, 0x8b89, 0x8a36]); // ACTIVE_UNIFORMS, ACTIVE_ATTRIBUTES, ACTIVE_UNIFORM_BLOCKS

const alreadySignaled = 0x911a;
const signaled = 0x9119;
const framebufferComplete = 0x8cd5;

const answers = {
  getContextAttributes: () => ({ alpha: true, depth: true, stencil: true, antialias: false, premultipliedAlpha: true }),
  isContextLost: () => false,
  getSupportedExtensions: () => extensions,
  getExtension: (name) => (extensions.includes(name) ? {} : null),
  getParameter: (name) => parameters.get(name) ?? 0,
  getIndexedParameter: () => 0,
  getError: () => 0,
  getShaderParameter: () => true,
  getProgramParameter: (_, name) => (programCounts.has(name) ? 0 : true),
  getShaderInfoLog: () => '',
  getProgramInfoLog: () => '',
  getUniformLocation: () => ({}),
  getUniformBlockIndex: () => 0,
  getAttribLocation: () => 0,
  getActiveUniform: () => null,
  getInternalformatParameter: () => new Int32Array([4]),
  getQueryParameter: () => 0,
  getSyncParameter: () => signaled,
  checkFramebufferStatus: () => framebufferComplete,
  fenceSync: () => ({}),
  clientWaitSync: () => alreadySignaled,
};

const ignore = () => {};

/**
 * The class WebGL2RenderingContext of the page. All other methods exist and do nothing: memory that is read back stays
 * zero.
 * @param {() => void} drawn is called for each draw
 */
export function contextClass(drawn) {
  class WebGL2RenderingContext {
    constructor(canvas) {
      this.canvas = canvas;
    }
    get drawingBufferWidth() {
      return this.canvas.width;
    }
    get drawingBufferHeight() {
      return this.canvas.height;
    }
  }
  const methods = { ...answers, drawElementsInstanced: drawn, drawArraysInstanced: drawn, drawElements: drawn, drawArrays: drawn };
  for (const each of objects) methods[`create${each}`] = () => ({});
  const { prototype } = WebGL2RenderingContext;
  // A method is added on its first call, because a lookup in a proxy is slow.
  const others = new Proxy(Object.create(null), {
    get(_, name) {
      if (typeof name !== 'string' || !/^[a-z]/.test(name) || name === 'then') return undefined;
      return (prototype[name] = ignore);
    },
    set: (_, name, value, receiver) => Reflect.defineProperty(receiver, name, { value, writable: true, configurable: true }),
  });
  Object.setPrototypeOf(prototype, others);
  Object.assign(prototype, methods);
  return WebGL2RenderingContext;
}
