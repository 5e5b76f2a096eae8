#include "exec/gl_context.hpp"

#include <EGL/eglext.h>
#include <fmt/format.h>

#include <array>
#include <cstdlib>

#include "vulkan/drivers.hpp"

namespace agal::exec::gl {
namespace {

#ifndef EGL_PLATFORM_SURFACELESS_MESA
#define EGL_PLATFORM_SURFACELESS_MESA 0x31DD
#endif

template <class Function>
Function egl_function(const char* name) {
  return reinterpret_cast<Function>(eglGetProcAddress(name));
}

EGLDisplay display_of(EGLenum platform, void* native) {
  static const auto get_display = egl_function<PFNEGLGETPLATFORMDISPLAYPROC>("eglGetPlatformDisplay");
  if (!get_display) return EGL_NO_DISPLAY;
  const EGLDisplay display = get_display(platform, native, nullptr);
  if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr)) return EGL_NO_DISPLAY;
  return display;
}

EGLDisplay software_display() {
  vulkan::precise_software_rasterizer();
  ::setenv("LIBGL_ALWAYS_SOFTWARE", "1", 0);
  return display_of(EGL_PLATFORM_SURFACELESS_MESA, nullptr);
}

// Returns the displays of all devices.
std::vector<EGLDisplay> device_displays() {
  vulkan::precise_software_rasterizer();
  const auto query = egl_function<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
  std::array<EGLDeviceEXT, 16> devices{};
  EGLint count = 0;
  if (!query || !query(static_cast<EGLint>(devices.size()), devices.data(), &count)) return {};
  std::vector<EGLDisplay> displays;
  for (EGLint i = 0; i < count; ++i)
    if (const EGLDisplay display = display_of(EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(i)]);
        display != EGL_NO_DISPLAY)
      displays.push_back(display);
  return displays;
}

std::string string_of(GLenum name) {
  const GLubyte* const text = glGetString(name);
  return text ? reinterpret_cast<const char*>(text) : "";
}

using GetParameter = void (*)(GLuint, GLenum, GLint*);
using GetLog = void (*)(GLuint, GLsizei, GLsizei*, GLchar*);

std::string log_of(GLuint id, GetParameter parameter, GetLog get) {
  GLint length = 0;
  parameter(id, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(length), '\0');
  if (length > 0) get(id, length, &length, log.data());
  log.resize(static_cast<std::size_t>(length));
  return log;
}

using Shader = Object<destroy_shader>;

// Compiles a shader. After an error, `fault` is the log of the compiler.
Shader compile_shader(GLenum stage, std::string_view text, std::string& fault) {
  Shader shader(glCreateShader(stage));
  const GLchar* const source = text.data();
  const auto length = static_cast<GLint>(text.size());
  glShaderSource(shader.id(), 1, &source, &length);
  glCompileShader(shader.id());
  GLint done = 0;
  glGetShaderiv(shader.id(), GL_COMPILE_STATUS, &done);
  if (!done) {
    fault += fmt::format("the {} shader does not compile:\n{}", stage == GL_VERTEX_SHADER ? "vertex" : "fragment",
                         log_of(shader.id(), glGetShaderiv, glGetShaderInfoLog));
  }
  return shader;
}

template <class Generate>
GLuint generated(Generate generate) {
  GLuint id = 0;
  generate(1, &id);
  return id;
}

}  // namespace

void destroy_shader(GLuint id) { glDeleteShader(id); }
void destroy_program(GLuint id) { glDeleteProgram(id); }
void destroy_buffer(GLuint id) { glDeleteBuffers(1, &id); }
void destroy_texture(GLuint id) { glDeleteTextures(1, &id); }
void destroy_framebuffer(GLuint id) { glDeleteFramebuffers(1, &id); }
void destroy_vertex_array(GLuint id) { glDeleteVertexArrays(1, &id); }

BufferObject make_buffer() { return BufferObject(generated(glGenBuffers)); }
TextureObject make_texture() { return TextureObject(generated(glGenTextures)); }
FramebufferObject make_framebuffer() { return FramebufferObject(generated(glGenFramebuffers)); }
VertexArrayObject make_vertex_array() { return VertexArrayObject(generated(glGenVertexArrays)); }

Context::Opened Context::open(Api api, int major, int minor) {
  const EGLDisplay display = software_display();
  if (display == EGL_NO_DISPLAY)
    return {nullptr, "EGL has no display without a screen (EGL_MESA_platform_surfaceless)"};
  return open(display, api, major, minor);
}

Context::Opened Context::open(const std::string& device, Api api, int major, int minor) {
  std::string others;
  for (const EGLDisplay display : device_displays()) {
    Opened opened = open(display, api, major, minor);
    const std::string& name = opened.context ? opened.context->device() : opened.missing;
    if (opened.context && name.find(device) != std::string::npos) return opened;
    others += (others.empty() ? "" : "; ") + name;
  }
  return {nullptr, fmt::format("no device of EGL has \"{}\" in its name; there are: {}", device,
                               others.empty() ? "none" : others)};
}

Context::Opened Context::open(EGLDisplay display, Api api, int major, int minor) {
  const bool desktop = api != Api::OpenGLES;
  const std::string wanted = fmt::format("{} {}.{}", desktop ? "OpenGL" : "OpenGL ES", major, minor);
  if (!eglBindAPI(desktop ? EGL_OPENGL_API : EGL_OPENGL_ES_API)) return {nullptr, "EGL does not know " + wanted};
  const std::array<EGLint, 7> attributes{
      EGL_CONTEXT_MAJOR_VERSION,
      major,
      EGL_CONTEXT_MINOR_VERSION,
      minor,
      desktop ? EGL_CONTEXT_OPENGL_PROFILE_MASK : EGL_NONE,
      api == Api::OpenGL ? EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT : EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT,
      EGL_NONE};
  const EGLContext handle = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes.data());
  if (handle == EGL_NO_CONTEXT) return {nullptr, fmt::format("EGL has no {} (error {:#x})", wanted, eglGetError())};
  std::unique_ptr<Context> context(new Context(api, display, handle));
  const Current current(*context);
  if (!current.ok()) return {nullptr, fmt::format("a context of {} does not work without a surface", wanted)};
  context->device_ = fmt::format("{}, {}", string_of(GL_RENDERER), string_of(GL_VERSION));
  return {std::move(context), {}};
}

Context::~Context() { eglDestroyContext(display_, context_); }

Context::Current::Current(const Context& context)
    : display_(context.display_),
      ok_(eglBindAPI(context.api_ == Api::OpenGLES ? EGL_OPENGL_ES_API : EGL_OPENGL_API) != EGL_FALSE &&
          eglMakeCurrent(context.display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context.context_) != EGL_FALSE) {}

Context::Current::~Current() { eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT); }

Linked link_program(std::string_view vertex, std::string_view fragment, const LinkOptions& options) {
  Linked linked;
  const Shader vs = compile_shader(GL_VERTEX_SHADER, vertex, linked.fault);
  const Shader fs = compile_shader(GL_FRAGMENT_SHADER, fragment, linked.fault);
  if (!linked.fault.empty()) return linked;
  linked.program = ProgramObject(glCreateProgram());
  const GLuint id = linked.program.id();
  glAttachShader(id, vs.id());
  glAttachShader(id, fs.id());
  for (const auto& [location, name] : options.attributes) glBindAttribLocation(id, location, name.c_str());
  std::vector<const GLchar*> captured;
  for (const std::string& name : options.captured) captured.push_back(name.c_str());
  if (!captured.empty())
    glTransformFeedbackVaryings(id, static_cast<GLsizei>(captured.size()), captured.data(), GL_INTERLEAVED_ATTRIBS);
  glLinkProgram(id);
  GLint done = 0;
  glGetProgramiv(id, GL_LINK_STATUS, &done);
  if (!done) linked.fault = "the program does not link:\n" + log_of(id, glGetProgramiv, glGetProgramInfoLog);
  return linked;
}

std::string errors() {
  std::string text;
  // The number of errors is limited, because a lost context reports them endlessly.
  for (int i = 0; i < 8; ++i) {
    const GLenum error = glGetError();
    if (error == GL_NO_ERROR) break;
    text += fmt::format("{}GL error {:#06x}", text.empty() ? "" : ", ", error);
  }
  return text;
}

}  // namespace agal::exec::gl
