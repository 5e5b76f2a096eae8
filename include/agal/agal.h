/* The C interface of agalc, which bindings for other languages use. C99.
 *
 * There are three kinds of opaque objects: options, the inputs of the interpreter, and results. The library creates
 * them, and the caller releases them. An operation takes a program, or a file, as bytes. It returns a result, which
 * owns all data that can be read from it.
 *
 *     agal_options* options = agal_options_create();
 *     agal_options_set(options, "target", "wgsl");
 *     agal_result* result = agal_compile(bytes, size, options);
 *     if (agal_result_status(result) == AGAL_OK) puts(agal_result_get(result, "fragment", NULL));
 *     else fputs(agal_result_get(result, "messages", NULL), stderr);
 *     agal_result_release(result);
 *     agal_options_release(options);
 *
 * A program is bytecode (its first byte is 0xa0) or assembly text. The option "bytecode" excludes text. Sizes are in
 * bytes. All text is UTF-8.
 *
 * Threads: any thread may call the functions. Several threads may use one object at the same time as long as none of
 * them changes or releases it.
 *
 * Errors: if memory runs out, a function returns the status AGAL_OUT_OF_MEMORY, a result with this status, or NULL. No
 * function ends the process, but SPIRV-Cross and glibc may if memory runs out inside them (docs/data/faults.md). If a
 * required object is a null pointer, a function returns AGAL_BAD_ARGUMENT in the same ways, or 0. The behavior is
 * undefined if an object is used or released after its release, like memory after free(), or if a pointer does not
 * refer to an object of the expected kind.
 *
 * Growth: new versions may add functions, options, parts of results and values of agal_status without a new
 * agal_abi_version. */
#ifndef AGAL_AGAL_H
#define AGAL_AGAL_H

#include <stddef.h>
#include <stdint.h>

/* Marks the functions that a shared library exports. On Windows, define AGAL_SHARED if the library is a DLL. */
#if defined(_WIN32) && defined(AGAL_SHARED)
#ifdef AGAL_BUILDING
#define AGAL_API __declspec(dllexport)
#else
#define AGAL_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define AGAL_API __attribute__((visibility("default")))
#else
#define AGAL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The value of agal_abi_version for this header. */
#define AGAL_ABI_VERSION 1

/* Options of the functions, set by name and value. */
typedef struct agal_options agal_options;
/* Inputs of the interpreter. */
typedef struct agal_inputs agal_inputs;
/* The outcome of an operation: a status, messages, and parts. */
typedef struct agal_result agal_result;

/* The status of an operation. */
typedef enum agal_status {
  AGAL_OK = 0,            /* success, possibly with warnings */
  AGAL_REJECTED = 1,      /* the program, file, word or table is rejected; the part "messages" gives the reason */
  AGAL_BAD_ARGUMENT = 2,  /* a null pointer, an unknown option, or a value that is not allowed */
  AGAL_OUT_OF_MEMORY = 3, /* memory ran out */
  AGAL_INTERNAL_ERROR = 4 /* a bug in agalc; please report it */
} agal_status;

/* ---------------------------------------------------------------------------------------------------- the library */

/* Returns the interface's version. It changes only if programs compiled with an older header must be recompiled. */
AGAL_API uint32_t agal_abi_version(void);

/* Returns the name and version of the library: "agalc 0.1.0". Valid as long as the process runs. */
AGAL_API const char* agal_version(void);

/* Allocates `size` bytes. Hosts of WebAssembly, for example, can write into the library's memory only through such an
 * allocation. Returns NULL if memory runs out. */
AGAL_API void* agal_allocate(size_t size);

/* Frees memory from agal_allocate. Accepts NULL. */
AGAL_API void agal_free(void* memory);

/* ------------------------------------------------------------------------------------------------------- options */

/* Creates options with default values. Returns NULL if memory runs out. */
AGAL_API agal_options* agal_options_create(void);

/* Copies options into a new object. Returns NULL if memory runs out or `options` is NULL. */
AGAL_API agal_options* agal_options_copy(const agal_options* options);

/* Sets an option by name, for example "clip-z" to "zero-to-one". agal_list("options") lists the options of the library.
 * The C interface has these further options: "name" is the program's name in messages; "vertex-name" and
 * "fragment-name" are the names for a pair; "other-name" is the name of `other` in agal_prove; "steps" adds the part
 * "steps" to results of agal_compile; "bytecode" makes text an error, so that programs must be bytecode as for a
 * player. Both arguments end with a zero byte. On AGAL_BAD_ARGUMENT, no option has changed, and agal_options_message
 * describes the error. */
AGAL_API agal_status agal_options_set(agal_options* options, const char* name, const char* value);

/* Returns the error message of the last call of agal_options_set for these options; "" if it succeeded. Valid until the
 * next call that changes the options. */
AGAL_API const char* agal_options_message(const agal_options* options);

/* Releases options. Accepts NULL. */
AGAL_API void agal_options_release(agal_options* options);

/* -------------------------------------------------------------------------------------------------- the operations
 *
 * A pair is a vertex program and a fragment program that are used together. `options` may be NULL for the defaults. A
 * result is never NULL: if memory for it cannot be allocated, it is a static result without parts and with the status
 * AGAL_OUT_OF_MEMORY. Every other result has the parts "diagnostics" (JSON lines, docs/diagnostics.md) and "messages"
 * (the diagnostics as text). The comment of each operation names its other parts, which exist if the status is
 * AGAL_OK. */

/* Assembles text. Part: "bytecode". */
AGAL_API agal_result* agal_assemble(const char* text, size_t size, const agal_options* options);

/* Disassembles a program into canonical assembly. Part: "assembly". */
AGAL_API agal_result* agal_disassemble(const void* program, size_t size, const agal_options* options);

/* Checks the player's rules, and the lints that the option "lint" names. The result does not have further parts. */
AGAL_API agal_result* agal_validate(const void* program, size_t size, const agal_options* options);

/* Compiles a program to the language that the option "target" names. The part "vertex" or "fragment", depending on the
 * stage, is the text, or SPIR-V words in the byte order of the machine. The part "reflection" is JSON
 * (docs/reflection.md). It does not exist if the option "reflect" is off or "bindings-only" is on. The part "steps"
 * exists if the option "steps" is on and the program could be read. It has a JSON line for each step that changed the
 * program, with "step", "summary" and "text". */
AGAL_API agal_result* agal_compile(const void* program, size_t size, const agal_options* options);

/* Compiles a pair. Checks that the programs fit together, and drops the varyings that the fragment program does not
 * read. Parts: "vertex" and "fragment", or "both" with the option "single-module"; "reflection" of the pair. */
AGAL_API agal_result* agal_link(const void* vertex, size_t vertex_size, const void* fragment, size_t fragment_size,
                                const agal_options* options);

/* Runs a vertex program once, or a fragment program for a quad of 2 x 2 pixels. If `inputs` is NULL, nothing is bound.
 * Parts: "outputs" (one line of JSON for each invocation, docs/interpreter.md), and "trace" if the option "trace" is
 * on. */
AGAL_API agal_result* agal_interpret(const void* program, size_t size, const agal_inputs* inputs,
                                     const agal_options* options);

#ifndef AGAL_WITHOUT_EXTRACTION /* in the library, but not in the amalgamation: docs/hosts.md */
/* Extracts the programs from a SWF, a SWC, a ZIP, the log of a tapped game, or any other file. `name` is the file's
 * name. The part "programs" has a JSON line for each program, with its certainty and origins (docs/extract.md). The
 * parts "program-N" (N from 0, in the same order) are the bytecode of the programs. A damaged file is AGAL_REJECTED,
 * but the result contains the programs that could be read. */
AGAL_API agal_result* agal_extract(const void* file, size_t size, const char* name, const agal_options* options);
#endif

#ifndef AGAL_WITHOUT_PROOFS /* in the library, but not in the amalgamation: docs/hosts.md */
/* Determines if `other` computes the same results as the program for all inputs: docs/proof.md. `other` is SPIR-V words
 * in the byte order of the machine, or another program. NULL with the size 0 means the SPIR-V that agal_compile
 * produces from the program with these options. The option "other-name" sets the name of `other` in messages. The
 * status is AGAL_OK for every answer; agal_result_proof returns the answer. Parts: "proof" (a line of JSON, in the
 * format of `agalc prove --format=json`) and "text". */
AGAL_API agal_result* agal_prove(const void* program, size_t size, const void* other, size_t other_size,
                                 const agal_options* options);
#endif

/* Explains a word: the number or the name of a diagnostic, an opcode, a register, a sampler option, a target, a
 * profile, an error of Stage3D ("3692"), or a term ("token"). An unknown word is AGAL_REJECTED. Part: "text". */
AGAL_API agal_result* agal_explain(const char* word);

/* Lists a table of the library as JSON: "options", "targets", "opcodes", "registers", "sampler-options", "macro-words"
 * (of AGALMacroAssembler) or "diagnostics". An unknown table is AGAL_REJECTED. Part: "json". */
AGAL_API agal_result* agal_list(const char* table);

/* -------------------------------------------------------------------------------------------------------- results */

/* Returns the status of the operation; AGAL_BAD_ARGUMENT if `result` is NULL. */
AGAL_API agal_status agal_result_status(const agal_result* result);

/* Returns the number of errors: of diagnostics with this severity, or 1 if the operation failed without diagnostics. */
AGAL_API size_t agal_result_errors(const agal_result* result);

/* Returns the number of diagnostics that are warnings. */
AGAL_API size_t agal_result_warnings(const agal_result* result);

/* Returns a part by name, and stores its size in bytes in `size` unless `size` is NULL. A zero byte, which is not
 * counted, follows the part. The part is aligned for SPIR-V words, and valid until the result is released. Returns NULL
 * if the part does not exist. The texts of diagnostics are made on the first call, so NULL may also mean that memory
 * ran out. */
AGAL_API const char* agal_result_get(const agal_result* result, const char* part, size_t* size);

/* Returns the number of parts. */
AGAL_API size_t agal_result_count(const agal_result* result);

/* Returns the name of a part by its index, from 0; NULL if the index is too large. Valid until the release of the
 * result. */
AGAL_API const char* agal_result_name(const agal_result* result, size_t index);

/* Returns a part by its index, from 0, like agal_result_get. */
AGAL_API const char* agal_result_at(const agal_result* result, size_t index, size_t* size);

/* Releases a result with all its parts and structures. Accepts NULL. */
AGAL_API void agal_result_release(agal_result* result);

/* ------------------------------------------------------------------------------------------ results as structures
 *
 * The structures contain the data that a host needs to report an error and to bind resources, without reading JSON.
 * They belong to the result, and are valid until it is released. Text ends with a zero byte. New versions do not
 * change a structure: new data gets new functions and structures. */

/* Stands for a number that does not exist or is unknown. */
#define AGAL_NONE UINT32_MAX

/* The severity of a diagnostic. Only an error means that the program or the file is rejected. */
typedef enum agal_severity { AGAL_SEVERITY_NOTE = 0, AGAL_SEVERITY_WARNING = 1, AGAL_SEVERITY_ERROR = 2 } agal_severity;

/* A shader stage. */
typedef enum agal_stage { AGAL_STAGE_VERTEX = 0, AGAL_STAGE_FRAGMENT = 1, AGAL_STAGE_UNKNOWN = 2 } agal_stage;

/* The part of a token that a diagnostic is about. */
typedef enum agal_operand {
  AGAL_OPERAND_NONE = 0,
  AGAL_OPERAND_OPCODE = 1,
  AGAL_OPERAND_DESTINATION = 2,
  AGAL_OPERAND_SOURCE_1 = 3,
  AGAL_OPERAND_SOURCE_2 = 4
} agal_operand;

/* A message about the input: docs/diagnostics.md. In its texts, U+FFFD replaces zero bytes and bytes that are not
 * UTF-8. */
typedef struct agal_diagnostic {
  uint32_t number;        /* 3652 for AGAL3652; 3600 to 3899 are the player's errors */
  agal_severity severity; /* severity, which options may change */
  agal_stage stage;       /* stage of the program, if known */
  uint32_t token;         /* number of the token, from 1; 0 if the message is not about a single token */
  agal_operand operand;   /* part of the token */
  uint32_t line;          /* line of assembly text, from 1; 0: unknown */
  uint32_t column;        /* first byte in the line, from 1; 0: unknown */
  uint32_t byte_offset;   /* offset in bytecode; AGAL_NONE: unknown */
  uint32_t caret;         /* offset in the snippet, in bytes, of the part that the message is about */
  uint32_t caret_length;  /* size of that part in bytes; 0: none */
  const char* file;       /* name of the program or file; "": unknown */
  const char* message;    /* a sentence without a period */
  const char* snippet;    /* line of text, or the token in canonical assembly for bytecode; "": none */
  const char* help;       /* advice; "": none */
} agal_diagnostic;

/* Returns the diagnostics in order, and stores their number in `count` unless `count` is NULL. Returns NULL if there
 * are none. The structures are made on the first call, so NULL may also mean that memory ran out. */
AGAL_API const agal_diagnostic* agal_result_diagnostics(const agal_result* result, size_t* count);

/* Returns the number of the first error that is an error in players too; 0 if there is none. Players reject such a
 * program. With the option "adobe-order", it is exactly the error that a player reports. */
AGAL_API uint32_t agal_result_player_error(const agal_result* result);

/* The mechanism that passes constants to the shader. */
typedef enum agal_constants_mode {
  AGAL_CONSTANTS_UBO = 0,
  AGAL_CONSTANTS_PLAIN = 1,
  AGAL_CONSTANTS_PUSH = 2
} agal_constants_mode;

/* The first value of the instance id. */
typedef enum agal_instance_id {
  AGAL_INSTANCE_NONE = 0, /* the instance id is not read */
  AGAL_INSTANCE_FROM_ZERO = 1,
  AGAL_INSTANCE_FROM_FIRST = 2 /* the draw call's parameter `first instance` */
} agal_instance_id;

/* The kind of a texture. This enumeration and the next ones have the numbers of the bytecode. */
typedef enum agal_texture_kind { AGAL_TEXTURE_2D = 0, AGAL_TEXTURE_CUBE = 1, AGAL_TEXTURE_3D = 2 } agal_texture_kind;

/* The filter for texels of one level. */
typedef enum agal_filter {
  AGAL_FILTER_NEAREST = 0,
  AGAL_FILTER_LINEAR = 1,
  AGAL_FILTER_ANISOTROPIC_2X = 2,
  AGAL_FILTER_ANISOTROPIC_4X = 3,
  AGAL_FILTER_ANISOTROPIC_8X = 4,
  AGAL_FILTER_ANISOTROPIC_16X = 5
} agal_filter;

/* The filter between levels of detail. */
typedef enum agal_mip { AGAL_MIP_NONE = 0, AGAL_MIP_NEAREST = 1, AGAL_MIP_LINEAR = 2 } agal_mip;

/* The wrap mode: the texels that coordinates beyond the edges of a texture select. */
typedef enum agal_wrap {
  AGAL_WRAP_CLAMP = 0,
  AGAL_WRAP_REPEAT = 1,
  AGAL_WRAP_CLAMP_U_REPEAT_V = 2,
  AGAL_WRAP_REPEAT_U_CLAMP_V = 3
} agal_wrap;

/* The read mode: the storage format of the texture. */
typedef enum agal_read_mode {
  AGAL_READ_RGBA = 0,
  AGAL_READ_COMPRESSED = 1,
  AGAL_READ_COMPRESSED_ALPHA = 2,
  AGAL_READ_VIDEO = 3
} agal_read_mode;

/* Bits of the special flags of a token. */
typedef enum agal_special {
  AGAL_SPECIAL_CENTROID = 1,
  AGAL_SPECIAL_SINGLE = 2,
  AGAL_SPECIAL_IGNORE_SAMPLER = 4
} agal_special;

/* interface.def: begin. This part is generated: docs/adr/0060-one-list-of-the-interface.md. */

/* The binding model: the way in which a language numbers resources. Later versions may add models. */
typedef enum agal_binding_model {
  AGAL_BINDING_SPIRV = 0, /* SPIR-V, GLSL and WGSL: descriptor set or bind group, and binding */
  AGAL_BINDING_MSL = 1,   /* Metal: index of the buffer, texture or sampler */
  AGAL_BINDING_HLSL = 2   /* Direct3D: register space, and number of the register */
} agal_binding_model;

/* The binding of one resource in each API: docs/abi.md. */
typedef struct agal_slots {
  uint32_t set;        /* descriptor set (Vulkan) or bind group (WGSL); AGAL_NONE if the language does not have sets */
  uint32_t binding;    /* binding in SPIR-V, GLSL and WGSL */
  uint32_t msl;        /* index of the buffer or of the texture in Metal */
  uint32_t hlsl;       /* number of the register in HLSL */
  uint32_t hlsl_space; /* register space in HLSL */
} agal_slots;

/* The place of a resource in one binding model. */
typedef struct agal_binding {
  agal_binding_model model; /* binding model */
  uint32_t set;    /* descriptor set, bind group or register space; AGAL_NONE if the language does not have sets */
  uint32_t number; /* binding, index, or number of the register */
} agal_binding;

/* Consecutive registers. */
typedef struct agal_register_range {
  uint32_t first; /* first register */
  uint32_t count; /* number of registers */
} agal_register_range;

/* Constants that the text declares as one variable or member, because the option `rename` names some of them. */
typedef struct agal_constant_part {
  const char* declared; /* name of the variable, or of the member of the block */
  uint32_t first;       /* first register */
  uint32_t count;       /* number of registers; one register is not an array */
} agal_constant_part;

/* The array of constant registers: docs/abi.md. A register is four floats. */
typedef struct agal_constants {
  char name[8];             /* "vc" or "fc" */
  uint32_t count;           /* number of registers in the array, which must all be supplied */
  uint32_t indirect;        /* 1: relative addresses may read registers outside `ranges` */
  agal_constants_mode mode; /* mechanism that passes the constants */
  uint32_t stride;          /* distance between two registers, in bytes */
  uint32_t offset;          /* offset of the array in its block, in bytes */
  /* location of a plain array; AGAL_NONE if the constants are not a plain array, or the language does not have
   * locations */
  uint32_t location;
  agal_slots slots;  /* binding of the uniform block; `binding` is AGAL_NONE if the constants are not a uniform block */
  const char* block; /* name of the block; "" for a plain array */
  const char* member;                /* name of the array in the block; "" for a plain array */
  const agal_register_range* ranges; /* registers that the compiled program reads by number, ascending */
  size_t range_count;                /* number of ranges */
  /* name of the array in the text, or of the instance of the block. HLSL and plain constants do not declare it if
   * there are parts */
  const char* declared;
  const agal_constant_part* parts; /* separate parts, by first register; NULL if the constants are one array */
  size_t part_count;               /* number of parts */
  /* binding of the uniform block, one for each model; NULL if the constants are not a uniform block */
  const agal_binding* bindings;
  size_t binding_count; /* number of bindings */
} agal_constants;

/* A vertex attribute that the compiled program reads. */
typedef struct agal_attribute {
  char name[8];         /* "va0" */
  uint32_t location;    /* number of the register */
  uint32_t components;  /* components that are read, as bits: x 1, y 2, z 4, w 8 */
  const char* declared; /* name of the variable in the text */
} agal_attribute;

/* A varying of the compiled program. If varyings share locations (option `max-varyings`), each location has one. */
typedef struct agal_varying {
  char name[8];      /* "v0" */
  uint32_t location; /* number of the register or location */
  /* components that the tokens of a vertex program write or a fragment program reads, as bits: x 1, y 2, z 4, w 8 */
  uint32_t components;
  uint32_t centroid;    /* 1: it is interpolated at the centroid */
  const char* declared; /* name of the variable in the text */
} agal_varying;

/* A sampler state that tokens request. A program that was not validated strictly may have numbers without a name. */
typedef struct agal_sampler_state {
  uint32_t filter;     /* filter for texels of one level: agal_filter */
  uint32_t mip;        /* filter between levels: agal_mip */
  uint32_t wrap;       /* wrap mode: agal_wrap */
  uint32_t read_mode;  /* format of the texture: agal_read_mode */
  uint32_t special;    /* special flags: bits of agal_special */
  uint32_t anisotropy; /* 1 to 16; 1 is isotropic */
  float bias; /* bias of the level of detail, or in a vertex program the level; the shader's code already contains it */
  uint32_t token; /* first token that requests the state, from 1 */
} agal_sampler_state;

/* A sampler register that tokens name, and the texture that is bound to it. */
typedef struct agal_sampler {
  char name[8];           /* "fs0" */
  uint32_t index;         /* number of the register */
  uint32_t active;        /* 1: the compiled program has the sampler, because its result is used */
  agal_texture_kind kind; /* kind of the texture, if active */
  uint32_t filtering;     /* 1: the texture must be filterable */
  agal_slots slots;       /* binding of the texture; `binding` is AGAL_NONE if the sampler is not active */
  /* descriptor set or bind group of the separate sampler; AGAL_NONE if there is no such sampler, or the target does
   * not have sets */
  uint32_t sampler_set;
  /* binding of the separate sampler; AGAL_NONE if it is combined with the texture, or not active */
  uint32_t sampler_binding;
  /* requested states, at least one, by first use; players reject a program with two */
  const agal_sampler_state* states;
  size_t state_count;   /* number of states */
  const char* declared; /* name of the texture in the text */
  /* name of the sampler in the text; "" if the text does not declare the sampler separately from the texture */
  const char* declared_sampler;
  const agal_binding* bindings; /* binding of the texture, one for each model; NULL if the sampler is not active */
  size_t binding_count;         /* number of bindings */
  /* binding of the sampler, one for each model in which the sampler has a binding of its own; NULL if the sampler is
   * not active */
  const agal_binding* sampler_bindings;
  size_t sampler_binding_count; /* number of sampler bindings */
} agal_sampler;

/* A color that the compiled program writes. */
typedef struct agal_color {
  const char* declared; /* name of the variable in the text */
  uint32_t location;    /* 0 to 3 */
} agal_color;

/* The resources to bind to one shader: docs/reflection.md. Lists are in ascending order of registers. `name` is the
 * name of a register, and `declared` the name in the text, which the option `rename`, hosts and writers may change. */
typedef struct agal_interface {
  agal_stage stage;                 /* stage of the shader */
  uint32_t version;                 /* AGAL version in the bytecode header */
  const char* entry_point;          /* name of the function in the text or the SPIR-V */
  const agal_attribute* attributes; /* attributes of a vertex program; NULL if it is a fragment program */
  size_t attribute_count;           /* number of attributes */
  const agal_varying* varyings;     /* varyings that a vertex program stores or a fragment program reads */
  size_t varying_count;             /* number of varyings */
  const agal_sampler* samplers;     /* samplers, including samplers that need not be bound */
  size_t sampler_count;             /* number of samplers */
  agal_constants constants;         /* the constant registers; `count` is 0 if the shader does not read any */
  uint32_t position;                /* 1: the shader writes the position */
  uint32_t colors; /* locations of the colors that the shader writes, as bits: location 0 is 1, location 3 is 8 */
  uint32_t depth;  /* 1: the shader writes the depth */
  uint32_t kills;  /* 1: the shader may discard fragments */
  /* value of the instance id for the first instance; 0 if the shader does not read the id */
  agal_instance_id instance_id;
  uint32_t negative_z;             /* 1: z of a vertex program is from -w to w instead of from 0 to w */
  uint32_t flip_y;                 /* 1: a vertex program negates y */
  const agal_color* color_outputs; /* colors that the shader writes, ascending */
  size_t color_output_count;       /* number of color outputs */
  /* name of a uniform vec4 that a vertex program multiplies the position by; "" if there is none */
  const char* position_scale;
} agal_interface;

/* interface.def: end */

/* Returns the interface of a stage's shader; NULL if the result does not have such a shader or the option "reflect" is
 * off. With "bindings-only", the result does not have the part "reflection", which takes longer than a translation. */
AGAL_API const agal_interface* agal_result_interface(const agal_result* result, agal_stage stage);

/* A program that agal_compile_all compiled. */
typedef struct agal_compiled {
  agal_stage stage;    /* stage of the text; AGAL_STAGE_UNKNOWN if the program has a result */
  size_t text_begin;   /* offset of its text in the text of all programs, in bytes */
  size_t text_size;    /* size of its text in bytes */
  agal_result* result; /* result of agal_compile; NULL if it would have nothing but the text */
} agal_compiled;

/* The programs that agal_compile_all compiled, in the order of the call. */
typedef struct agal_compilation {
  agal_status status;            /* AGAL_OK, even if programs are rejected; AGAL_BAD_ARGUMENT; AGAL_OUT_OF_MEMORY */
  const agal_compiled* programs; /* one for each program; NULL if there are none */
  size_t program_count;          /* number of programs; 0 if the status is not AGAL_OK */
  const char* text;              /* the texts of all programs that do not have a result, one after another */
  size_t text_size;              /* size of `text` in bytes */
} agal_compilation;

/* Compiles programs with the same options, faster than agal_compile for each program. `programs` contains all of them,
 * one after another, and `sizes` their `count` sizes in bytes. A program has a result if it has diagnostics, or if the
 * options ask for more than a text: for SPIR-V, an interface, a reflection, or steps. Is never NULL. */
AGAL_API agal_compilation* agal_compile_all(const void* programs, const size_t* sizes, size_t count,
                                            const agal_options* options);

/* Releases programs, their texts and their results. Accepts NULL. */
AGAL_API void agal_compilation_release(agal_compilation* compilation);

/* The answer of a proof. */
typedef enum agal_verdict {
  AGAL_VERDICT_EQUAL = 0,      /* equal for all inputs, up to the class of the proof */
  AGAL_VERDICT_DIFFERENT = 1,  /* different, usually with inputs that show it */
  AGAL_VERDICT_NOT_DECIDED = 2 /* neither equality nor a difference was found */
} agal_verdict;

/* The class of an equality: the differences that it permits. Each class also permits the differences of the previous
 * classes: docs/proof.md. */
typedef enum agal_proof_class {
  AGAL_PROOF_EXACT = 0,         /* no differences, except the payload and the sign of a NaN */
  AGAL_PROOF_UNDEFINED = 1,     /* values that both AGAL and the target leave undefined */
  AGAL_PROOF_ROUNDING = 2,      /* rounding of intermediate values */
  AGAL_PROOF_VALUE_CHANGING = 3 /* changes that no specification allows */
} agal_proof_class;

/* A rule of a class above AGAL_PROOF_EXACT that an equality needs. */
typedef struct agal_proof_rule {
  const char* name;            /* name in docs/data/proof-rules.md */
  agal_proof_class rule_class; /* class of the rule */
  uint32_t count;              /* number of applications */
} agal_proof_rule;

/* The kind of an input. */
typedef enum agal_input_kind {
  AGAL_INPUT_CONSTANT = 0,
  AGAL_INPUT_ATTRIBUTE = 1,
  AGAL_INPUT_VARYING = 2,
  AGAL_INPUT_INSTANCE = 3 /* the instance id; `values` begins with it */
} agal_input_kind;

/* One input of a difference. */
typedef struct agal_proof_input {
  char name[8];         /* "fc0" */
  agal_input_kind kind; /* kind of the input */
  uint32_t number;      /* number of the register */
  float values[16];     /* x, y, z, w for each pixel of the quad; only varyings differ between pixels */
} agal_proof_input;

/* A difference, and the inputs that cause it. */
typedef struct agal_difference {
  const char* output;             /* output that differs: "oc.x", "discard" */
  uint32_t pixel;                 /* pixel of the quad that differs; 0 for a vertex program */
  float expected;                 /* program's value; 1 or 0 for "discard" */
  float found;                    /* value of `other` in agal_prove */
  uint32_t samples;               /* 1: the outputs depend on textures; the part "proof" has these textures */
  const agal_proof_input* inputs; /* inputs that the outputs depend on */
  size_t input_count;             /* number of inputs */
} agal_difference;

/* The result of agal_prove. A term is the expression that computes one component of an output from the inputs, or a
 * part of this expression. */
typedef struct agal_proof {
  agal_verdict verdict;              /* answer of the proof */
  agal_proof_class proof_class;      /* class of an equality */
  const agal_proof_rule* rules;      /* rules that an equality needs */
  size_t rule_count;                 /* number of rules */
  uint32_t terms;                    /* number of terms in the last attempt */
  const char* reason;                /* reason if not decided, missing output, or remark on the difference; "": none */
  const char* output;                /* first output that is not proved; "" if all outputs are proved */
  const char* expected;              /* smallest differing term of the program, as text; "" if the terms are equal */
  const char* found;                 /* corresponding term of `other` */
  const agal_difference* difference; /* inputs that show a difference; NULL if none are known */
} agal_proof;

#ifndef AGAL_WITHOUT_PROOFS
/* Returns the proof about the program of a stage; NULL if the result does not have one. */
AGAL_API const agal_proof* agal_result_proof(const agal_result* result, agal_stage stage);
#endif

/* ---------------------------------------------------------------------------------- the inputs of the interpreter
 *
 * A register is four floats: x, y, z, w. docs/interpreter.md gives the values of inputs that are not set. */

/* Creates inputs with nothing set. Returns NULL if memory runs out. */
AGAL_API agal_inputs* agal_inputs_create(void);

/* Sets all constants of the program's stage, from register 0 on: 4 * `registers` floats, at most 1,024 registers. */
AGAL_API agal_status agal_inputs_set_constants(agal_inputs* inputs, const float* values, size_t registers);

/* Sets an attribute of a vertex program. `number` is the register's number, at most 1,023. */
AGAL_API agal_status agal_inputs_set_attribute(agal_inputs* inputs, uint32_t number, const float value[4]);

/* Sets a varying of one pixel of a quad: 0 is the upper left pixel, 1 the upper right, 2 the lower left, 3 the lower
 * right. `number` is the register's number, at most 1,023. */
AGAL_API agal_status agal_inputs_set_varying(agal_inputs* inputs, uint32_t pixel, uint32_t number,
                                             const float value[4]);

/* Sets the number of the instance, which a vertex program may read. */
AGAL_API agal_status agal_inputs_set_instance(agal_inputs* inputs, uint32_t instance);

/* Sets the texture in a sampler register. `kind` is "2d", "cube" or "3d", and `depth` is 1, 6 or the number of slices,
 * respectively. A texel is 4 floats. `texels`, at most 2^24, holds the faces (+x, -x, +y, -y, +z, -z) or slices one
 * after another, each by rows from the top. If `levels` is not 0, all smaller levels are computed: a texel is the
 * average of the corresponding texels of the next larger level. */
AGAL_API agal_status agal_inputs_set_texture(agal_inputs* inputs, uint32_t sampler, const char* kind, uint32_t width,
                                             uint32_t height, uint32_t depth, const float* texels, int levels);

/* Releases inputs. Accepts NULL. */
AGAL_API void agal_inputs_release(agal_inputs* inputs);

#ifdef __cplusplus
}
#endif

#endif
