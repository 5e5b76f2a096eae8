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
 * A program is bytecode (its first byte is 0xa0) or assembly text, unless the option "bytecode" excludes text. Sizes
 * are in bytes. All text is UTF-8.
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
 * "name" is what messages call the program; "vertex-name" and "fragment-name" are for the programs of a pair, and
 * "other-name" is for what agal_prove compares; "steps" gives agal_compile a part of that name; with "bytecode" a
 * program is bytecode alone, as it is for a player. Both texts end with a zero byte. On AGAL_BAD_ARGUMENT nothing has
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
 * a fixed one with the status AGAL_OUT_OF_MEMORY. Each result has the part "diagnostics" (JSON lines,
 * docs/diagnostics.md) and the part "messages" (the same as text); the others are named below, and exist if the status
 * is AGAL_OK. */

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

#ifndef AGAL_WITHOUT_PROOFS /* the library has it, the amalgamation does not: docs/hosts.md */
/* Whether `other` computes what the program computes, for all inputs: docs/proof.md. `other` is the words of SPIR-V in
 * the byte order of the machine, or another program; NULL, with the size 0: the SPIR-V that agal_compile makes of the
 * program with these options. The status is AGAL_OK whatever the answer is; agal_result_proof has it. The option
 * "other-name" is what messages call it. Parts: "proof" (a line of JSON, as `agalc prove --format=json` writes it) and
 * "text". */
AGAL_API agal_result* agal_prove(const void* program, size_t size, const void* other, size_t other_size,
                                 const agal_options* options);
#endif

/* The explanation of a word: the number or the name of a diagnostic, an opcode, a register, a sampler option, a target,
 * a profile. An unknown word is AGAL_REJECTED. Part: "text". */
AGAL_API agal_result* agal_explain(const char* word);

/* A table of the library as JSON: "options", "targets", "opcodes", "registers", "sampler-options" or "diagnostics". An
 * unknown table is AGAL_REJECTED. Part: "json". */
AGAL_API agal_result* agal_list(const char* table);

/* -------------------------------------------------------------------------------------------------------- results */

/* AGAL_BAD_ARGUMENT if it is NULL. */
AGAL_API agal_status agal_result_status(const agal_result* result);

/* The number of errors among the diagnostics. */
AGAL_API size_t agal_result_errors(const agal_result* result);

/* The number of warnings among the diagnostics. */
AGAL_API size_t agal_result_warnings(const agal_result* result);

/* A part by name; NULL if there is no such part. Its size in bytes is stored in `size` unless that is NULL; a zero byte
 * follows it, which is not counted. Aligned for SPIR-V. Valid until the result is released. The texts of diagnostics are
 * made when they are read for the first time: NULL also means that there was no memory for them. */
AGAL_API const char* agal_result_get(const agal_result* result, const char* part, size_t* size);

/* How many parts there are. */
AGAL_API size_t agal_result_count(const agal_result* result);

/* The name of a part by its number, from 0. NULL: there is no such part. Valid until the result is released. */
AGAL_API const char* agal_result_name(const agal_result* result, size_t index);

/* A part by its number, as agal_result_get. */
AGAL_API const char* agal_result_at(const agal_result* result, size_t index, size_t* size);

/* Accepts NULL. */
AGAL_API void agal_result_release(agal_result* result);

/* ------------------------------------------------------------------------------------------ results as structures
 *
 * What a host needs to report an error and to bind, without reading JSON. The structures belong to the result, and are
 * valid until it is released; text ends with a zero byte. A structure never changes: new facts get functions and
 * structures of their own. */

/* In a structure: there is no such number, or it is not known. */
#define AGAL_NONE UINT32_MAX

/* How bad a diagnostic is. Only an error means that the program or the file is rejected. */
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

/* A message about the input: docs/diagnostics.md. A byte of its texts that is zero or not UTF-8 is U+FFFD. */
typedef struct agal_diagnostic {
  uint32_t number;        /* 3652 of AGAL3652; 3600 to 3899 are the player's own */
  agal_severity severity; /* how bad it is */
  agal_stage stage;       /* stage of the program */
  uint32_t token;         /* from 1; 0: it is not about one token */
  agal_operand operand;   /* part of the token */
  uint32_t line;          /* line of assembly text, from 1; 0: unknown */
  uint32_t column;        /* first byte in the line, from 1; 0: unknown */
  uint32_t byte_offset;   /* offset in bytecode; AGAL_NONE: unknown */
  uint32_t caret;         /* the first byte of the part of the snippet that it is about */
  uint32_t caret_length;  /* the bytes of that part; 0: there is none */
  const char* file;       /* the name of the program or file; "": unknown */
  const char* message;    /* one sentence without a period at the end */
  const char* snippet;    /* the line of text, or for bytecode the token in canonical assembly; "": there is none */
  const char* help;       /* what to do about it; "": there is no advice */
} agal_diagnostic;

/* The diagnostics in their order; their number is stored in `count` unless that is NULL. NULL: there are none, or there
 * was no memory for the structures, which are made when they are read for the first time. */
AGAL_API const agal_diagnostic* agal_result_diagnostics(const agal_result* result, size_t* count);

/* The number of the error with which players reject the program: of the first error among the diagnostics that is the
 * player's own. 0: there is none. With the option "adobe-order" it is the error at which a player stops. */
AGAL_API uint32_t agal_result_player_error(const agal_result* result);

/* Where one resource is bound in each API: docs/abi.md. */
typedef struct agal_slots {
  uint32_t set;        /* descriptor set or bind group; AGAL_NONE in OpenGL */
  uint32_t binding;    /* binding in SPIR-V, GLSL and WGSL */
  uint32_t msl;        /* index of the buffer; of the texture and of the sampler */
  uint32_t hlsl;       /* number of the register */
  uint32_t hlsl_space; /* register space */
} agal_slots;

/* Consecutive registers. */
typedef struct agal_register_range {
  uint32_t first; /* 0 to 1023 */
  uint32_t count; /* at least 1 */
} agal_register_range;

/* How constants reach the shader. */
typedef enum agal_constants_mode {
  AGAL_CONSTANTS_UBO = 0,
  AGAL_CONSTANTS_PLAIN = 1,
  AGAL_CONSTANTS_PUSH = 2
} agal_constants_mode;

/* The array of constant registers, each of which is four floats: docs/abi.md. */
typedef struct agal_constants {
  char name[8];             /* "vc" or "fc" */
  uint32_t count;           /* registers in the array, all of which must be supplied; 0: the shader has no array */
  uint32_t indirect;        /* 1: relative addresses read it; then the ranges are not all that is read */
  agal_constants_mode mode; /* how they reach the shader */
  uint32_t stride;          /* bytes from one register to the next */
  uint32_t offset;          /* bytes before the array in its block */
  uint32_t location;  /* location of a plain array; AGAL_NONE: the language has no locations, or it is another mode */
  agal_slots slots;   /* where a uniform block is bound */
  const char* block;  /* the name of the block; "" of a plain array */
  const char* member; /* the name of the array in the block; "" of a plain array */
  const agal_register_range* ranges; /* the registers that the compiled program reads by number, ascending */
  size_t range_count;                /* how many ranges */
} agal_constants;

/* A vertex attribute that the shader reads. */
typedef struct agal_attribute {
  char name[8];        /* "va0" */
  uint32_t location;   /* the number of the register */
  uint32_t components; /* components that are read: x = 1, y = 2, z = 4, w = 8 */
} agal_attribute;

/* A varying of the shader. */
typedef struct agal_varying {
  char name[8];      /* "v0" */
  uint32_t location; /* the number of the register */
  uint32_t
      components; /* components that a vertex program writes, or a fragment program reads; bits as in agal_attribute */
  uint32_t centroid; /* 1: it is interpolated at the centroid */
} agal_varying;

/* The kind of a texture. The numbers of this enumeration and the following ones are those of the bytecode. */
typedef enum agal_texture_kind { AGAL_TEXTURE_2D = 0, AGAL_TEXTURE_CUBE = 1, AGAL_TEXTURE_3D = 2 } agal_texture_kind;

/* How texels of one level are filtered. */
typedef enum agal_filter {
  AGAL_FILTER_NEAREST = 0,
  AGAL_FILTER_LINEAR = 1,
  AGAL_FILTER_ANISOTROPIC_2X = 2,
  AGAL_FILTER_ANISOTROPIC_4X = 3,
  AGAL_FILTER_ANISOTROPIC_8X = 4,
  AGAL_FILTER_ANISOTROPIC_16X = 5
} agal_filter;

/* How levels are chosen. */
typedef enum agal_mip { AGAL_MIP_NONE = 0, AGAL_MIP_NEAREST = 1, AGAL_MIP_LINEAR = 2 } agal_mip;

/* What is read beyond the edges of a texture. */
typedef enum agal_wrap {
  AGAL_WRAP_CLAMP = 0,
  AGAL_WRAP_REPEAT = 1,
  AGAL_WRAP_CLAMP_U_REPEAT_V = 2,
  AGAL_WRAP_REPEAT_U_CLAMP_V = 3
} agal_wrap;

/* How the texture is stored. */
typedef enum agal_read_mode {
  AGAL_READ_RGBA = 0,
  AGAL_READ_COMPRESSED = 1,
  AGAL_READ_COMPRESSED_ALPHA = 2,
  AGAL_READ_VIDEO = 3
} agal_read_mode;

/* Bits for what else a token asks for. */
typedef enum agal_special {
  AGAL_SPECIAL_CENTROID = 1,
  AGAL_SPECIAL_SINGLE = 2,
  AGAL_SPECIAL_IGNORE_SAMPLER = 4
} agal_special;

/* The state that tokens ask for. A program that was not validated may have numbers that the enumerations do not. */
typedef struct agal_sampler_state {
  uint32_t filter;     /* agal_filter */
  uint32_t mip;        /* agal_mip */
  uint32_t wrap;       /* agal_wrap */
  uint32_t read_mode;  /* agal_read_mode */
  uint32_t special;    /* the bits of agal_special */
  uint32_t anisotropy; /* 1 to 16 */
  float bias;          /* added to the level of detail; it is in the code of the shader, too */
  uint32_t token;      /* first token that asks for it, from 1 */
} agal_sampler_state;

/* A sampler register that tokens name. */
typedef struct agal_sampler {
  char name[8];                     /* "fs0"; that of a separate sampler is followed by "_sampler" */
  uint32_t index;                   /* the number of the register */
  uint32_t active;                  /* 0: its result is unused, and the shader does not have it */
  agal_texture_kind kind;           /* kind of the texture, if it is active */
  uint32_t filtering;               /* 0: the texture need not be filterable */
  agal_slots slots;                 /* where the texture is bound, if it is active */
  uint32_t sampler_binding;         /* binding of the sampler, in the set of the texture; AGAL_NONE: combined with it */
  const agal_sampler_state* states; /* at least one, by first use; players reject a program that asks for two */
  size_t state_count;               /* how many states */
} agal_sampler;

/* The number from which the instance id counts. */
typedef enum agal_instance_id {
  AGAL_INSTANCE_NONE = 0, /* it is not read */
  AGAL_INSTANCE_FROM_ZERO = 1,
  AGAL_INSTANCE_FROM_FIRST = 2 /* of the draw call */
} agal_instance_id;

/* What to bind to one shader: docs/reflection.md. Lists are in ascending order of registers. */
typedef struct agal_interface {
  agal_stage stage;                 /* stage of the shader */
  uint32_t version;                 /* version of AGAL */
  const char* entry_point;          /* the function in the text, or in the SPIR-V */
  const agal_attribute* attributes; /* attributes of a vertex program */
  size_t attribute_count;           /* how many attributes */
  const agal_varying* varyings;     /* varyings that a vertex program stores, or a fragment program reads */
  size_t varying_count;             /* how many varyings */
  const agal_sampler* samplers;     /* also those that need not be bound */
  size_t sampler_count;             /* how many samplers */
  agal_constants constants;         /* the constant registers */
  uint32_t position;                /* 1: it writes the position */
  uint32_t colors;                  /* colors that it writes: the bit of location 0 is 1, that of location 3 is 8 */
  uint32_t depth;                   /* 1: it writes the depth */
  uint32_t kills;                   /* 1: it may discard fragments */
  agal_instance_id instance_id;     /* of a vertex program */
  uint32_t negative_z;              /* of a vertex program: 1: z is from -w to w; 0: from 0 to w */
  uint32_t flip_y;                  /* of a vertex program: 1: y is negated */
} agal_interface;

/* The interface of the shader of a stage. NULL: the result has no such shader, or the option "reflect" is off. With the
 * option "bindings-only" nothing else is described: there is no part "reflection", which takes longer than a
 * translation. */
AGAL_API const agal_interface* agal_result_interface(const agal_result* result, agal_stage stage);

/* The answer of a proof. */
typedef enum agal_verdict {
  AGAL_VERDICT_EQUAL = 0,      /* for all inputs, up to the class of the proof */
  AGAL_VERDICT_DIFFERENT = 1,  /* for inputs that are given, or an output is missing */
  AGAL_VERDICT_NOT_DECIDED = 2 /* neither was found */
} agal_verdict;

/* How much an equality grants. Each class includes those before it: docs/proof.md. */
typedef enum agal_proof_class {
  AGAL_PROOF_EXACT = 0,         /* every bit, but for the payload and the sign of a NaN */
  AGAL_PROOF_UNDEFINED = 1,     /* what AGAL or the target leaves open */
  AGAL_PROOF_ROUNDING = 2,      /* the rounding of steps */
  AGAL_PROOF_VALUE_CHANGING = 3 /* what no specification allows */
} agal_proof_class;

/* A rule above AGAL_PROOF_EXACT that an equality needs. */
typedef struct agal_proof_rule {
  const char* name;            /* name in docs/proof.md */
  agal_proof_class rule_class; /* class of the rule */
  uint32_t count;              /* how often it was applied */
} agal_proof_rule;

/* The kind of an input. */
typedef enum agal_input_kind {
  AGAL_INPUT_CONSTANT = 0,
  AGAL_INPUT_ATTRIBUTE = 1,
  AGAL_INPUT_VARYING = 2,
  AGAL_INPUT_INSTANCE = 3 /* the number of the instance, as the first value */
} agal_input_kind;

/* An input for which two programs differ. */
typedef struct agal_proof_input {
  char name[8];         /* "fc0" */
  agal_input_kind kind; /* kind of the input */
  uint32_t number;      /* number of the register */
  float values[16];     /* x, y, z, w in each pixel of the quad; all four pixels have the same but for varyings */
} agal_proof_input;

/* Inputs for which the two differ. */
typedef struct agal_difference {
  const char* output;             /* output that differs: "oc.x", "discard" */
  uint32_t pixel;                 /* pixel of the quad in which it differs; 0 for a vertex program */
  float expected;                 /* value by the program; 1 and 0 for "discard" */
  float found;                    /* value by the other */
  uint32_t samples;               /* 1: textures take part, whose texels are then a function of their coordinates */
  const agal_proof_input* inputs; /* inputs that the outputs depend on */
  size_t input_count;             /* how many inputs */
} agal_difference;

/* What agal_prove found. */
typedef struct agal_proof {
  agal_verdict verdict;              /* the answer */
  agal_proof_class proof_class;      /* class of an equality */
  const agal_proof_rule* rules;      /* rules that an equality needs */
  size_t rule_count;                 /* how many rules */
  uint32_t terms;                    /* terms of the last attempt */
  const char* reason;                /* why it is not decided, or what is missing; "": see the others */
  const char* output;                /* the first output that is not proved; "": all are */
  const char* expected;              /* the smallest term of the program that differs, as text; "" of an equality */
  const char* found;                 /* the term of the other in its place */
  const agal_difference* difference; /* NULL: it is not different, or an output is missing */
} agal_proof;

#ifndef AGAL_WITHOUT_PROOFS
/* The proof about the program of a stage. NULL: the result has none. */
AGAL_API const agal_proof* agal_result_proof(const agal_result* result, agal_stage stage);
#endif

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
