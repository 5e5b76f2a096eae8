// Owning pointers to the objects of agal.h, and functions that create options and return parts of results.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include "agal/agal.h"

namespace agal::c_test {

struct Release {
  void operator()(agal_options* options) const { agal_options_release(options); }
  void operator()(agal_inputs* inputs) const { agal_inputs_release(inputs); }
  void operator()(agal_result* result) const { agal_result_release(result); }
  void operator()(agal_compilation* compilation) const { agal_compilation_release(compilation); }
};
using OptionsOwner = std::unique_ptr<agal_options, Release>;
using InputsOwner = std::unique_ptr<agal_inputs, Release>;
using ResultOwner = std::unique_ptr<agal_result, Release>;
using CompilationOwner = std::unique_ptr<agal_compilation, Release>;

inline OptionsOwner options(std::initializer_list<std::pair<const char*, const char*>> values) {
  OptionsOwner made(agal_options_create());
  for (const auto& [name, value] : values)
    EXPECT_EQ(agal_options_set(made.get(), name, value), AGAL_OK) << agal_options_message(made.get());
  return made;
}

inline std::string part(const ResultOwner& result, const char* name) {
  std::size_t size = 0;
  const char* const data = agal_result_get(result.get(), name, &size);
  EXPECT_NE(data, nullptr) << name;
  if (data == nullptr) return {};
  EXPECT_EQ(data[size], 0) << name;
  return {data, size};
}

}  // namespace agal::c_test
