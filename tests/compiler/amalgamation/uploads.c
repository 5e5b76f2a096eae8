/* Makes uploads as hostile games might, and prints the verdict of each, so that two libraries can be compared:
 *
 *     uploads compile|validate|print COUNT SEED <LIST
 *
 * LIST has paths of programs, bytecode or text. An upload is one of these programs, one of them with changes, random
 * tokens, or random bytes. The verdict is the player's own number of the error, or 0, as four bytes. `compile` also
 * translates what is accepted. `print` prints each upload instead, after its size as four bytes. Equal seeds make equal
 * uploads. With the environment variable AGAL_UPLOADS_FOLDER, the uploads are written to this folder instead. */
#include <agal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { max_programs = 8192, max_line = 4096, max_bytes = 1 << 16, header = 7, token = 24 };

typedef struct bytes {
  unsigned char* data;
  size_t size;
} bytes;

static bytes programs[max_programs];
static size_t program_count;
static uint64_t state;

static void fail(const char* what) {
  fprintf(stderr, "uploads: %s\n", what);
  exit(2);
}

/* splitmix64 */
static uint64_t next(void) {
  uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static size_t below(size_t bound) { return (size_t)(next() % bound); }

static void load(const char* path, const agal_options* options) {
  static char text[max_bytes];
  FILE* const file = fopen(path, "rb");
  size_t size;
  agal_result* result;
  if (file == NULL) fail(path);
  size = fread(text, 1, sizeof text, file);
  fclose(file);
  result = agal_assemble(text, size, options); /* an error if the text is bytecode */
  if (agal_result_status(result) == AGAL_OK) {
    size_t length = 0;
    const char* const content = agal_result_get(result, "bytecode", &length);
    memcpy(text, content, length < sizeof text ? length : sizeof text);
    size = length;
  }
  agal_result_release(result);
  if (size < header || (unsigned char)text[0] != 0xa0 || size > sizeof text) return;
  if (program_count == max_programs) fail("there are too many programs");
  programs[program_count].data = malloc(size);
  if (programs[program_count].data == NULL) fail("out of memory");
  memcpy(programs[program_count].data, text, size);
  programs[program_count++].size = size;
}

/* Makes one change: a bit, a byte, a field of another program, a token more or less, or an earlier end. */
static size_t change(unsigned char* upload, size_t size) {
  static const unsigned char usual[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 0xe4, 254, 255};
  const size_t at = below(size);
  const bytes* const other = &programs[below(program_count)];
  const size_t tokens = size > header ? (size - header) / token : 0;
  switch (below(8)) {
    case 0: upload[at] ^= (unsigned char)(1u << below(8)); return size;
    case 1: upload[at] = usual[below(sizeof usual)]; return size;
    case 2: upload[at] = (unsigned char)next(); return size;
    case 3: {
      const size_t from = below(other->size), room = size - at, count = 1 + below(8);
      size_t i;
      for (i = 0; i < count && i < room && from + i < other->size; ++i) upload[at + i] = other->data[from + i];
      return size;
    }
    case 4:
      if (tokens > 0 && other->size >= header + token) {
        const size_t from = below((other->size - header) / token);
        memcpy(upload + header + token * below(tokens), other->data + header + token * from, token);
      }
      return size;
    case 5:
      if (tokens > 1) {
        const size_t gone = below(tokens);
        memmove(upload + header + token * gone, upload + header + token * (gone + 1),
                size - header - token * (gone + 1));
        return size - token;
      }
      return size;
    case 6:
      if (tokens > 0 && size + token <= max_bytes) {
        memcpy(upload + size, upload + header + token * below(tokens), token);
        return size + token;
      }
      return size;
    default: return below(16) == 0 ? at + 1 : size;
  }
}

static size_t random_tokens(unsigned char* upload) {
  static const unsigned char head[header] = {0xa0, 1, 0, 0, 0, 0xa1, 0};
  const size_t count = 1 + below(6);
  size_t i;
  memcpy(upload, head, header);
  upload[1] = (unsigned char)(1 + below(3));
  upload[6] = (unsigned char)below(2);
  for (i = 0; i < count; ++i) {
    unsigned char* const at = upload + header + token * i;
    size_t k;
    memset(at, 0, token);
    at[0] = (unsigned char)below(0x30);
    for (k = 4; k < token; ++k) at[k] = (unsigned char)(below(3) == 0 ? 0 : below(k % 8 == 3 || k % 8 == 7 ? 256 : 8));
  }
  return header + token * count;
}

static size_t make_upload(unsigned char* upload) {
  const bytes* const from = &programs[below(program_count)];
  size_t size = from->size, i, count;
  switch (below(16)) {
    case 0:
      size = below(256);
      for (i = 0; i < size; ++i) upload[i] = (unsigned char)next();
      return size;
    case 1:
    case 2: return random_tokens(upload);
    default: break;
  }
  memcpy(upload, from->data, size);
  count = below(6); /* unchanged if it is 0 */
  for (i = 0; i < count; ++i) size = change(upload, size);
  return size;
}

static void write_upload(const char* folder, unsigned long number, const unsigned char* upload, size_t size) {
  char path[max_line];
  FILE* file;
  snprintf(path, sizeof path, "%s/%08lu.bin", folder, number);
  file = fopen(path, "wb");
  if (file == NULL || fwrite(upload, 1, size, file) != size || fclose(file) != 0) fail(path);
}

static void print_upload(const unsigned char* upload, size_t size) {
  const uint32_t count = (uint32_t)size;
  if (fwrite(&count, sizeof count, 1, stdout) != 1 || fwrite(upload, 1, size, stdout) != size)
    fail("the uploads cannot be written");
}

int main(int argc, char** argv) {
  const int prints = argc == 4 && strcmp(argv[1], "print") == 0;
  const int compiles = argc == 4 && strcmp(argv[1], "compile") == 0;
  const unsigned long count = argc == 4 ? strtoul(argv[2], NULL, 10) : 0;
  const char* const folder = getenv("AGAL_UPLOADS_FOLDER");
  static const char* const targets[] = {"essl300", "wgsl", "spv", "essl100"};
  agal_options* options[4];
  unsigned long accepted = 0, untranslated = 0, i;
  char line[max_line];
  if (count == 0) fail("the arguments are compile, validate or print, a count and a seed; stdin has paths of programs");
  state = strtoul(argv[3], NULL, 10);
  for (i = 0; i < 4; ++i) {
    options[i] = agal_options_create();
    if (options[i] == NULL || agal_options_set(options[i], "target", targets[i]) != AGAL_OK ||
        agal_options_set(options[i], "bytecode", "true") != AGAL_OK ||
        agal_options_set(options[i], "adobe-order", "true") != AGAL_OK ||
        agal_options_set(options[i], "bindings-only", "true") != AGAL_OK ||
        agal_options_set(options[i], "validate-spirv", "false") != AGAL_OK)
      fail("an option is not accepted");
  }
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    load(line, NULL);
  }
  if (program_count == 0) fail("there are no programs");
  for (i = 0; i < count; ++i) {
    static unsigned char scratch[max_bytes + token];
    const size_t size = make_upload(scratch);
    unsigned char* const upload = malloc(size + 1); /* ends with the upload, so that sanitizers find reads after it */
    agal_result* result;
    uint32_t number;
    if (upload == NULL) fail("out of memory");
    memcpy(upload + 1, scratch, size);
    if (folder != NULL) write_upload(folder, i, upload + 1, size);
    if (prints) print_upload(upload + 1, size);
    if (folder != NULL || prints) {
      free(upload);
      continue;
    }
    result =
        compiles ? agal_compile(upload + 1, size, options[i % 4]) : agal_validate(upload + 1, size, options[i % 4]);
    number = agal_result_player_error(result);
    if (agal_result_status(result) == AGAL_OK) ++accepted;
    if (agal_result_status(result) == AGAL_REJECTED && number == 0) ++untranslated;
    if (agal_result_status(result) != AGAL_OK && agal_result_status(result) != AGAL_REJECTED)
      fail(agal_result_get(result, "messages", NULL));
    agal_result_release(result);
    free(upload);
    if (fwrite(&number, sizeof number, 1, stdout) != 1) fail("the verdicts cannot be written");
  }
  if (!prints)
    fprintf(stderr, "uploads: %lu uploads of %lu programs, %lu accepted, %lu rejected without a number of the player\n",
            count, (unsigned long)program_count, accepted, untranslated);
  for (i = 0; i < 4; ++i) agal_options_release(options[i]);
  for (i = 0; i < program_count; ++i) free(programs[i].data);
  return 0;
}
