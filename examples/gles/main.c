/* Draws what a game uploads, with OpenGL ES 3.1 and the amalgamation of agalc (agal.cpp, agal.h) alone:
 *
 *     draw VERTEX FRAGMENT PICTURE.ppm
 *
 * VERTEX and FRAGMENT are files of bytecode or assembly. The scene is one rectangle with the vertex formats of Stage3D:
 * va0 is FLOAT_2, va1 is FLOAT_2 and va2 is BYTES_4. Each texture is a checkerboard. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl31.h>
#include <agal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { width = 64, height = 64, texture_size = 2, max_program = 1 << 17, max_registers = 256, max_log = 4096 };

static void fail(const char* what, const char* more) {
  fprintf(stderr, "draw: %s%s\n", what, more);
  exit(1);
}

/* ------------------------------------------------------------------------------------------------- the scene */

/* The formats of Context3DVertexBufferFormat in OpenGL. Both APIs set missing y, z and w to 0, 0 and 1. */
typedef enum vertex_format { FLOAT_1, FLOAT_2, FLOAT_3, FLOAT_4, BYTES_4 } vertex_format;
static const struct gl_format {
  GLint size;
  GLenum type;
  GLboolean normalized;
} gl_formats[] = {{1, GL_FLOAT, GL_FALSE},
                  {2, GL_FLOAT, GL_FALSE},
                  {3, GL_FLOAT, GL_FALSE},
                  {4, GL_FLOAT, GL_FALSE},
                  {4, GL_UNSIGNED_BYTE, GL_TRUE}};

typedef struct vertex {
  float position[2], uv[2];
  unsigned char color[4];
} vertex;

/* The arguments of Context3D.setVertexBufferAt, by register. */
typedef struct stream {
  vertex_format format;
  size_t offset;
} stream;

static const vertex vertices[] = {{{-1, -1}, {0, 1}, {255, 255, 255, 255}},
                                  {{1, -1}, {1, 1}, {255, 255, 255, 255}},
                                  {{-1, 1}, {0, 0}, {255, 0, 0, 255}},
                                  {{1, 1}, {1, 0}, {255, 0, 0, 255}}};
static const stream streams[] = {
    {FLOAT_2, offsetof(vertex, position)}, {FLOAT_2, offsetof(vertex, uv)}, {BYTES_4, offsetof(vertex, color)}};
enum { stream_count = sizeof streams / sizeof *streams };

static const unsigned char texels[4 * texture_size * texture_size] = {255, 255, 255, 255, 0,   0,   0,   255,
                                                                      0,   0,   0,   255, 255, 255, 255, 255};

/* The constants of Context3D.setProgramConstantsFromVector: a unit matrix in the first four registers, and one half
 * in all others. */
static float constants[2][4 * max_registers];

static void set_constants(void) {
  int stage, i;
  for (stage = 0; stage < 2; ++stage)
    for (i = 0; i < 4 * max_registers; ++i) constants[stage][i] = i < 16 ? (float)(i % 5 == 0) : 0.5f;
}

/* ------------------------------------------------------------------------------------------------- the program */

static char* read_file(const char* path, size_t* size) {
  char* const bytes = malloc(max_program);
  FILE* const file = fopen(path, "rb");
  if (bytes == NULL || file == NULL) fail("cannot read ", path);
  *size = fread(bytes, 1, max_program, file);
  fclose(file);
  return bytes;
}

/* Compiles a pair to GLSL ES 3.10, with the interface of each shader. */
static agal_result* translate(const char* vertex_path, const char* fragment_path) {
  size_t sizes[2];
  char* const first = read_file(vertex_path, &sizes[0]);
  char* const second = read_file(fragment_path, &sizes[1]);
  agal_options* const options = agal_options_create();
  agal_result* result;
  if (options == NULL || agal_options_set(options, "host", "gles31") != AGAL_OK ||
      agal_options_set(options, "bindings-only", "true") != AGAL_OK)
    fail("an option is not accepted: ", agal_options_message(options));
  agal_options_set(options, "vertex-name", vertex_path);
  agal_options_set(options, "fragment-name", fragment_path);
  result = agal_link(first, sizes[0], second, sizes[1], options);
  if (agal_result_status(result) != AGAL_OK) fail("", agal_result_get(result, "messages", NULL));
  agal_options_release(options);
  free(first);
  free(second);
  return result;
}

static void add_shader(GLuint program, GLenum kind, const char* text) {
  const GLuint shader = glCreateShader(kind);
  char log[max_log] = "";
  GLint done = 0;
  glShaderSource(shader, 1, &text, NULL);
  glCompileShader(shader);
  glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
  glGetShaderInfoLog(shader, max_log, NULL, log);
  if (!done) fail("a shader does not compile:\n", log);
  glAttachShader(program, shader);
  glDeleteShader(shader);
}

static GLuint make_program(const agal_result* result) {
  const GLuint program = glCreateProgram();
  char log[max_log] = "";
  GLint done = 0;
  add_shader(program, GL_VERTEX_SHADER, agal_result_get(result, "vertex", NULL));
  add_shader(program, GL_FRAGMENT_SHADER, agal_result_get(result, "fragment", NULL));
  glLinkProgram(program);
  glGetProgramiv(program, GL_LINK_STATUS, &done);
  glGetProgramInfoLog(program, max_log, NULL, log);
  if (!done) fail("the program does not link:\n", log);
  return program;
}

/* ------------------------------------------------------------------------------------------------- bindings */

static void bind_constants(const agal_constants* of, const float* values) {
  GLuint buffer;
  if (of->count == 0) return;
  if (of->count > max_registers) fail("the program has too many constants", "");
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_UNIFORM_BUFFER, buffer);
  glBufferData(GL_UNIFORM_BUFFER, (GLsizeiptr)(of->count * of->stride), values, GL_STATIC_DRAW);
  glBindBufferBase(GL_UNIFORM_BUFFER, of->slots.binding, buffer);
}

static GLint wrap_of(uint32_t wrap, int is_u) {
  const int clamps =
      wrap == AGAL_WRAP_CLAMP || wrap == (uint32_t)(is_u ? AGAL_WRAP_CLAMP_U_REPEAT_V : AGAL_WRAP_REPEAT_U_CLAMP_V);
  return clamps ? GL_CLAMP_TO_EDGE : GL_REPEAT;
}

/* Binds the textures with the sampler state of the program, which Context3D.setSamplerStateAt could replace. Mipmaps
 * are left out. */
static void bind_textures(const agal_interface* of) {
  size_t i;
  for (i = 0; i < of->sampler_count; ++i) {
    const agal_sampler* const sampler = &of->samplers[i];
    const agal_sampler_state* const state = &sampler->states[0];
    const GLint filter = state->filter == AGAL_FILTER_NEAREST ? GL_NEAREST : GL_LINEAR;
    GLuint texture;
    if (!sampler->active) continue;
    if (sampler->kind != AGAL_TEXTURE_2D) fail("only 2D textures are drawn: ", sampler->name);
    glGenTextures(1, &texture);
    glActiveTexture(GL_TEXTURE0 + sampler->slots.binding);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, texture_size, texture_size, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap_of(state->wrap, 1));
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap_of(state->wrap, 0));
  }
}

static void bind_vertices(const agal_interface* of) {
  GLuint array, buffer;
  size_t i;
  glGenVertexArrays(1, &array);
  glBindVertexArray(array);
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, sizeof vertices, vertices, GL_STATIC_DRAW);
  for (i = 0; i < of->attribute_count; ++i) {
    const GLuint location = of->attributes[i].location;
    const struct gl_format* format;
    if (location >= stream_count) fail("the scene does not have ", of->attributes[i].name);
    format = &gl_formats[streams[location].format];
    glEnableVertexAttribArray(location);
    glVertexAttribPointer(location, format->size, format->type, format->normalized, sizeof(vertex),
                          (const char*)NULL + streams[location].offset);
  }
}

/* ------------------------------------------------------------------------------------------------- the picture */

static void open_context(void) {
  const PFNEGLGETPLATFORMDISPLAYEXTPROC get =
      (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
  const EGLint config_wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_SURFACE_TYPE, EGL_DONT_CARE, EGL_NONE};
  const EGLint context_wanted[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 1, EGL_NONE};
  const EGLDisplay display =
      get == NULL ? EGL_NO_DISPLAY : get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
  EGLConfig config;
  EGLContext context;
  EGLint count = 0;
  if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL)) fail("EGL has no display without a screen", "");
  if (!eglChooseConfig(display, config_wanted, &config, 1, &count) || count == 0) fail("EGL has no OpenGL ES 3", "");
  eglBindAPI(EGL_OPENGL_ES_API);
  context = eglCreateContext(display, config, EGL_NO_CONTEXT, context_wanted);
  if (context == EGL_NO_CONTEXT || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
    fail("EGL has no OpenGL ES 3.1", "");
}

static void make_framebuffer(void) {
  GLuint framebuffer, picture;
  glGenRenderbuffers(1, &picture);
  glBindRenderbuffer(GL_RENDERBUFFER, picture);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, picture);
  glViewport(0, 0, width, height);
  glClearColor(0, 0, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT);
}

/* Writes the picture. OpenGL's first row is the lowest. */
static void write_picture(const char* path) {
  static unsigned char pixels[height][width][4];
  FILE* const file = fopen(path, "wb");
  int x, y;
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  if (file == NULL) fail("cannot write ", path);
  fprintf(file, "P6\n%d %d\n255\n", width, height);
  for (y = height - 1; y >= 0; --y)
    for (x = 0; x < width; ++x) fwrite(pixels[y][x], 1, 3, file);
  if (fclose(file) != 0) fail("cannot write ", path);
}

int main(int argc, char** argv) {
  agal_result* result;
  const agal_interface *first, *second;
  if (argc != 4) fail("the arguments are VERTEX FRAGMENT PICTURE.ppm", "");
  set_constants();
  open_context();
  make_framebuffer();
  result = translate(argv[1], argv[2]);
  first = agal_result_interface(result, AGAL_STAGE_VERTEX);
  second = agal_result_interface(result, AGAL_STAGE_FRAGMENT);
  glUseProgram(make_program(result));
  bind_constants(&first->constants, constants[0]);
  bind_constants(&second->constants, constants[1]);
  bind_textures(first);
  bind_textures(second);
  bind_vertices(first);
  agal_result_release(result);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, sizeof vertices / sizeof *vertices);
  write_picture(argv[3]);
  if (glGetError() != GL_NO_ERROR) fail("OpenGL reports an error", "");
  return 0;
}
