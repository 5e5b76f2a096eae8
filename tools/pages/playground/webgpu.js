// Draws a pair with WebGPU. The reflection determines the bindings.
import { repeatsAlong } from './shared.js';

const viewDimensions = {sampler2D: '2d', samplerCube: 'cube', sampler3D: '3d', texture2D: '2d', textureCube: 'cube', texture3D: '3d'};

export const target = 'wgsl';
export const title = 'WebGPU';

// Returns the descriptor of the sampler for the fields of a texture fetch.
function samplerDescriptor({wrap, filter, mip, anisotropy = 1}, filtering) {
  const linear = filtering && filter !== 'nearest' ? 'linear' : 'nearest';
  const smooth = filtering && mip === 'miplinear' ? 'linear' : 'nearest';
  const address = (axis) => (repeatsAlong(wrap, axis) ? 'repeat' : 'clamp-to-edge');
  return {
    minFilter: linear, magFilter: linear, mipmapFilter: smooth,
    lodMaxClamp: mip === 'mipnone' ? 0 : 32,
    addressModeU: address('u'), addressModeV: address('v'),
    maxAnisotropy: linear === 'linear' && smooth === 'linear' ? Math.max(1, anisotropy) : 1,
  };
}

const blends = {
  none: undefined,
  alpha: {color: {srcFactor: 'one', dstFactor: 'one-minus-src-alpha'}, alpha: {srcFactor: 'one', dstFactor: 'one-minus-src-alpha'}},
  add: {color: {srcFactor: 'one', dstFactor: 'one'}, alpha: {srcFactor: 'one', dstFactor: 'one'}},
};

// Returns the first reason why a module does not compile, with its line.
async function moduleProblem(module) {
  const {messages} = await module.getCompilationInfo();
  const error = messages.find(({type}) => type === 'error');
  return error === undefined ? '' : `line ${error.lineNum}: ${error.message}`;
}

export class Renderer {
  #device;
  #context;
  #format;
  #depth;
  #groups = [];
  #uniforms = new Map(); // uniform buffers by stage
  #textureEntries = new Map();
  #textures = new Map();
  #attributes = [];
  #vertexBuffers = [];
  #indexBuffer = null;
  #indexCount = 0;
  #pipeline = null;
  #output = 0;

  // Throws if this browser does not have WebGPU. `onLost` is called if the device is lost, and `onError` for errors
  // while drawing.
  static async create(canvas, {onLost, onError}) {
    if (!navigator.gpu) throw new Error('this browser does not have WebGPU');
    const adapter = await navigator.gpu.requestAdapter();
    if (adapter === null) throw new Error('this browser has WebGPU, but no adapter for it');
    const device = await adapter.requestDevice();
    const renderer = new Renderer();
    renderer.#device = device;
    device.addEventListener('uncapturederror', (event) => onError(event.error.message));
    device.lost.then(({reason, message}) => reason !== 'destroyed' && onLost(message));
    renderer.#context = canvas.getContext('webgpu');
    renderer.#format = navigator.gpu.getPreferredCanvasFormat();
    renderer.#context.configure({device, format: renderer.#format, alphaMode: 'opaque'});
    renderer.#depth = device.createTexture({
      size: [canvas.width, canvas.height], format: 'depth24plus', usage: GPUTextureUsage.RENDER_ATTACHMENT});
    return renderer;
  }

  dispose() {
    this.#device.destroy();
  }

  #add(set, binding, stage, layout, resource) {
    const visibility = stage === 'vertex' ? GPUShaderStage.VERTEX : GPUShaderStage.FRAGMENT;
    const entry = {layout: {binding, visibility, ...layout}, resource};
    (this.#groups[set] ??= []).push(entry);
    return entry;
  }

  #addResources(stage, {uniforms: {layout}, samplers}) {
    if (layout) {
      const buffer = this.#device.createBuffer({size: layout.size, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST});
      this.#add(layout.set ?? 0, layout.binding, stage, {buffer: {minBindingSize: layout.size}}, {buffer});
      this.#uniforms.set(stage, {buffer, count: layout.count});
    }
    for (const {active, name, type, set = 0, binding, samplerSet = set, samplerBinding, filtering = true, states} of samplers) {
      if (!active) continue;
      const texture = {viewDimension: viewDimensions[type] ?? '2d', sampleType: filtering ? 'float' : 'unfilterable-float'};
      this.#textureEntries.set(name, this.#add(set, binding, stage, {texture}, null));
      const sampler = this.#device.createSampler(samplerDescriptor(states[0] ?? {}, filtering));
      this.#add(samplerSet, samplerBinding, stage, {sampler: {type: filtering ? 'filtering' : 'non-filtering'}}, sampler);
    }
  }

  // Returns a target for each color output up to the displayed one.
  #targets(reflection, {blend, output}) {
    const written = reflection.fragment.agal.outputs.colors.some(({location}) => location === output);
    const targets = Array.from({length: output}, () => null);
    targets.push({format: this.#format, blend: blends[blend], writeMask: written ? GPUColorWrite.ALL : 0});
    return targets;
  }

  // Throws an error with a message for the user if the pair cannot be drawn.
  async setPair({texts, reflection}, look) {
    const device = this.#device;
    this.#pipeline = null;
    this.#groups = [];
    this.#uniforms.clear();
    this.#textureEntries.clear();
    for (const stage of ['vertex', 'fragment']) this.#addResources(stage, reflection[stage].agal);
    this.#attributes = reflection.vertex.agal.attributes.map(({name}) => name);
    this.#output = look.output;
    device.pushErrorScope('validation');
    const module = (stage) => device.createShaderModule({code: texts[stage]});
    const modules = {vertex: module('vertex'), fragment: module('fragment')};
    const layouts = Array.from(this.#groups, (entries = []) =>
      device.createBindGroupLayout({entries: entries.map(({layout}) => layout)}));
    const pipeline = device.createRenderPipelineAsync({
      layout: device.createPipelineLayout({bindGroupLayouts: layouts}),
      vertex: {
        module: modules.vertex, entryPoint: reflection.vertex.agal.entryPoint,
        buffers: reflection.vertex.agal.attributes.map(({location}) => ({
          arrayStride: 16, attributes: [{format: 'float32x4', offset: 0, shaderLocation: location}]})),
      },
      fragment: {module: modules.fragment, entryPoint: reflection.fragment.agal.entryPoint, targets: this.#targets(reflection, look)},
      primitive: {topology: 'triangle-list', cullMode: 'none'},
      depthStencil: {format: 'depth24plus', depthWriteEnabled: look.depth, depthCompare: look.depth ? 'less-equal' : 'always'},
    }).catch((error) => error);
    const scopeError = await device.popErrorScope();
    for (const stage of ['vertex', 'fragment']) {
      const problem = await moduleProblem(modules[stage]);
      if (problem !== '') throw new Error(`the ${stage} shader does not compile: ${problem}`);
    }
    const result = await pipeline;
    if (scopeError !== null) throw new Error(scopeError.message);
    if (result instanceof Error) throw result;
    this.#pipeline = result;
    for (const [name, entry] of this.#textureEntries) entry.resource = this.#textures.get(name)?.view ?? null;
  }

  #buffer(values, usage) {
    const buffer = this.#device.createBuffer({size: Math.max(16, (values.byteLength + 3) & ~3), usage, mappedAtCreation: true});
    new values.constructor(buffer.getMappedRange(), 0, values.length).set(values);
    buffer.unmap();
    return buffer;
  }

  // Sets the `attributes` by name, four floats for each vertex.
  setMesh(attributes, indices) {
    for (const buffer of [...this.#vertexBuffers, this.#indexBuffer]) buffer?.destroy();
    this.#vertexBuffers = this.#attributes.map((name) => this.#buffer(attributes[name], GPUBufferUsage.VERTEX));
    this.#indexBuffer = this.#buffer(Uint16Array.from(indices), GPUBufferUsage.INDEX);
    this.#indexCount = indices.length;
  }

  setTexture(name, {kind, width, height, layers, levels}) {
    this.#textures.get(name)?.texture.destroy();
    const texture = this.#device.createTexture({
      size: [width, height, layers], dimension: kind === '3d' ? '3d' : '2d', mipLevelCount: levels.length, format: 'rgba8unorm',
      usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST});
    levels.forEach((level, mipLevel) =>
      this.#device.queue.writeTexture({texture, mipLevel}, level.bytes, {bytesPerRow: 4 * level.width, rowsPerImage: level.height},
        [level.width, level.height, level.layers]));
    const view = texture.createView({dimension: kind});
    this.#textures.set(name, {texture, view});
    const entry = this.#textureEntries.get(name);
    if (entry !== undefined) entry.resource = view;
  }

  #bind(pass) {
    this.#groups.forEach((entries, set) => {
      const bound = entries.map(({layout: {binding}, resource}) => ({binding, resource}));
      pass.setBindGroup(set, this.#device.createBindGroup({layout: this.#pipeline.getBindGroupLayout(set), entries: bound}));
    });
    this.#vertexBuffers.forEach((buffer, slot) => pass.setVertexBuffer(slot, buffer));
    pass.setIndexBuffer(this.#indexBuffer, 'uint16');
  }

  // Draws with the `constants` of each stage that Inputs.constants returns.
  draw({constants, instances, background}) {
    if (this.#pipeline === null) return;
    for (const [stage, {buffer, count}] of this.#uniforms)
      this.#device.queue.writeBuffer(buffer, 0, constants(stage, count));
    const encoder = this.#device.createCommandEncoder();
    const color = {view: this.#context.getCurrentTexture().createView(), clearValue: background, loadOp: 'clear', storeOp: 'store'};
    const pass = encoder.beginRenderPass({
      colorAttachments: [...Array.from({length: this.#output}, () => null), color],
      depthStencilAttachment: {view: this.#depth.createView(), depthClearValue: 1, depthLoadOp: 'clear', depthStoreOp: 'discard'},
    });
    pass.setPipeline(this.#pipeline);
    this.#bind(pass);
    pass.drawIndexed(this.#indexCount, instances);
    pass.end();
    this.#device.queue.submit([encoder.finish()]);
  }
}
