/* Writes everything that the functions of agal.h give for a list of programs, so that two libraries can be compared:
 *
 *     products TARGET… <LIST
 *
 * A line of LIST names a program (a path), or a pair (two paths with a tab between them). */
#include <agal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { max_targets = 32, max_line = 4096, registers = 128, width = 4 };

typedef struct program {
  char* bytes;
  size_t size;
} program;

static agal_options* by_target[max_targets];
static char** targets;
static int target_count;

static void fail(const char* what) {
  fprintf(stderr, "products: %s\n", what);
  exit(1);
}

static program load(const char* path) {
  program loaded = {NULL, 0};
  FILE* const file = fopen(path, "rb");
  size_t room = 4096, count;
  if (file == NULL) fail(path);
  for (;;) {
    loaded.bytes = realloc(loaded.bytes, room);
    if (loaded.bytes == NULL) fail("out of memory");
    count = fread(loaded.bytes + loaded.size, 1, room - loaded.size, file);
    loaded.size += count;
    if (count == 0) break;
    if (loaded.size == room) room *= 2;
  }
  fclose(file);
  return loaded;
}

static void set(agal_options* options, const char* name, const char* value) {
  if (agal_options_set(options, name, value) != AGAL_OK) fail(agal_options_message(options));
}

static void show_slots(const agal_slots* slots) {
  printf(" slots %u %u %u %u %u", slots->set, slots->binding, slots->msl, slots->hlsl, slots->hlsl_space);
}

static void show_interface(const agal_interface* shader) {
  const agal_constants* const constants = &shader->constants;
  size_t i, k;
  printf("-- interface %d %u %s: %u %u %u %u %d %u %u\n", (int)shader->stage, shader->version, shader->entry_point,
         shader->position, shader->colors, shader->depth, shader->kills, (int)shader->instance_id, shader->negative_z,
         shader->flip_y);
  for (i = 0; i < shader->attribute_count; ++i)
    printf("%s %u %u\n", shader->attributes[i].name, shader->attributes[i].location, shader->attributes[i].components);
  for (i = 0; i < shader->varying_count; ++i)
    printf("%s %u %u %u\n", shader->varyings[i].name, shader->varyings[i].location, shader->varyings[i].components,
           shader->varyings[i].centroid);
  printf("%s %u %u %d %u %u %u %s %s", constants->name, constants->count, constants->indirect, (int)constants->mode,
         constants->stride, constants->offset, constants->location, constants->block, constants->member);
  show_slots(&constants->slots);
  for (i = 0; i < constants->range_count; ++i) printf(" %u+%u", constants->ranges[i].first, constants->ranges[i].count);
  putchar('\n');
  for (i = 0; i < shader->sampler_count; ++i) {
    const agal_sampler* const sampler = &shader->samplers[i];
    printf("%s %u %u %d %u %u", sampler->name, sampler->index, sampler->active, (int)sampler->kind, sampler->filtering,
           sampler->sampler_binding);
    show_slots(&sampler->slots);
    for (k = 0; k < sampler->state_count; ++k)
      printf(" state %u %u %u %u %u %u %f %u", sampler->states[k].filter, sampler->states[k].mip,
             sampler->states[k].wrap, sampler->states[k].read_mode, sampler->states[k].special,
             sampler->states[k].anisotropy, (double)sampler->states[k].bias, sampler->states[k].token);
    putchar('\n');
  }
}

static void show_structures(const agal_result* result) {
  size_t i, count;
  const agal_diagnostic* const rows = agal_result_diagnostics(result, &count);
  const agal_interface* const vertex = agal_result_interface(result, AGAL_STAGE_VERTEX);
  const agal_interface* const fragment = agal_result_interface(result, AGAL_STAGE_FRAGMENT);
  printf("-- player error %u\n", agal_result_player_error(result));
  for (i = 0; i < count; ++i)
    printf("%u %d %d %u %d %u %u %u %u %u|%s|%s|%s|%s\n", rows[i].number, (int)rows[i].severity, (int)rows[i].stage,
           rows[i].token, (int)rows[i].operand, rows[i].line, rows[i].column, rows[i].byte_offset, rows[i].caret,
           rows[i].caret_length, rows[i].file, rows[i].message, rows[i].snippet, rows[i].help);
  if (vertex != NULL) show_interface(vertex);
  if (fragment != NULL) show_interface(fragment);
}

/* Prints a result, and releases it. */
static void show(const char* operation, const char* target, const char* name, agal_result* result) {
  size_t i, size;
  printf("== %s %s %s\nstatus %d, %lu errors, %lu warnings\n", operation, target, name, (int)agal_result_status(result),
         (unsigned long)agal_result_errors(result), (unsigned long)agal_result_warnings(result));
  for (i = 0; i < agal_result_count(result); ++i) {
    const char* const content = agal_result_at(result, i, &size);
    printf("-- %s: %lu bytes\n", agal_result_name(result, i), (unsigned long)size);
    fwrite(content, 1, size, stdout);
    putchar('\n');
  }
  show_structures(result);
  agal_result_release(result);
}

/* Returns an arbitrary number that a float can represent. */
static float number(int i) { return (float)(i * 37 % 101) / 16.0f - 2.0f; }

static agal_inputs* inputs_with(const char* kind, uint32_t depth) {
  agal_inputs* const inputs = agal_inputs_create();
  float values[4 * registers];
  uint32_t pixel;
  int i;
  if (inputs == NULL) fail("out of memory");
  for (i = 0; i < 4 * registers; ++i) values[i] = number(i);
  agal_inputs_set_constants(inputs, values, registers);
  for (i = 0; i < 8; ++i) agal_inputs_set_attribute(inputs, (uint32_t)i, values + 4 * i);
  for (pixel = 0; pixel < 4; ++pixel)
    for (i = 0; i < 10; ++i) agal_inputs_set_varying(inputs, pixel, (uint32_t)i, values + 3 * i + pixel);
  for (i = 0; i < 8; ++i) agal_inputs_set_texture(inputs, (uint32_t)i, kind, width, width, depth, values, 1);
  return inputs;
}

static void show_program(const char* path, agal_options* options, const agal_inputs* const inputs[2]) {
  const program given = load(path);
  int i;
  set(options, "name", path);
  show("assemble", "", path, agal_assemble(given.bytes, given.size, options));
  show("disassemble", "", path, agal_disassemble(given.bytes, given.size, options));
  show("validate", "", path, agal_validate(given.bytes, given.size, options));
  for (i = 0; i < 2; ++i)
    show("interpret", i == 0 ? "2d" : "cube", path, agal_interpret(given.bytes, given.size, inputs[i], options));
  for (i = 0; i < target_count; ++i) {
    set(by_target[i], "name", path);
    show("compile", targets[i], path, agal_compile(given.bytes, given.size, by_target[i]));
  }
  free(given.bytes);
}

static void show_pair(const char* vertex_path, const char* fragment_path) {
  const program vertex = load(vertex_path), fragment = load(fragment_path);
  int i;
  for (i = 0; i < target_count; ++i) {
    set(by_target[i], "vertex-name", vertex_path);
    set(by_target[i], "fragment-name", fragment_path);
    show("link", targets[i], vertex_path,
         agal_link(vertex.bytes, vertex.size, fragment.bytes, fragment.size, by_target[i]));
  }
  free(vertex.bytes);
  free(fragment.bytes);
}

int main(int argc, char** argv) {
  agal_options* const options = agal_options_create();
  const agal_inputs* const inputs[2] = {inputs_with("2d", 1), inputs_with("cube", 6)};
  char line[max_line];
  int i;
  targets = argv + 1;
  target_count = argc - 1;
  if (target_count < 1 || target_count > max_targets) fail("the arguments are targets");
  set(options, "lint", "all");
  set(options, "trace", "true");
  for (i = 0; i < target_count; ++i) {
    by_target[i] = agal_options_create();
    set(by_target[i], "target", targets[i]);
    set(by_target[i], "validate-spirv", "false");
    if (strcmp(targets[i], "spv") != 0) set(by_target[i], "writer", "own");
  }
  puts(agal_version());
  for (i = 0; i < 2; ++i) {
    static const char* const tables[] = {"targets", "opcodes"};
    show("list", "", tables[i], agal_list(tables[i]));
  }
  show("explain", "", "3652", agal_explain("3652"));
  while (fgets(line, sizeof line, stdin) != NULL) {
    char* tab;
    line[strcspn(line, "\n")] = '\0';
    tab = strchr(line, '\t');
    if (tab == NULL) {
      show_program(line, options, inputs);
    } else {
      *tab = '\0';
      show_pair(line, tab + 1);
    }
  }
  for (i = 0; i < target_count; ++i) agal_options_release(by_target[i]);
  for (i = 0; i < 2; ++i) agal_inputs_release((agal_inputs*)inputs[i]);
  agal_options_release(options);
  return ferror(stdout) ? 1 : 0;
}
