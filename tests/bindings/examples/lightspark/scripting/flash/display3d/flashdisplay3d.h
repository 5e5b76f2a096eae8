// Declares the part of Lightspark that the adapter uses.
#pragma once

#include <cstdint>

#include "tiny_string.h"

enum RegisterType { ATTRIBUTE = 0, CONSTANT = 1, TEMPORARY = 2, OUTPUT = 3, VARYING = 4, SAMPLER = 5 };
enum RegisterUsage {
  UNUSED,
  VECTOR_4,
  MATRIX_4_4,
  SAMPLER_2D,
  SAMPLER_2D_ALPHA,
  SAMPLER_CUBE,
  SAMPLER_CUBE_ALPHA,
  VECTOR_4_ARRAY
};

struct SamplerRegister {
  int32_t b, d, f, m, n;
  bool isVertexProgram;
  int32_t s, t;
  RegisterType type;
  int32_t w;
  uint32_t program_sampler_id;
};

struct RegisterMapEntry {
  uint32_t program_register_id = UINT32_MAX;
  lightspark::tiny_string name;
  uint32_t number;
  RegisterType type;
  RegisterUsage usage;
};
