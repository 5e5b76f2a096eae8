/* The C interface of agalc, which bindings for other languages use. C99.
 *
 * There are three kinds of objects, all of them opaque: options, the inputs of the interpreter, and results. Each is
 * created by the library and released by the caller. A function of the first group below takes a program, or a file, as
 * bytes, and returns a result, which owns all data that can be read from it.
 *
 *     agal_options* options = agal_options_create();
 *     agal_options_set(options, "target", "wgsl");
 *     agal_result* result = agal_compile(bytes, size, options);
 *     if (agal_result_status(result) == AGAL_OK) puts(agal_result_get(result, "fragment", NULL));
 *     else fputs(agal_result_get(result, "messages", NULL), stderr);
 *     agal_result_release(result);
 *     agal_options_release(options);
 *
 * A program is bytecode (its first byte is 0xa0) or assembly text. Sizes are in bytes. All text is UTF-8.
 *
 * Threads: the functions may be called from any thread. Several threads may use one object at the same time as long as
 * none of them changes or releases it.
 *
 * Errors: no function ends the process. A null pointer where an object is needed is AGAL_BAD_ARGUMENT. As with free(),
 * the behavior is undefined if an object is used or released again after it was released, or if a pointer is not an
 * object of the kind. Where memory runs out, functions return AGAL_OUT_OF_MEMORY, except that two libraries may end the
 * process (docs/c-api.md).
 *
 * Growth: functions, options, parts of results and values of agal_status may be added; agal_abi_version then stays. */
#ifndef AGAL_AGAL_H
#define AGAL_AGAL_H

#include <stddef.h>
#include <stdint.h>

/* Marks the functions that a shared library exports. On Windows, AGAL_SHARED says that it is a DLL. */
#if defined(_WIN32) && defined(AGAL_SHARED)
#  ifdef AGAL_BUILDING
#    define AGAL_API __declspec(dllexport)
#  else
#    define AGAL_API __declspec(dllimport)
#  endif
#elif defined(__GNUC__)
#  define AGAL_API __attribute__((visibility("default")))
#else
#  define AGAL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The value of agal_abi_version for this header. */
#define AGAL_ABI_VERSION 1

/* Options of the functions, by name and value. */
typedef struct agal_options agal_options;
/* Inputs of the interpreter. */
typedef struct agal_inputs agal_inputs;
/* The outcome of an operation: a status, messages, and parts. */
typedef struct agal_result agal_result;

/* How an operation ended. */
typedef enum agal_status {
  AGAL_OK = 0,            /* there may be warnings */
  AGAL_REJECTED = 1,      /* the program, the file or a word is not accepted: the diagnostics say why */
  AGAL_BAD_ARGUMENT = 2,  /* a null pointer, an unknown option */
  AGAL_OUT_OF_MEMORY = 3, /* memory ran out */
  AGAL_INTERNAL_ERROR = 4 /* a bug in agalc: please report it */
} agal_status;

/* ---------------------------------------------------------------------------------------------------- the library */

/* Changes only if a program that was compiled with an older header has to be compiled again. */
AGAL_API uint32_t agal_abi_version(void);

/* "agalc 0.1.0". Valid as long as the process runs. */
AGAL_API const char* agal_version(void);

/* Allocates `size` bytes, for hosts that cannot write into the memory of the library otherwise, such as hosts of
 * WebAssembly. NULL: out of memory. */
AGAL_API void* agal_allocate(size_t size);

/* Frees the memory of agal_allocate. Accepts NULL. */
AGAL_API void agal_free(void* memory);

/* ------------------------------------------------------------------------------------------------------- options */

/* All options with their defaults. NULL: out of memory. */
AGAL_API agal_options* agal_options_create(void);

/* The same options as an object of its own. NULL: out of memory, or `options` is not an object. */
AGAL_API agal_options* agal_options_copy(const agal_options* options);

/* Sets an option by name, for example "clip-z" to "zero-to-one"; agal_list("options") gives all of them. In addition,
 * "name" is what messages call the program; "vertex-name" and "fragment-name" are for the programs of a pair;
 * "steps" gives agal_compile a part of that name. Both texts end with a zero byte. On AGAL_BAD_ARGUMENT nothing has
 * changed, and agal_options_message says what is wrong. */
AGAL_API agal_status agal_options_set(agal_options* options, const char* name, const char* value);

/* The error message of the last call of agal_options_set for these options; "" if it succeeded. Valid until the next
 * call that changes them. */
AGAL_API const char* agal_options_message(const agal_options* options);

/* Accepts NULL. */
AGAL_API void agal_options_release(agal_options* options);

/* -------------------------------------------------------------------------------------------------- the operations
 *
 * `options` may be NULL, which means the defaults. A result is never NULL: if memory for one cannot be allocated, it is
 * a fixed one with the status AGAL_OUT_OF_MEMORY. Each result has the part "diagnostics" (JSON lines, docs/diagnostics.md) and the part "messages" (the
 * same as text); the others are named below, and exist if the status is AGAL_OK. */

/* Text to bytecode. Part: "bytecode". */
AGAL_API agal_result* agal_assemble(const char* text, size_t size, const agal_options* options);

/* A program as canonical assembly. Part: "assembly". */
AGAL_API agal_result* agal_disassemble(const void* program, size_t size, const agal_options* options);

/* Checks the player's rules, and the lints that the option "lint" names. It does not have further parts. */
AGAL_API agal_result* agal_validate(const void* program, size_t size, const agal_options* options);

/* A program in the language that the option "target" names. Parts: "vertex" or "fragment", by its stage: text, or the
 * words of SPIR-V in the byte order of the machine; "reflection" unless the option "reflect" is off (JSON,
 * docs/reflection.md); "steps" if that option is set: the program after each step that changed it, as JSON lines
 * with "step", "summary" and "text", which exist even if the program is rejected. */
AGAL_API agal_result* agal_compile(const void* program, size_t size, const agal_options* options);

/* A pair: checks that the programs fit together, and drops the varyings that the fragment program does not read. Parts:
 * "vertex" and "fragment", or "both" with the option "single-module"; "reflection" of both. */
AGAL_API agal_result* agal_link(const void* vertex, size_t vertex_size, const void* fragment, size_t fragment_size,
                                const agal_options* options);

/* Runs a vertex program once, or a fragment program for a quad of 2 x 2 pixels. `inputs` may be NULL: nothing is bound.
 * Parts: "outputs" (one line of JSON for each invocation, docs/interpreter.md), "trace" if the option "trace" is on. */
AGAL_API agal_result* agal_interpret(const void* program, size_t size, const agal_inputs* inputs,
                                     const agal_options* options);

#ifndef AGAL_WITHOUT_EXTRACTION /* the library has it, the amalgamation does not: docs/hosts.md */
/* The programs in a SWF, SWC, ZIP, the log of a tapped game or any other file, called `name`. Parts: "programs" (JSON
 * lines, one for each program, with its certainty and origins, docs/extract.md), and for each of them "program-N" (N
 * from 0, in that order): its bytecode. A damaged file is AGAL_REJECTED, and gives the programs that could be read
 * nevertheless. */
AGAL_API agal_result* agal_extract(const void* file, size_t size, const char* name, const agal_options* options);
#endif

/* The explanation of a word: the number or the name of a diagnostic, an opcode, a register, a sampler option, a target,
 * a profile. Part: "text". */
AGAL_API agal_result* agal_explain(const char* word);

/* A table of the library as JSON: "options", "targets", "opcodes" or "diagnostics". Part: "json". */
AGAL_API agal_result* agal_list(const char* table);

/* -------------------------------------------------------------------------------------------------------- results */

/* AGAL_BAD_ARGUMENT if it is NULL. */
AGAL_API agal_status agal_result_status(const agal_result* result);

/* The number of errors among the diagnostics. */
AGAL_API size_t agal_result_errors(const agal_result* result);

/* The number of warnings among the diagnostics. */
AGAL_API size_t agal_result_warnings(const agal_result* result);

/* A part by name; NULL if there is no such part. Its size in bytes is stored in `size` unless that is NULL; a zero byte
 * follows it, which is not counted. Aligned for SPIR-V. Valid until the result is released. */
AGAL_API const char* agal_result_get(const agal_result* result, const char* part, size_t* size);

/* How many parts there are. */
AGAL_API size_t agal_result_count(const agal_result* result);

/* The name of a part by its number, from 0. NULL: there is no such part. Valid until the result is released. */
AGAL_API const char* agal_result_name(const agal_result* result, size_t index);

/* A part by its number, as agal_result_get. */
AGAL_API const char* agal_result_at(const agal_result* result, size_t index, size_t* size);

/* Accepts NULL. */
AGAL_API void agal_result_release(agal_result* result);

/* ---------------------------------------------------------------------------------- the inputs of the interpreter
 *
 * A register is four floats: x, y, z, w. docs/interpreter.md gives the values of inputs that are not set. */

/* NULL: out of memory. */
AGAL_API agal_inputs* agal_inputs_create(void);

/* All constants of the program's stage, from register 0 on: 4 * `registers` floats, at most 1,024 registers. */
AGAL_API agal_status agal_inputs_set_constants(agal_inputs* inputs, const float* values, size_t registers);

/* An attribute of a vertex program. `number` is that of the register, at most 1,023. */
AGAL_API agal_status agal_inputs_set_attribute(agal_inputs* inputs, uint32_t number, const float value[4]);

/* A varying of one pixel of a quad: 0 is the upper left one, 1 upper right, 2 lower left, 3 lower right. */
AGAL_API agal_status agal_inputs_set_varying(agal_inputs* inputs, uint32_t pixel, uint32_t number,
                                             const float value[4]);

/* The number of the instance, which a vertex program may read. */
AGAL_API agal_status agal_inputs_set_instance(agal_inputs* inputs, uint32_t instance);

/* The texture in a sampler register: `kind` is "2d", "cube" or "3d"; `depth` is 1, 6 or the number of slices. `texels`
 * are 4 floats each, by row from the top, then by face (+x, -x, +y, -y, +z, -z) or slice. If `levels` is not 0, all
 * smaller levels are computed, each texel as the average of those above it. */
AGAL_API agal_status agal_inputs_set_texture(agal_inputs* inputs, uint32_t sampler, const char* kind, uint32_t width,
                                             uint32_t height, uint32_t depth, const float* texels, int levels);

/* Accepts NULL. */
AGAL_API void agal_inputs_release(agal_inputs* inputs);

#ifdef __cplusplus
}
#endif

#endif
