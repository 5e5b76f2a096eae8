// Tests that run once for each of several backends.
#pragma once

#include <gtest/gtest.h>

#include "exec/backend.hpp"
#include "support/facility.hpp"

namespace agal::exec {

struct BackendParameter {
  const char* name;
  test::Facility facility;
  Opened (*open)();
};
inline void PrintTo(const BackendParameter& backend, std::ostream* out) { *out << backend.name; }
inline std::string name_of_backend(const testing::TestParamInfo<BackendParameter>& parameter) {
  return parameter.param.name;
}

class BackendParameterTest : public testing::TestWithParam<BackendParameter> {
 protected:
  void SetUp() override {
    Opened opened = GetParam().open();
    const std::string missing = opened.backend ? "" : std::string(GetParam().name) + ": " + opened.missing;
    AGAL_NEED(GetParam().facility, missing);
    backend_ = std::move(opened.backend);
  }
  std::unique_ptr<Backend> backend_;
};

}  // namespace agal::exec
