// Tests the highest numbers of resources (slots.def) with glslang, which has most of them.
#include "target/slots.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "agal/assembly.hpp"
#include "agal/translate.hpp"
#include "support/glslang_oracle.hpp"

namespace agal::compilers {
namespace {

using target::LastSlot;
using target::SlotKind;

// Returns a program whose texture, or whose constants, have a number.
std::string text_with(const LastSlot& row, std::uint32_t number) {
  const Result<Program> program = assemble("tex ft0, v0, fs0 <2d>\nmul oc, ft0, fc0\n", "slots.frag.agal");
  TranslateOptions options;
  options.target = row.target;
  if (row.kind == SlotKind::Sampler) options.samplers = Samplers::Separate;
  switch (row.kind) {
    case SlotKind::Constants: options.bindings = {{"fc", 0, number}}; break;
    case SlotKind::Texture: options.bindings = {{"fs0", 0, number}}; break;
    case SlotKind::Sampler: options.bindings = {{"fs0_sampler", 0, number}}; break;
    case SlotKind::Set: options.bindings = {{"fs0", number, 0}}; break;
  }
  const Result<std::string> made = write(*program, options);
  EXPECT_TRUE(made.has_value()) << render_text(made.diagnostics());
  return made ? *made : std::string();
}

TEST(Slots, GlslangAcceptsTheLastAndRejectsTheNext) {
  int rows = 0;
  for (const LastSlot& row : target::last_slot_table) {
    if (row.reason != "glslang") continue;
    ++rows;
    std::string text = text_with(row, row.last);
    EXPECT_EQ(test::glslang_error(text, row.target, Stage::Fragment), std::nullopt) << text;
    const std::string last = "= " + std::to_string(row.last), next = "= " + std::to_string(row.last + 1);
    const std::size_t at = text.find(last);
    ASSERT_NE(at, std::string::npos) << text;
    text.replace(at, last.size(), next);
    EXPECT_NE(test::glslang_error(text, row.target, Stage::Fragment), std::nullopt) << text;
  }
  EXPECT_GE(rows, 8);
}

}  // namespace
}  // namespace agal::compilers
