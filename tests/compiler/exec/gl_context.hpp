// A context of OpenGL or OpenGL ES without a display, and RAII types for the objects that shaders need.
#pragma once

#include <EGL/egl.h>
#include <GLES3/gl3.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agal::exec::gl {

enum class Api : std::uint8_t {
  OpenGL,               // the core profile
  OpenGLCompatibility,  // the compatibility profile, which compiles versions of GLSL before 1.40
  OpenGLES,
};

/// A context. The functions of libGLESv2 work for both APIs: they are dispatched to the current context, and all
/// functions used here have the same names in both.
class Context {
 public:
  struct Opened {
    std::unique_ptr<Context> context;
    std::string missing;
  };
  /// Opens a context on a software renderer.
  static Opened open(Api api, int major, int minor);
  /// Opens a context on the device that has this text in its name.
  static Opened open(const std::string& device, Api api, int major, int minor);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  Api api() const { return api_; }
  const std::string& device() const { return device_; }

  /// Makes the context current in this thread until the end of a scope.
  class Current {
   public:
    explicit Current(const Context& context);
    ~Current();
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;

    bool ok() const { return ok_; }

   private:
    EGLDisplay display_;
    bool ok_;
  };

 private:
  static Opened open(EGLDisplay display, Api api, int major, int minor);
  Context(Api api, EGLDisplay display, EGLContext context) : api_(api), display_(display), context_(context) {}

  Api api_;
  EGLDisplay display_;
  EGLContext context_;
  std::string device_;
};

/// Owns an object of GL, or none (0).
template <void (*destroy)(GLuint)>
class Object {
 public:
  Object() = default;
  explicit Object(GLuint id) : id_(id) {}
  Object(Object&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
  Object& operator=(Object&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Object() {
    if (id_ != 0) destroy(id_);
  }
  GLuint id() const { return id_; }

 private:
  GLuint id_ = 0;
};

void destroy_shader(GLuint id);
void destroy_program(GLuint id);
void destroy_buffer(GLuint id);
void destroy_texture(GLuint id);
void destroy_framebuffer(GLuint id);
void destroy_vertex_array(GLuint id);

using ProgramObject = Object<destroy_program>;
using BufferObject = Object<destroy_buffer>;
using TextureObject = Object<destroy_texture>;
using FramebufferObject = Object<destroy_framebuffer>;
using VertexArrayObject = Object<destroy_vertex_array>;

BufferObject make_buffer();
TextureObject make_texture();
FramebufferObject make_framebuffer();
VertexArrayObject make_vertex_array();

/// Properties that must be set before linking.
struct LinkOptions {
  std::vector<std::pair<GLuint, std::string>> attributes;  // names by location
  std::vector<std::string> captured;                       // outputs for transform feedback, in one buffer
};

struct Linked {
  ProgramObject program;
  std::string fault;  // the log of the compiler or linker after an error, otherwise ""
};
Linked link_program(std::string_view vertex, std::string_view fragment, const LinkOptions& options);

/// Returns the errors since the last call as text; "" if there were none.
std::string errors();

}  // namespace agal::exec::gl
