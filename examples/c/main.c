/* Compiles an AGAL program, as bytecode or as assembly text, to WGSL, through the C interface. */
#include <agal/agal.h>
#include <stdio.h>
#include <stdlib.h>

static char* read_file(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  char* bytes = NULL;
  long length;
  if (file == NULL) return NULL;
  if (fseek(file, 0, SEEK_END) == 0 && (length = ftell(file)) >= 0 && fseek(file, 0, SEEK_SET) == 0) {
    *size = (size_t)length;
    bytes = malloc(*size + 1);
    if (bytes != NULL && fread(bytes, 1, *size, file) != *size) {
      free(bytes);
      bytes = NULL;
    }
  }
  fclose(file);
  return bytes;
}

int main(int argc, char** argv) {
  size_t size = 0;
  char* const bytes = argc == 2 ? read_file(argv[1], &size) : NULL;
  agal_options* const options = agal_options_create();
  agal_result* result;
  agal_status status;
  if (bytes == NULL || options == NULL) return 2;

  agal_options_set(options, "name", argv[1]);
  agal_options_set(options, "target", "wgsl");
  result = agal_compile(bytes, size, options);
  status = agal_result_status(result);
  fputs(agal_result_get(result, "messages", NULL), stderr);
  if (status == AGAL_OK) {
    const char* const vertex = agal_result_get(result, "vertex", NULL);
    fputs(vertex != NULL ? vertex : agal_result_get(result, "fragment", NULL), stdout);
  }

  agal_result_release(result);
  agal_options_release(options);
  free(bytes);
  return status == AGAL_OK ? 0 : 1;
}
