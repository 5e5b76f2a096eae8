// The backends of OpenGL and OpenGL ES.
//
// Limitations: interpolated varyings lose the sign of zero, are flushed to zero below 2^-126, and become NaN if they
// are infinite. Depths are clamped to 0 .. 1. Constants, attributes and outputs of vertex programs are preserved.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "exec/backend.hpp"
#include "exec/gl_context.hpp"
#include "exec/gl_job.hpp"

namespace agal::exec {
namespace {

using namespace gl;

constexpr GLenum cube_map_seamless = 0x884f;  // defined by desktop OpenGL, so the headers of ES lack it

// The vertex shader of a pass over a whole target, which draws one triangle.
constexpr std::string_view whole_target =
    "void main() {\n  vec2 p = vec2(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1);\n"
    "  gl_Position = vec4(p, 0.0, 1.0);\n}\n";
constexpr std::string_view depth_as_color =
    "uniform sampler2D agal_depth;\nout vec4 agal_color;\n"
    "void main() { agal_color = texelFetch(agal_depth, ivec2(gl_FragCoord.xy), 0); }\n";

// Sets parameters that make a texture with only one level complete.
void single_level(GLenum target) {
  glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

std::vector<float> read_target(std::size_t draws) {
  std::vector<float> pixels(std::size_t{surface_size} * rows_of(draws) * 4);
  glReadPixels(0, 0, static_cast<GLsizei>(surface_size), static_cast<GLsizei>(rows_of(draws)), GL_RGBA, GL_FLOAT,
               pixels.data());
  return pixels;
}

// The render target of fragment jobs: a color for every output of AGAL, and depth.
class Targets {
 public:
  std::string create(Api api) {
    framebuffer_ = make_framebuffer();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    for (std::size_t i = 0; i < colors_.size(); ++i) {
      colors_[i] = texture(GL_RGBA32F, GL_RGBA);
      glFramebufferTexture2D(GL_FRAMEBUFFER, static_cast<GLenum>(GL_COLOR_ATTACHMENT0 + i), GL_TEXTURE_2D,
                             colors_[i].id(), 0);
    }
    depth_ = texture(GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth_.id(), 0);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) return "no rendering to floats";
    copy_ = texture(GL_RGBA32F, GL_RGBA);
    copy_framebuffer_ = make_framebuffer();
    glBindFramebuffer(GL_FRAMEBUFFER, copy_framebuffer_.id());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, copy_.id(), 0);
    const std::string_view header = api != Api::OpenGLES
                                        ? "#version 330\n"
                                        : "#version 300 es\nprecision highp float;\nprecision highp sampler2D;\n";
    Linked linked =
        link_program(fmt::format("{}{}", header, whole_target), fmt::format("{}{}", header, depth_as_color), {});
    depth_pass_ = std::move(linked.program);
    return linked.fault.empty() ? errors() : linked.fault;
  }

  // Binds and clears the targets of these registers.
  void begin(const Interface& interface) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    std::vector<GLenum> buffers;
    for (const std::uint32_t number : interface.colors) {
      buffers.resize(number, GL_NONE);
      buffers.push_back(GL_COLOR_ATTACHMENT0 + number);
    }
    glDrawBuffers(static_cast<GLsizei>(buffers.size()), buffers.data());
    glDisable(GL_SCISSOR_TEST);
    constexpr Float4 clear{untouched, untouched, untouched, untouched};
    for (const std::uint32_t number : interface.colors)
      glClearBufferfv(GL_COLOR, static_cast<GLint>(number), clear.data());
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_ALWAYS);
    if (!interface.depth) return;
    constexpr float far_away = 1;
    glClearBufferfv(GL_DEPTH, 0, &far_away);
    glEnable(GL_DEPTH_TEST);
  }

  Outcome end(const Job& job) {
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_DEPTH_TEST);
    std::vector<std::vector<float>> colors;
    for (const std::uint32_t number : job.interface.colors) {
      glReadBuffer(GL_COLOR_ATTACHMENT0 + number);
      colors.push_back(read_target(job.draws.size()));
    }
    return outcome_of_images(job, colors, job.interface.depth ? read_depth(job.draws.size()) : std::vector<float>{});
  }

 private:
  static TextureObject texture(GLenum internal_format, GLenum format) {
    TextureObject made = make_texture();
    glBindTexture(GL_TEXTURE_2D, made.id());
    single_level(GL_TEXTURE_2D);
    glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(internal_format), static_cast<GLsizei>(surface_size),
                 static_cast<GLsizei>(surface_size), 0, format, GL_FLOAT, nullptr);
    return made;
  }

  // Draws depths as colors and reads them, because ES cannot read depths.
  std::vector<float> read_depth(std::size_t draws) {
    glBindFramebuffer(GL_FRAMEBUFFER, copy_framebuffer_.id());
    glViewport(0, 0, static_cast<GLsizei>(surface_size), static_cast<GLsizei>(surface_size));
    glUseProgram(depth_pass_.id());
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, depth_.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    return read_target(draws);
  }

  std::array<TextureObject, 4> colors_;
  TextureObject depth_, copy_;
  FramebufferObject framebuffer_, copy_framebuffer_;
  ProgramObject depth_pass_;
};

// The constant registers of one shader of a program: its uniform block, or its plain array.
class Constants {
 public:
  Constants(GLuint program, const Job& job, bool explicit_bindings)
      : length_(constants_of(declarations_of(job).text)),
        binding_(default_constants_binding(job.stage)),
        data_(constant_data(job, length_)) {
    const bool fragment = job.stage == Stage::Fragment;
    const GLuint block = glGetUniformBlockIndex(program, fragment ? "FragmentConstants" : "VertexConstants");
    if (block == GL_INVALID_INDEX) {
      location_ = glGetUniformLocation(program, fragment ? "fc[0]" : "vc[0]");
      return;
    }
    if (!explicit_bindings) glUniformBlockBinding(program, block, binding_);
    upload();
  }

  void use(std::size_t draw) const {
    if (location_ >= 0) glUniform4fv(location_, static_cast<GLsizei>(length_), data_.data() + draw * length_ * 4);
    if (buffer_.id() != 0)
      glBindBufferRange(GL_UNIFORM_BUFFER, binding_, buffer_.id(), static_cast<GLintptr>(draw * stride_),
                        static_cast<GLsizeiptr>(length_ * sizeof(Float4)));
  }

 private:
  // Uploads the registers of all draws to one buffer, each at an aligned offset.
  void upload() {
    GLint alignment = 0;
    glGetIntegerv(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, &alignment);
    const std::size_t bytes = std::size_t{length_} * sizeof(Float4),
                      step = static_cast<std::size_t>(std::max(alignment, 1));
    stride_ = (bytes + step - 1) / step * step;
    const std::size_t draws = bytes == 0 ? 0 : data_.size() * sizeof(float) / bytes;
    buffer_ = make_buffer();
    glBindBuffer(GL_UNIFORM_BUFFER, buffer_.id());
    glBufferData(GL_UNIFORM_BUFFER, static_cast<GLsizeiptr>(stride_ * draws), nullptr, GL_STREAM_DRAW);
    for (std::size_t draw = 0; draw < draws; ++draw)
      glBufferSubData(GL_UNIFORM_BUFFER, static_cast<GLintptr>(draw * stride_), static_cast<GLsizeiptr>(bytes),
                      data_.data() + draw * length_ * 4);
  }

  std::uint32_t length_;
  GLuint binding_;
  std::vector<float> data_;
  GLint location_ = -1;
  BufferObject buffer_;
  std::size_t stride_ = 0;
};

GLenum target_of(agal::Texture::Kind kind) {
  switch (kind) {
    case agal::Texture::Kind::Plane: return GL_TEXTURE_2D;
    case agal::Texture::Kind::Cube: return GL_TEXTURE_CUBE_MAP;
    case agal::Texture::Kind::Volume: return GL_TEXTURE_3D;
  }
  return GL_TEXTURE_2D;
}

void upload_level(GLenum target, GLint number, const agal::Texture::Level& level) {
  const std::vector<std::uint8_t> bytes = bytes_of(level);
  const auto width = static_cast<GLsizei>(level.width), height = static_cast<GLsizei>(level.height);
  if (target == GL_TEXTURE_3D) {
    glTexImage3D(target, number, GL_RGBA8, width, height, static_cast<GLsizei>(level.depth), 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, bytes.data());
    return;
  }
  const bool cube = target == GL_TEXTURE_CUBE_MAP;
  for (std::uint32_t face = 0; face < (cube ? 6u : 1u); ++face)
    glTexImage2D(cube ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + face : target, number, GL_RGBA8, width, height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, bytes.data() + std::size_t{face} * level.width * level.height * 4);
}

TextureObject upload(const TextureSlot& slot, Stage stage) {
  const GLenum target = target_of(slot.texture.kind);
  TextureObject made = make_texture();
  glActiveTexture(GL_TEXTURE0 + default_sampler_binding(stage, slot.sampler));
  glBindTexture(target, made.id());
  for (std::size_t i = 0; i < slot.texture.levels.size(); ++i)
    upload_level(target, static_cast<GLint>(i), slot.texture.levels[i]);
  const SamplerParameters p = parameters_of(slot);
  glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, static_cast<GLint>(slot.texture.levels.size()) - 1);
  glTexParameteri(target, GL_TEXTURE_MIN_FILTER, static_cast<GLint>(p.min_filter));
  glTexParameteri(target, GL_TEXTURE_MAG_FILTER, static_cast<GLint>(p.mag_filter));
  glTexParameteri(target, GL_TEXTURE_WRAP_S, static_cast<GLint>(p.wrap_s));
  glTexParameteri(target, GL_TEXTURE_WRAP_T, static_cast<GLint>(p.wrap_t));
  glTexParameteri(target, GL_TEXTURE_WRAP_R, static_cast<GLint>(p.wrap_r));
  return made;
}

// Creates a buffer with the data of vec4 attributes.
BufferObject vertex_buffer(const std::vector<float>& data) {
  BufferObject buffer = make_buffer();
  glBindBuffer(GL_ARRAY_BUFFER, buffer.id());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(data.size() * sizeof(float)), data.data(), GL_STREAM_DRAW);
  return buffer;
}

// Sets an attribute to the vec4 with this index among the `per_vertex` vec4s of each vertex.
void attribute(GLuint location, std::size_t index, std::size_t per_vertex) {
  glEnableVertexAttribArray(location);
  glVertexAttribPointer(location, 4, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(per_vertex * sizeof(Float4)),
                        reinterpret_cast<const void*>(index * sizeof(Float4)));
}

struct Kind {
  std::string_view name;
  agal::Target target;
  Api api;
  int major, minor;
};

class GlBackend final : public Backend {
 public:
  GlBackend(const Kind& kind, std::unique_ptr<Context> context) : kind_(kind), context_(std::move(context)) {}
  ~GlBackend() override {
    // The objects must be deleted while their context is current.
    const Context::Current current(*context_);
    targets_ = {};
  }

  std::string prepare() {
    const Context::Current current(*context_);
    if (!current.ok()) return "the context cannot be made current";
    if (kind_.api != Api::OpenGLES) glEnable(cube_map_seamless);
    glDisable(GL_DITHER);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    return targets_.create(kind_.api);
  }

  std::string_view name() const override { return kind_.name; }
  agal::Target target() const override { return kind_.target; }
  std::string device() const override { return context_->device(); }

  std::string cannot(const Job& job) const override {
    const bool volume = std::any_of(job.textures.begin(), job.textures.end(), [](const TextureSlot& slot) {
      return slot.texture.kind == agal::Texture::Kind::Volume;
    });
    const bool lacks = volume && !agal::has(kind_.target, agal::TargetFeature::VolumeTextures);
    return lacks ? std::string(info(kind_.target).name) + " has no volume textures" : "";
  }

  std::vector<Outcome> run(std::span<const Job> jobs) override {
    std::vector<Outcome> outcomes;
    const Context::Current current(*context_);
    for (const Job& job : jobs) {
      std::string fault = current.ok() ? defect_of(job) : "the context cannot be made current";
      if (fault.empty()) fault = cannot(job);
      Outcome outcome;
      if (fault.empty()) outcome = job.stage == Stage::Vertex ? run_vertex(job) : run_fragment(job);
      if (current.ok() && fault.empty() && outcome.fault.empty()) fault = errors();
      if (!fault.empty()) outcome = {fault, {}, {}};
      outcomes.push_back(std::move(outcome));
    }
    return outcomes;
  }

 private:
  bool explicit_bindings() const { return agal::has(kind_.target, agal::TargetFeature::ExplicitLayout); }

  // Binds the inputs that are the same for all draws of a job.
  std::vector<TextureObject> bind_inputs(GLuint program, const Job& job) const {
    glUseProgram(program);
    if (!explicit_bindings())
      for (const SamplerName& sampler : all_samplers())
        if (const GLint location = glGetUniformLocation(program, sampler.name.c_str()); location >= 0)
          glUniform1i(location, static_cast<GLint>(sampler.unit));
    std::vector<TextureObject> textures;
    for (const TextureSlot& slot : job.textures) textures.push_back(upload(slot, job.stage));
    return textures;
  }

  Outcome run_fragment(const Job& job) {
    const std::vector<Varying> varyings = varyings_of(declarations_of(job).text);
    LinkOptions options;
    options.attributes.emplace_back(0u, corner_position);
    for (std::size_t i = 0; i < varyings.size(); ++i)
      options.attributes.emplace_back(static_cast<GLuint>(i + 1), corner_attribute(varyings[i].number));
    Linked linked = link_program(pass_through(declarations_of(job).text), job.shader.text, options);
    if (!linked.fault.empty()) return {linked.fault, {}, {}};

    const GLuint program = linked.program.id();
    const std::vector<TextureObject> textures = bind_inputs(program, job);
    const VertexArrayObject array = make_vertex_array();
    glBindVertexArray(array.id());
    const BufferObject corners = vertex_buffer(corner_data(job, varyings));
    for (std::size_t i = 0; i <= varyings.size(); ++i) attribute(static_cast<GLuint>(i), i, varyings.size() + 1);
    const Constants constants(program, job, explicit_bindings());
    targets_.begin(job.interface);
    glEnable(GL_SCISSOR_TEST);
    for (std::size_t draw = 0; draw < job.draws.size(); ++draw) {
      const auto x = static_cast<GLint>(cell_of(draw).x), y = static_cast<GLint>(cell_of(draw).y);
      glViewport(x, y, static_cast<GLsizei>(triangle_size), static_cast<GLsizei>(triangle_size));
      glScissor(x, y, static_cast<GLsizei>(cell_size), static_cast<GLsizei>(cell_size));
      constants.use(draw);
      glDrawArrays(GL_TRIANGLES, static_cast<GLint>(draw * 3), 3);
    }
    return targets_.end(job);
  }

  Outcome run_vertex(const Job& job) {
    LinkOptions options;
    options.captured = captured(job, "gl_Position");
    for (const std::uint32_t number : job.interface.attributes)
      options.attributes.emplace_back(number, fmt::format("va{}", number));
    // The pair has to link, because drivers compile both shaders, but only the vertex shader runs.
    if (!job.partner.text.empty())
      if (Linked pair = link_program(job.shader.text, job.partner.text, options); !pair.fault.empty())
        return {std::move(pair.fault), {}, {}};
    Linked linked = link_program(job.shader.text, empty_fragment(job.shader.text), options);
    if (!linked.fault.empty()) return {std::move(linked.fault), {}, {}};

    const GLuint program = linked.program.id();
    const std::vector<TextureObject> textures = bind_inputs(program, job);
    const VertexArrayObject array = make_vertex_array();
    glBindVertexArray(array.id());
    const BufferObject attributes = vertex_buffer(attribute_data(job));
    const std::vector<std::uint32_t>& numbers = job.interface.attributes;
    for (std::size_t i = 0; i < numbers.size(); ++i) attribute(numbers[i], i, numbers.size());
    const Constants constants(program, job, explicit_bindings());
    return capture(job, constants, options.captured.size());
  }

  // Draws a point for each draw, and captures the outputs of its last instance.
  static Outcome capture(const Job& job, const Constants& constants, std::size_t registers) {
    const bool instanced = counts_instances(declarations_of(job).text);
    std::vector<std::size_t> last;  // the indices of the captured points that are used
    std::size_t points = 0;
    for (const Draw& draw : job.draws) {
      points += instanced ? draw.instance + 1 : 1;
      last.push_back(points - 1);
    }
    const auto bytes = static_cast<GLsizeiptr>(points * registers * sizeof(Float4));
    const BufferObject buffer = make_buffer();
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer.id());
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, bytes, nullptr, GL_STREAM_READ);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    for (std::size_t i = 0; i < job.draws.size(); ++i) {
      constants.use(i);
      glDrawArraysInstanced(GL_POINTS, static_cast<GLint>(i), 1,
                            instanced ? static_cast<GLsizei>(job.draws[i].instance + 1) : 1);
    }
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    const auto* const data =
        static_cast<const float*>(glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, bytes, GL_MAP_READ_BIT));
    if (!data) return {"what was captured cannot be read: " + errors(), {}, {}};
    std::vector<float> records;
    for (const std::size_t point : last)
      records.insert(records.end(), data + point * registers * 4, data + (point + 1) * registers * 4);
    glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
    return vertex_outcome(job, records);
  }

  Kind kind_;
  std::unique_ptr<Context> context_;
  Targets targets_;
};

Opened open_gl(const Kind& kind) {
  const std::string device = chosen_device();
  Context::Opened opened = device.empty() ? Context::open(kind.api, kind.major, kind.minor)
                                          : Context::open(device, kind.api, kind.major, kind.minor);
  if (!opened.context) return {nullptr, std::move(opened.missing)};
  auto backend = std::make_unique<GlBackend>(kind, std::move(opened.context));
  std::string missing = backend->prepare();
  if (!missing.empty()) return {nullptr, std::move(missing)};
  return {std::move(backend), {}};
}

}  // namespace

Opened open_gl_glsl120() { return open_gl({"gl-glsl120", Target::Glsl120, gl::Api::OpenGLCompatibility, 3, 0}); }
Opened open_gl_glsl330() { return open_gl({"gl-glsl330", Target::Glsl330, gl::Api::OpenGL, 3, 3}); }
Opened open_gl_glsl450() { return open_gl({"gl-glsl450", Target::Glsl450, gl::Api::OpenGL, 4, 5}); }
Opened open_gles_essl100() { return open_gl({"gles-essl100", Target::Essl100, gl::Api::OpenGLES, 3, 0}); }
Opened open_gles_essl300() { return open_gl({"gles-essl300", Target::Essl300, gl::Api::OpenGLES, 3, 0}); }
Opened open_gles_essl310() { return open_gl({"gles-essl310", Target::Essl310, gl::Api::OpenGLES, 3, 1}); }

}  // namespace agal::exec
