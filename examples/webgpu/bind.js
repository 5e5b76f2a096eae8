// Draws a pair that agalc compiled to WGSL (`agalc compile --link … --target wgsl`) with WebGPU. The reflection determines all
// bindings; the code does not contain knowledge of the programs.

const stages = ["vertex", "fragment"];
const viewDimensions = { sampler2D: "2d", samplerCube: "cube", sampler3D: "3d" };

// Returns the descriptor of the sampler for the fields of a texture fetch. Anisotropy is left out.
function samplerDescriptor({ wrap, filter, mip }) {
  const linear = filter === "nearest" ? "nearest" : "linear";
  const repeats = { clamp: "", repeat: "uv", repeat_u_clamp_v: "u", clamp_u_repeat_v: "v" }[wrap];
  const address = (axis) => (repeats.includes(axis) ? "repeat" : "clamp-to-edge");
  return {
    minFilter: linear,
    magFilter: linear,
    mipmapFilter: mip === "miplinear" ? "linear" : "nearest",
    lodMaxClamp: mip === "mipnone" ? 0 : 32,
    addressModeU: address("u"),
    addressModeV: address("v"),
  };
}

export class Pair {
  #device;
  #pipeline;
  #groups = []; // entries by bind group and binding
  #constants = new Map(); // uniform buffers by stage
  #textures = new Map(); // the entries of textures by name
  #slots = new Map(); // slots of vertex buffers by attribute
  #buffers = [];

  // Takes `texts` and `reflection` with the members `vertex` and `fragment`. `formats` has the GPUVertexFormat, the
  // stride and the offset of each attribute: { va0: ["float32x3", 20, 0] }. `rest` has the other members of the
  // pipeline descriptor.
  constructor(device, texts, reflection, formats, targetFormat, rest = {}) {
    this.#device = device;
    for (const stage of stages) this.#addResources(stage, reflection[stage].agal);
    const { attributes } = reflection.vertex.agal;
    attributes.forEach(({ name }, slot) => this.#slots.set(name, slot));
    const written = reflection.fragment.agal.outputs.colors.some(({ location }) => location === 0);
    const module = (stage) => device.createShaderModule({ code: texts[stage] });
    this.#pipeline = device.createRenderPipeline({
      layout: this.#createLayout(),
      vertex: {
        module: module("vertex"),
        entryPoint: reflection.vertex.agal.entryPoint,
        buffers: attributes.map(({ name, location }) => {
          const [format, arrayStride, offset] = formats[name];
          return { arrayStride, attributes: [{ format, offset, shaderLocation: location }] };
        }),
      },
      fragment: {
        module: module("fragment"),
        entryPoint: reflection.fragment.agal.entryPoint,
        targets: [{ format: targetFormat, writeMask: written ? GPUColorWrite.ALL : 0 }],
      },
      ...rest,
    });
  }

  // Adds an entry of a bind group: its layout and its resource.
  #add(set, binding, stage, layout, resource) {
    const visibility = stage === "vertex" ? GPUShaderStage.VERTEX : GPUShaderStage.FRAGMENT;
    const entry = { layout: { binding, visibility, ...layout }, resource };
    (this.#groups[set] ??= []).push(entry);
    return entry;
  }

  #addResources(stage, { uniforms, samplers }) {
    const { layout } = uniforms;
    if (layout) {
      const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
      const buffer = this.#device.createBuffer({ size: layout.size, usage });
      this.#add(layout.set, layout.binding, stage, { buffer: { minBindingSize: layout.size } }, { buffer });
      this.#constants.set(stage, buffer);
    }
    for (const { active, name, type, set, binding, samplerSet, samplerBinding, filtering, states } of samplers) {
      if (!active) continue;
      const texture = { viewDimension: viewDimensions[type], sampleType: filtering ? "float" : "unfilterable-float" };
      this.#textures.set(name, this.#add(set, binding, stage, { texture }, null));
      const sampler = this.#device.createSampler(samplerDescriptor(states[0]));
      const samplerType = filtering ? "filtering" : "non-filtering";
      this.#add(samplerSet, samplerBinding, stage, { sampler: { type: samplerType } }, sampler);
    }
  }

  #createLayout() {
    const bindGroupLayouts = Array.from(this.#groups, (entries = []) =>
      this.#device.createBindGroupLayout({ entries: entries.map(({ layout }) => layout) }));
    return this.#device.createPipelineLayout({ bindGroupLayouts });
  }

  // Sets the constants of a stage from register 0 on, four floats each. Constants that the shader does not have are
  // ignored.
  setConstants(stage, values) {
    const buffer = this.#constants.get(stage);
    if (buffer) this.#device.queue.writeBuffer(buffer, 0, values, 0, Math.min(values.length, buffer.size / 4));
  }

  // Sets the view of a texture ("fs0"). The view must have the dimension that the register samples.
  setTexture(name, view) {
    if (this.#textures.has(name)) this.#textures.get(name).resource = view;
  }

  setBuffer(name, buffer) {
    if (this.#slots.has(name)) this.#buffers[this.#slots.get(name)] = buffer;
  }

  draw(pass, vertexCount) {
    pass.setPipeline(this.#pipeline);
    this.#groups.forEach((entries, set) => {
      const bound = entries.map(({ layout: { binding }, resource }) => ({ binding, resource }));
      const layout = this.#pipeline.getBindGroupLayout(set);
      pass.setBindGroup(set, this.#device.createBindGroup({ layout, entries: bound }));
    });
    this.#buffers.forEach((buffer, slot) => pass.setVertexBuffer(slot, buffer));
    pass.draw(vertexCount);
  }
}
