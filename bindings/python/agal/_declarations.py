"""The declarations for cffi. Written by tools/dev/c_interface.py from include/agal/agal.h. Do not edit."""

TEXT = """\
#define AGAL_ABI_VERSION 1
#define AGAL_NONE 4294967295
typedef struct agal_options agal_options;
typedef struct agal_inputs agal_inputs;
typedef struct agal_result agal_result;
typedef enum agal_status
{
  AGAL_OK = 0,
  AGAL_REJECTED = 1,
  AGAL_BAD_ARGUMENT = 2,
  AGAL_OUT_OF_MEMORY = 3,
  AGAL_INTERNAL_ERROR = 4
} agal_status;
uint32_t agal_abi_version(void);
const char *agal_version(void);
void *agal_allocate(size_t size);
void agal_free(void *memory);
agal_options *agal_options_create(void);
agal_options *agal_options_copy(const agal_options *options);
agal_status agal_options_set(agal_options *options, const char *name, const char *value);
const char *agal_options_message(const agal_options *options);
void agal_options_release(agal_options *options);
agal_result *agal_assemble(const char *text, size_t size, const agal_options *options);
agal_result *agal_disassemble(const void *program, size_t size, const agal_options *options);
agal_result *agal_validate(const void *program, size_t size, const agal_options *options);
agal_result *agal_compile(const void *program, size_t size, const agal_options *options);
agal_result *agal_link(const void *vertex, size_t vertex_size, const void *fragment, size_t fragment_size, const agal_options *options);
agal_result *agal_interpret(const void *program, size_t size, const agal_inputs *inputs, const agal_options *options);
agal_result *agal_extract(const void *file, size_t size, const char *name, const agal_options *options);
agal_result *agal_prove(const void *program, size_t size, const void *other, size_t other_size, const agal_options *options);
agal_result *agal_explain(const char *word);
agal_result *agal_list(const char *table);
agal_status agal_result_status(const agal_result *result);
size_t agal_result_errors(const agal_result *result);
size_t agal_result_warnings(const agal_result *result);
const char *agal_result_get(const agal_result *result, const char *part, size_t *size);
size_t agal_result_count(const agal_result *result);
const char *agal_result_name(const agal_result *result, size_t index);
const char *agal_result_at(const agal_result *result, size_t index, size_t *size);
void agal_result_release(agal_result *result);
typedef enum agal_severity
{
  AGAL_SEVERITY_NOTE = 0,
  AGAL_SEVERITY_WARNING = 1,
  AGAL_SEVERITY_ERROR = 2
} agal_severity;
typedef enum agal_stage
{
  AGAL_STAGE_VERTEX = 0,
  AGAL_STAGE_FRAGMENT = 1,
  AGAL_STAGE_UNKNOWN = 2
} agal_stage;
typedef enum agal_operand
{
  AGAL_OPERAND_NONE = 0,
  AGAL_OPERAND_OPCODE = 1,
  AGAL_OPERAND_DESTINATION = 2,
  AGAL_OPERAND_SOURCE_1 = 3,
  AGAL_OPERAND_SOURCE_2 = 4
} agal_operand;
typedef struct agal_diagnostic
{
  uint32_t number;
  agal_severity severity;
  agal_stage stage;
  uint32_t token;
  agal_operand operand;
  uint32_t line;
  uint32_t column;
  uint32_t byte_offset;
  uint32_t caret;
  uint32_t caret_length;
  const char *file;
  const char *message;
  const char *snippet;
  const char *help;
} agal_diagnostic;
const agal_diagnostic *agal_result_diagnostics(const agal_result *result, size_t *count);
uint32_t agal_result_player_error(const agal_result *result);
typedef struct agal_slots
{
  uint32_t set;
  uint32_t binding;
  uint32_t msl;
  uint32_t hlsl;
  uint32_t hlsl_space;
} agal_slots;
typedef struct agal_register_range
{
  uint32_t first;
  uint32_t count;
} agal_register_range;
typedef enum agal_constants_mode
{
  AGAL_CONSTANTS_UBO = 0,
  AGAL_CONSTANTS_PLAIN = 1,
  AGAL_CONSTANTS_PUSH = 2
} agal_constants_mode;
typedef struct agal_constants
{
  char name[8];
  uint32_t count;
  uint32_t indirect;
  agal_constants_mode mode;
  uint32_t stride;
  uint32_t offset;
  uint32_t location;
  agal_slots slots;
  const char *block;
  const char *member;
  const agal_register_range *ranges;
  size_t range_count;
} agal_constants;
typedef struct agal_attribute
{
  char name[8];
  uint32_t location;
  uint32_t components;
} agal_attribute;
typedef struct agal_varying
{
  char name[8];
  uint32_t location;
  uint32_t components;
  uint32_t centroid;
} agal_varying;
typedef enum agal_texture_kind
{
  AGAL_TEXTURE_2D = 0,
  AGAL_TEXTURE_CUBE = 1,
  AGAL_TEXTURE_3D = 2
} agal_texture_kind;
typedef enum agal_filter
{
  AGAL_FILTER_NEAREST = 0,
  AGAL_FILTER_LINEAR = 1,
  AGAL_FILTER_ANISOTROPIC_2X = 2,
  AGAL_FILTER_ANISOTROPIC_4X = 3,
  AGAL_FILTER_ANISOTROPIC_8X = 4,
  AGAL_FILTER_ANISOTROPIC_16X = 5
} agal_filter;
typedef enum agal_mip
{
  AGAL_MIP_NONE = 0,
  AGAL_MIP_NEAREST = 1,
  AGAL_MIP_LINEAR = 2
} agal_mip;
typedef enum agal_wrap
{
  AGAL_WRAP_CLAMP = 0,
  AGAL_WRAP_REPEAT = 1,
  AGAL_WRAP_CLAMP_U_REPEAT_V = 2,
  AGAL_WRAP_REPEAT_U_CLAMP_V = 3
} agal_wrap;
typedef enum agal_read_mode
{
  AGAL_READ_RGBA = 0,
  AGAL_READ_COMPRESSED = 1,
  AGAL_READ_COMPRESSED_ALPHA = 2,
  AGAL_READ_VIDEO = 3
} agal_read_mode;
typedef enum agal_special
{
  AGAL_SPECIAL_CENTROID = 1,
  AGAL_SPECIAL_SINGLE = 2,
  AGAL_SPECIAL_IGNORE_SAMPLER = 4
} agal_special;
typedef struct agal_sampler_state
{
  uint32_t filter;
  uint32_t mip;
  uint32_t wrap;
  uint32_t read_mode;
  uint32_t special;
  uint32_t anisotropy;
  float bias;
  uint32_t token;
} agal_sampler_state;
typedef struct agal_sampler
{
  char name[8];
  uint32_t index;
  uint32_t active;
  agal_texture_kind kind;
  uint32_t filtering;
  agal_slots slots;
  uint32_t sampler_binding;
  const agal_sampler_state *states;
  size_t state_count;
} agal_sampler;
typedef enum agal_instance_id
{
  AGAL_INSTANCE_NONE = 0,
  AGAL_INSTANCE_FROM_ZERO = 1,
  AGAL_INSTANCE_FROM_FIRST = 2
} agal_instance_id;
typedef struct agal_interface
{
  agal_stage stage;
  uint32_t version;
  const char *entry_point;
  const agal_attribute *attributes;
  size_t attribute_count;
  const agal_varying *varyings;
  size_t varying_count;
  const agal_sampler *samplers;
  size_t sampler_count;
  agal_constants constants;
  uint32_t position;
  uint32_t colors;
  uint32_t depth;
  uint32_t kills;
  agal_instance_id instance_id;
  uint32_t negative_z;
  uint32_t flip_y;
} agal_interface;
const agal_interface *agal_result_interface(const agal_result *result, agal_stage stage);
typedef enum agal_verdict
{
  AGAL_VERDICT_EQUAL = 0,
  AGAL_VERDICT_DIFFERENT = 1,
  AGAL_VERDICT_NOT_DECIDED = 2
} agal_verdict;
typedef enum agal_proof_class
{
  AGAL_PROOF_EXACT = 0,
  AGAL_PROOF_UNDEFINED = 1,
  AGAL_PROOF_ROUNDING = 2,
  AGAL_PROOF_VALUE_CHANGING = 3
} agal_proof_class;
typedef struct agal_proof_rule
{
  const char *name;
  agal_proof_class rule_class;
  uint32_t count;
} agal_proof_rule;
typedef enum agal_input_kind
{
  AGAL_INPUT_CONSTANT = 0,
  AGAL_INPUT_ATTRIBUTE = 1,
  AGAL_INPUT_VARYING = 2,
  AGAL_INPUT_INSTANCE = 3
} agal_input_kind;
typedef struct agal_proof_input
{
  char name[8];
  agal_input_kind kind;
  uint32_t number;
  float values[16];
} agal_proof_input;
typedef struct agal_difference
{
  const char *output;
  uint32_t pixel;
  float expected;
  float found;
  uint32_t samples;
  const agal_proof_input *inputs;
  size_t input_count;
} agal_difference;
typedef struct agal_proof
{
  agal_verdict verdict;
  agal_proof_class proof_class;
  const agal_proof_rule *rules;
  size_t rule_count;
  uint32_t terms;
  const char *reason;
  const char *output;
  const char *expected;
  const char *found;
  const agal_difference *difference;
} agal_proof;
const agal_proof *agal_result_proof(const agal_result *result, agal_stage stage);
agal_inputs *agal_inputs_create(void);
agal_status agal_inputs_set_constants(agal_inputs *inputs, const float *values, size_t registers);
agal_status agal_inputs_set_attribute(agal_inputs *inputs, uint32_t number, const float value[4]);
agal_status agal_inputs_set_varying(agal_inputs *inputs, uint32_t pixel, uint32_t number, const float value[4]);
agal_status agal_inputs_set_instance(agal_inputs *inputs, uint32_t instance);
agal_status agal_inputs_set_texture(agal_inputs *inputs, uint32_t sampler, const char *kind, uint32_t width, uint32_t height, uint32_t depth, const float *texels, int levels);
void agal_inputs_release(agal_inputs *inputs);
"""
