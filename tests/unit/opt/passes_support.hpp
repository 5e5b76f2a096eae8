// Shared by the tests of the passes.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <utility>

#include "ir/builder.hpp"
#include "opt/passes.hpp"
#include "support/lowering.hpp"

namespace agal::opt {

/// Runs one pass on a copy and verifies the result.
template <class Pass>
ir::Module after(Pass pass, ir::Module module) {
  EXPECT_EQ(ir::verify(module), "") << ir::print(module);
  pass(module);
  EXPECT_EQ(ir::verify(module), "") << ir::print(module);
  return module;
}

/// A fragment program built by hand: two varyings, two uniforms, and the code of the test; `store` ends it.
class PassTest : public testing::Test {
 protected:
  PassTest() {
    module.stage = Stage::Fragment;
    module.samplers = {{0, ir::Dimension::Plane}};
    v0 = build.make(ir::Op::LoadVarying, ir::float_type(4), {}, 0);
    v1 = build.make(ir::Op::LoadVarying, ir::float_type(4), {}, 1);
    fc0 = build.make(ir::Op::LoadUniform, ir::float_type(4), {}, 0);
  }

  ir::Value lanes(std::initializer_list<ir::Lane> list) { return build.compose({list.begin(), list.size()}); }
  ir::Value lane(ir::Value v, std::uint8_t c) { return lanes({{v, c}}); }
  void store(ir::Value v, std::uint32_t output = 0) { build.make(ir::Op::StoreColor, {}, {v}, output); }
  /// Stores a scalar in all four lanes.
  void store_scalar(ir::Value v) { store(lanes({{v, 0}, {v, 0}, {v, 0}, {v, 0}})); }

  /// a < b
  ir::Value less(ir::Lane a, ir::Lane b) {
    const ir::Value first = lanes({a});
    return build.compare(ir::Op::Less, first, lanes({b}));
  }
  /// One condition for each lane, all of them different.
  ir::Value condition(std::uint8_t lane) { return less({v1, lane}, {fc0, lane}); }
  void kill(ir::Value condition) { build.make(ir::Op::Kill, {}, {condition}); }
  void open_if(ir::Lane a, ir::Lane b) { build.make(ir::Op::If, {}, {less(a, b)}); }
  void open_else() { build.make(ir::Op::Else, {}); }
  void close_if() { build.make(ir::Op::EndIf, {}); }

  ir::Module module;
  ir::Builder build{module};
  ir::Value v0, v1, fc0;
};

}  // namespace agal::opt
