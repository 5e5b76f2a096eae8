// Tests that run for each way of executing: a backend by its name.
#pragma once

#include <gtest/gtest.h>

#include "exec/backend.hpp"
#include "support/facility.hpp"

namespace agal::exec {

struct Way {
  const char* name;
  test::Facility facility;
  Opened (*open)();
};
inline void PrintTo(const Way& way, std::ostream* out) { *out << way.name; }
inline std::string name_of_way(const testing::TestParamInfo<Way>& parameter) { return parameter.param.name; }

class OneWay : public testing::TestWithParam<Way> {
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
