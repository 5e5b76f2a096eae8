// Runs the jobs of `agalJobs` (webgpu_backend.cpp has the format) on WebGPU. `agalAnswer` is a promise of the results.
"use strict";

const texelBytes = 16;

class Runner {
  static async create(setup) {
    if (!navigator.gpu) throw new Error("the browser has no WebGPU");
    const adapter = await navigator.gpu.requestAdapter();
    if (!adapter) throw new Error("there is no adapter for WebGPU");
    if (!adapter.features.has("float32-filterable")) throw new Error("the adapter cannot filter floats");
    const names = ["maxColorAttachmentBytesPerSample", "maxInterStageShaderVariables", "maxVertexAttributes"];
    const limits = {};
    for (const name of names) limits[name] = adapter.limits[name];
    const device = await adapter.requestDevice({requiredFeatures: ["float32-filterable"], requiredLimits: limits});
    return new Runner(setup, adapter, device);
  }

  constructor(setup, adapter, device) {
    this.setup = setup;
    this.adapter = adapter;
    this.device = device;
    // The viewport of the last cell of a row begins inside of the target, and is larger than the cell.
    this.side = setup.size + setup.triangle - setup.cell;
    this.colors = [];
    this.cubes = [];  // the views of the job's cube textures
    for (let i = 0; i < 4; ++i) this.colors.push(this.target("rgba32float"));
    this.depth = this.target("depth32float");
  }

  description() {
    const info = this.adapter.info;
    return [info.vendor, info.architecture, info.device, info.description].filter(part => part).join(" ");
  }

  target(format) {
    const usage = GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC;
    return this.device.createTexture({size: [this.side, this.side], format, usage});
  }

  buffer(data, usage) {
    const buffer = this.device.createBuffer({size: Math.max(data.byteLength, 16), usage: usage | GPUBufferUsage.COPY_DST});
    this.device.queue.writeBuffer(buffer, 0, data);
    return buffer;
  }

  async module(code, what) {
    const module = this.device.createShaderModule({code});
    const info = await module.getCompilationInfo();
    const errors = info.messages.filter(message => message.type === "error");
    if (errors.length > 0)
      throw new Error(what + " does not compile:\n" + errors.map(e => e.lineNum + ": " + e.message).join("\n"));
    return module;
  }

  // ------------------------------------------------------------------------------------------------------ resources

  texture(slot) {
    const {width, height, depth} = slot.levels[0];
    const texture = this.device.createTexture({
      size: [width, height, slot.kind === 0 ? 1 : depth],
      mipLevelCount: slot.levels.length,
      dimension: slot.kind === 2 ? "3d" : "2d",
      format: "rgba32float",
      usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST,
    });
    slot.levels.forEach((level, mipLevel) => {
      const texels = Float32Array.from(bytesOf(level.texels), byte => byte / 255);
      this.device.queue.writeTexture({texture, mipLevel}, texels,
                                     {bytesPerRow: level.width * texelBytes, rowsPerImage: level.height},
                                     [level.width, level.height, slot.kind === 0 ? 1 : level.depth]);
    });
    const view = texture.createView({dimension: ["2d", "cube", "3d"][slot.kind]});
    if (slot.kind === 1) this.cubes.push(view);
    return view;
  }

  // Draws with each cube first. SwiftShader adds borders to the faces of a cube, which it needs to filter across edges,
  // when a draw samples the cube, but not when a compute shader does.
  async drawWithCubes() {
    const code = `
      @group(0) @binding(0) var cube: texture_cube<f32>;
      @group(0) @binding(1) var cube_sampler: sampler;
      @vertex fn corner() -> @builtin(position) vec4f { return vec4f(); }
      @fragment fn fetch() -> @location(0) vec4f { return textureSampleLevel(cube, cube_sampler, vec3f(1), 0); }`;
    const module = await this.module(code, "the shader for cubes");
    const fragment = {module, targets: [{format: "rgba32float"}]};
    const pipeline = await this.device.createRenderPipelineAsync({layout: "auto", vertex: {module}, fragment});
    const sampler = this.device.createSampler({magFilter: "linear", minFilter: "linear"});
    const encoder = this.device.createCommandEncoder();
    const view = this.colors[0].createView();
    const pass = encoder.beginRenderPass({colorAttachments: [{view, loadOp: "clear", storeOp: "store"}]});
    pass.setPipeline(pipeline);
    for (const cube of this.cubes) {
      const entries = [{binding: 0, resource: cube}, {binding: 1, resource: sampler}];
      pass.setBindGroup(0, this.device.createBindGroup({layout: pipeline.getBindGroupLayout(0), entries}));
      pass.draw(3);
    }
    pass.end();
    this.device.queue.submit([encoder.finish()]);
  }

  // Creates a sampler from enumerations of OpenGL.
  sampler(slot) {
    const address = wrap => wrap === 0x2901 ? "repeat" : "clamp-to-edge";
    const min = slot.minFilter;
    const linear = [0x2601, 0x2701, 0x2703].includes(min);
    const mips = min >= 0x2700;
    return this.device.createSampler({
      addressModeU: address(slot.wrap[0]),
      addressModeV: address(slot.wrap[1]),
      addressModeW: address(slot.wrap[2]),
      minFilter: linear ? "linear" : "nearest",
      magFilter: slot.magFilter === 0x2601 ? "linear" : "nearest",
      mipmapFilter: min === 0x2702 || min === 0x2703 ? "linear" : "nearest",
      // A quarter still selects the first level, and distinguishes magnification from minification.
      lodMaxClamp: mips ? 32 : 0.25,
    });
  }

  // Creates the bind groups of each draw, with the resources of group 0 that the text declares.
  groups(pipeline, job) {
    const declares = binding => job.text.includes("@binding(" + binding + ")");
    const shared = [];
    for (const slot of job.textures) {
      if (!declares(slot.texture)) continue;
      shared.push({binding: slot.texture, resource: this.texture(slot)});
      shared.push({binding: slot.sampler, resource: this.sampler(slot)});
    }
    const {length, binding, data} = job.constants;
    const layout = pipeline.getBindGroupLayout(0);
    if (length === 0) {
      const group = this.device.createBindGroup({layout, entries: shared});
      return new Array(job.draws).fill(group);
    }
    const floats = floatsOf(data), stride = Math.ceil(length * 16 / 256) * 256;
    const spread = new Float32Array(stride / 4 * job.draws);
    for (let draw = 0; draw < job.draws; ++draw)
      spread.set(floats.subarray(draw * length * 4, (draw + 1) * length * 4), draw * stride / 4);
    const buffer = this.buffer(spread, GPUBufferUsage.UNIFORM);
    return job.cells.map((_, draw) => this.device.createBindGroup({
      layout,
      entries: [...shared, {binding, resource: {buffer, offset: draw * stride, size: length * 16}}],
    }));
  }

  async read(buffer) {
    await buffer.mapAsync(GPUMapMode.READ);
    const copy = new Float32Array(buffer.getMappedRange().slice(0));
    buffer.destroy();
    return copy;
  }

  // ----------------------------------------------------------------------------------------------------------- jobs

  targets(numbers) {
    const list = [];
    for (const number of numbers) {
      while (list.length < number) list.push(null);
      list.push({format: "rgba32float"});
    }
    return list;
  }

  depthState() {
    return {format: "depth32float", depthWriteEnabled: true, depthCompare: "always"};
  }

  vertexBuffers(locations) {
    if (locations.length === 0) return [];
    const attributes = locations.map((shaderLocation, i) => ({shaderLocation, offset: i * 16, format: "float32x4"}));
    return [{arrayStride: locations.length * 16, attributes}];
  }

  attachments(job) {
    const untouched = this.setup.untouched;
    const clearValue = [untouched, untouched, untouched, untouched];
    const colorAttachments = [];
    for (const number of job.colors) {
      while (colorAttachments.length < number) colorAttachments.push(null);
      colorAttachments.push({view: this.colors[number].createView(), clearValue, loadOp: "clear", storeOp: "store"});
    }
    const pass = {colorAttachments};
    if (job.depth)
      pass.depthStencilAttachment =
          {view: this.depth.createView(), depthClearValue: 1, depthLoadOp: "clear", depthStoreOp: "store"};
    return pass;
  }

  // Reads the rows of pixels that the draws have written, with `channels` floats for each pixel.
  async pixels(encoderCopies, job) {
    const images = [];
    for (const {buffer, bytesPerRow, channels} of encoderCopies) {
      const all = await this.read(buffer);
      const image = new Float32Array(this.setup.size * job.rows * 4);
      for (let y = 0; y < job.rows; ++y)
        for (let x = 0; x < this.setup.size; ++x)
          for (let c = 0; c < channels; ++c)
            image[(y * this.setup.size + x) * 4 + c] = all[y * bytesPerRow / 4 + x * channels + c];
      images.push(base64Of(image));
    }
    return images;
  }

  copyOut(encoder, texture, channels) {
    const bytesPerRow = Math.ceil(this.side * channels * 4 / 256) * 256;
    const buffer = this.device.createBuffer(
        {size: bytesPerRow * this.side, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ});
    encoder.copyTextureToBuffer({texture}, {buffer, bytesPerRow}, [this.side, this.side]);
    return {buffer, bytesPerRow, channels};
  }

  async runFragment(job) {
    const vertex = await this.module(job.vertex, "the vertex shader");
    const fragment = await this.module(job.text, "the fragment shader");
    const descriptor = {
      layout: "auto",
      vertex: {module: vertex, buffers: this.vertexBuffers(job.locations)},
      fragment: {module: fragment, targets: this.targets(job.colors)},
      primitive: {topology: "triangle-list"},
    };
    if (job.depth) descriptor.depthStencil = this.depthState();
    const pipeline = await this.device.createRenderPipelineAsync(descriptor);
    const groups = this.groups(pipeline, job);
    const vertices = this.buffer(floatsOf(job.vertices), GPUBufferUsage.VERTEX);
    const encoder = this.device.createCommandEncoder();
    const pass = encoder.beginRenderPass(this.attachments(job));
    pass.setPipeline(pipeline);
    pass.setVertexBuffer(0, vertices);
    job.cells.forEach(([x, y], draw) => {
      pass.setViewport(x, y, this.setup.triangle, this.setup.triangle, 0, 1);
      pass.setScissorRect(x, y, this.setup.cell, this.setup.cell);
      pass.setBindGroup(0, groups[draw]);
      pass.draw(3, 1, draw * 3);
    });
    pass.end();
    const colors = job.colors.map(number => this.copyOut(encoder, this.colors[number], 4));
    const depth = job.depth ? [this.copyOut(encoder, this.depth, 1)] : [];
    this.device.queue.submit([encoder.finish()]);
    return {colors: await this.pixels(colors, job), depth: job.depth ? (await this.pixels(depth, job))[0] : ""};
  }

  // Creates a pipeline of the module, with the other half of its pair if there is one.
  async link(job) {
    const descriptor = {
      layout: "auto",
      vertex: {
        module: await this.module(job.text, "the vertex shader"),
        buffers: this.vertexBuffers(job.attributes),
      },
      primitive: {topology: "point-list"},
    };
    if (job.partner !== "") {
      const module = await this.module(job.partner, "the fragment shader");
      descriptor.fragment = {module, targets: this.targets(job.partnerColors)};
      if (job.partnerDepth) descriptor.depthStencil = this.depthState();
    }
    if (job.partner === "" || (job.partnerColors.length === 0 && !job.partnerDepth))
      descriptor.depthStencil = this.depthState();
    await this.device.createRenderPipelineAsync(descriptor);
  }

  async runVertex(job) {
    await this.link(job);
    const compute = {module: await this.module(job.capture, "the capturing shader")};
    const pipeline = await this.device.createComputePipelineAsync({layout: "auto", compute});
    const groups = this.groups(pipeline, job);
    if (this.cubes.length > 0) await this.drawWithCubes();
    const inputs = this.buffer(floatsOf(job.vertices), GPUBufferUsage.STORAGE);
    const size = job.draws * job.captured * 16;
    const outputs = this.device.createBuffer({size, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC});
    const numbers = new Uint32Array(64 * job.draws);
    job.instances.forEach((instance, draw) => numbers.set([draw, instance], draw * 64));
    const draws = this.buffer(numbers, GPUBufferUsage.UNIFORM);
    const encoder = this.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    for (let draw = 0; draw < job.draws; ++draw) {
      pass.setBindGroup(0, groups[draw]);
      pass.setBindGroup(1, this.device.createBindGroup({
        layout: pipeline.getBindGroupLayout(1),
        entries: [
          {binding: 0, resource: {buffer: inputs}},
          {binding: 1, resource: {buffer: outputs}},
          {binding: 2, resource: {buffer: draws, offset: draw * 256, size: 16}},
        ],
      }));
      pass.dispatchWorkgroups(1);
    }
    pass.end();
    const copy = this.device.createBuffer({size, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ});
    encoder.copyBufferToBuffer(outputs, 0, copy, 0, size);
    this.device.queue.submit([encoder.finish()]);
    return {records: base64Of(await this.read(copy))};
  }

  async run(job) {
    this.device.pushErrorScope("validation");
    this.cubes = [];
    let result;
    try {
      result = await (job.stage === "fragment" ? this.runFragment(job) : this.runVertex(job));
    } catch (error) {
      result = {fault: String(error.message || error)};
    }
    const error = await this.device.popErrorScope();
    return error && !result.fault ? {fault: error.message} : result;
  }
}

async function answer(jobs) {
  const result = {device: "", depthBits: 0, fault: "", outcomes: []};
  try {
    const runner = await Runner.create(jobs.setup);
    result.device = runner.description();
    for (const job of jobs.jobs) result.outcomes.push(await runner.run(job));
  } catch (error) {
    result.fault = String(error.message || error);
  }
  return result;
}

const agalAnswer = answer(agalJobs);
