// Tests the C interface. Each allocation of each operation fails in turn.
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "agal/agal.h"
#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "faults/each_allocation.hpp"
#include "faults/known_leaks.hpp"

namespace agal::faults {
namespace {

using test::Allocator;

constexpr std::string_view vertex_text = "m44 op, va0, vc0\nmov v0, va1\n";
constexpr std::string_view fragment_text = "tex ft0, v0, fs0 <2d,linear>\nmul oc, ft0, fc0\n";
constexpr std::string_view wrong_text = "mov fc0, v0\nmo oc, v0\n";

struct ReleaseOptions {
  void operator()(agal_options* options) const { agal_options_release(options); }
};
using Options = std::unique_ptr<agal_options, ReleaseOptions>;

Options options(std::initializer_list<std::pair<const char*, const char*>> values) {
  Options made(agal_options_create());
  for (const auto& [name, value] : values)
    EXPECT_EQ(agal_options_set(made.get(), name, value), AGAL_OK) << agal_options_message(made.get());
  return made;
}

// Returns the content of a result's structures as text.
std::string structures(const agal_result* result) {
  std::string out;
  std::size_t count = 0;
  const agal_diagnostic* const diagnostics = agal_result_diagnostics(result, &count);
  for (std::size_t i = 0; i < count; ++i) out += std::to_string(diagnostics[i].number) + diagnostics[i].message;
  for (const agal_stage stage : {AGAL_STAGE_VERTEX, AGAL_STAGE_FRAGMENT})
    if (const agal_interface* const interface = agal_result_interface(result, stage)) {
      out += interface->entry_point + std::to_string(interface->constants.count);
      for (std::size_t i = 0; i < interface->attribute_count; ++i) out += interface->attributes[i].name;
      for (std::size_t i = 0; i < interface->varying_count; ++i) out += interface->varyings[i].name;
      for (std::size_t i = 0; i < interface->sampler_count; ++i)
        out += interface->samplers[i].name + std::to_string(interface->samplers[i].states[0].filter);
    }
  if (const agal_proof* const proof = agal_result_proof(result, AGAL_STAGE_FRAGMENT)) {
    out += std::to_string(proof->verdict) + proof->expected + proof->found;
    for (std::size_t i = 0; i < proof->rule_count; ++i) out += proof->rules[i].name;
    for (std::size_t i = 0; proof->difference != nullptr && i < proof->difference->input_count; ++i)
      out += proof->difference->inputs[i].name;
  }
  return out;
}

// Returns the status and all parts of a result as text, or "" if memory ran out. Releases the result.
std::string description(agal_result* result) {
  std::string out;
  const agal_status status = agal_result_status(result);
  if (status == AGAL_OUT_OF_MEMORY) {
    EXPECT_EQ(agal_result_count(result), 0u);
    EXPECT_EQ(agal_result_errors(result), 1u);
  } else {
    out = std::to_string(status);
    for (std::size_t i = 0; i < agal_result_count(result); ++i) {
      std::size_t size = 0;
      const char* const data = agal_result_at(result, i, &size);
      out += std::string("\n") + agal_result_name(result, i) + ": " + std::string(data, size);
    }
    out += structures(result);
  }
  agal_result_release(result);
  return out;
}

template <class Operate>
void expect_out_of_memory(const Plan& plan, const Operate& operate) {
  fail_each_allocation(plan, operate, description);
}

// Lets operator new fail in an operation, and then also malloc if tests can make it fail.
template <class Operate>
void expect_out_of_memory(const Operate& operate, std::uint64_t max_tried = Plan{}.max_tried) {
  Plan plan;
  plan.max_tried = max_tried;
  expect_out_of_memory(plan, operate);
  plan.allocator = Allocator::Malloc;
  if (test::malloc_can_fail()) expect_out_of_memory(plan, operate);
}

agal_result* compiled(std::string_view text, const Options& with) {
  return agal_compile(text.data(), text.size(), with.get());
}
agal_result* linked(const Options& with) {
  return agal_link(vertex_text.data(), vertex_text.size(), fragment_text.data(), fragment_text.size(), with.get());
}

constexpr std::uint64_t max_tried_of_long_programs = 40;

// Returns a program with so many branches that SPIRV-Cross runs on a thread with a larger stack.
std::string many_branches() {
  std::string text = "//! agal 2 fragment\nmov ft0, v0\n";
  for (int i = 0; i < 40; ++i) text += "ifg ft0.x, fc0.x\nmul ft0, ft0, fc1\neif\n";
  return text + "mov oc, ft0\n";
}

TEST(OutOfMemory, AssembleReturnsOutOfMemory) {
  for (const std::string_view text : {fragment_text, wrong_text})
    expect_out_of_memory([&] { return agal_assemble(text.data(), text.size(), nullptr); });
}

TEST(OutOfMemory, DisassembleReturnsOutOfMemory) {
  const std::vector<std::byte> bytes = write_bytecode(*assemble(fragment_text));
  expect_out_of_memory([&] { return agal_disassemble(bytes.data(), bytes.size(), nullptr); });
}

TEST(OutOfMemory, ValidateReturnsOutOfMemory) {
  const Options lints = options({{"lint", "all"}});
  for (const std::string_view text : {fragment_text, wrong_text, std::string_view("mov fc0, v0\nmov ft1, v0\n")})
    expect_out_of_memory([&] { return agal_validate(text.data(), text.size(), lints.get()); });
}

// Returns the texts and the results of programs, or "" if memory ran out. Releases them.
std::string description_of_all(agal_compilation* all) {
  std::string out = all->status == AGAL_OUT_OF_MEMORY ? "" : "texts: " + std::string(all->text, all->text_size);
  for (std::size_t i = 0; i < all->program_count; ++i) {
    agal_result* const result = all->programs[i].result;
    if (result == nullptr) continue;
    if (agal_result_status(result) == AGAL_OUT_OF_MEMORY || agal_result_get(result, "messages", nullptr) == nullptr) {
      out.clear();
      break;
    }
    out += agal_result_get(result, "messages", nullptr);
  }
  agal_compilation_release(all);
  return out;
}

TEST(OutOfMemory, CompileAllReturnsOutOfMemory) {
  const Options with = options({{"target", "wgsl"}, {"reflect", "false"}});
  const std::string programs = std::string(vertex_text) + std::string(wrong_text) + std::string(fragment_text);
  const std::vector<std::size_t> sizes{vertex_text.size(), wrong_text.size(), fragment_text.size()};
  fail_each_allocation(
      Plan{}, [&] { return agal_compile_all(programs.data(), sizes.data(), sizes.size(), with.get()); },
      description_of_all);
}

TEST(OutOfMemory, CompileWithOwnWriterReturnsOutOfMemory) {
  for (const char* const target : {"wgsl", "essl100", "essl300", "glsl330"}) {
    SCOPED_TRACE(target);
    const Options with = options({{"target", target}, {"writer", "own"}, {"steps", "true"}});
    expect_out_of_memory([&] { return compiled(fragment_text, with); });
    expect_out_of_memory([&] { return compiled(vertex_text, with); });
  }
  const Options with = options({{"target", "wgsl"}});
  const std::string text = many_branches();
  expect_out_of_memory([&] { return compiled(text, with); }, max_tried_of_long_programs);
}

TEST(OutOfMemory, CompileToSpirvReturnsOutOfMemory) {
  const Options with = options({{"target", "spv"}, {"validate-spirv", "false"}});
  expect_out_of_memory([&] { return compiled(fragment_text, with); });
  expect_out_of_memory([&] { return compiled(vertex_text, with); });
}

// SPIRV-Cross ends the process if malloc fails (docs/data/faults.md), so only operator new fails here.
TEST(OutOfMemory, CompileWithSpirvCrossReturnsOutOfMemory) {
  const std::string long_text = many_branches();
  for (const char* const target : {"essl100", "glsl450", "vulkan-glsl450", "msl12", "msl24", "hlsl50", "hlsl51"}) {
    SCOPED_TRACE(target);
    const Options with = options({{"target", target}, {"writer", "cross"}, {"validate-spirv", "false"}});
    expect_out_of_memory(Plan{}, [&] { return compiled(fragment_text, with); });
    expect_out_of_memory(Plan{}, [&] { return compiled(vertex_text, with); });
    Plan some;
    some.max_tried = max_tried_of_long_programs;
    expect_out_of_memory(some, [&] { return compiled(long_text, with); });
  }
}

// SPIRV-Tools is built without exceptions: its memory is lost when one passes through it (docs/data/faults.md).
TEST(OutOfMemory, CompileWithSpirvToolsReturnsOutOfMemory) {
  Plan leaks;
  leaks.may_leak = true;
  for (const auto& [target, validated] : {std::pair{"spv", "true"}, {"spvasm", "false"}}) {
    const Options with = options({{"target", target}, {"validate-spirv", validated}});
    expect_out_of_memory(leaks, [&] {
      const KnownLeaks ignored;
      return compiled(fragment_text, with);
    });
  }
}

TEST(OutOfMemory, LinkReturnsOutOfMemory) {
  const Options own = options({{"target", "wgsl"}, {"single-module", "true"}});
  expect_out_of_memory([&] { return linked(own); });
  for (const char* const target : {"spv", "essl300", "msl21", "hlsl50"}) {
    SCOPED_TRACE(target);
    const Options with = options({{"target", target}, {"validate-spirv", "false"}});
    expect_out_of_memory(Plan{}, [&] { return linked(with); });
  }
}

TEST(OutOfMemory, InterpretReturnsOutOfMemory) {
  agal_inputs* const inputs = agal_inputs_create();
  const float texels[16] = {1, 1, 1, 1, 0, 1, 0, 1}, at[4] = {0.25f, 0.75f, 0, 0};
  ASSERT_EQ(agal_inputs_set_texture(inputs, 0, "2d", 2, 2, 1, texels, 1), AGAL_OK);
  for (std::uint32_t pixel = 0; pixel < 4; ++pixel) ASSERT_EQ(agal_inputs_set_varying(inputs, pixel, 0, at), AGAL_OK);
  const Options trace = options({{"trace", "true"}});
  const auto run = [&](std::string_view text, const agal_inputs* with) {
    return agal_interpret(text.data(), text.size(), with, trace.get());
  };
  expect_out_of_memory([&] { return run(fragment_text, inputs); });
  expect_out_of_memory([&] { return run(fragment_text, nullptr); });  // the texture is missing
  expect_out_of_memory([&] { return run(vertex_text, inputs); });
  agal_inputs_release(inputs);
}

TEST(OutOfMemory, ExtractReturnsOutOfMemory) {
  const std::vector<std::byte> program = write_bytecode(*assemble(fragment_text));
  std::string file(100, 'x');
  file.append(reinterpret_cast<const char*>(program.data()), program.size()).append(100, 'y');
  expect_out_of_memory([&] { return agal_extract(file.data(), file.size(), "dump.bin", nullptr); });
  expect_out_of_memory([&] { return agal_extract("nothing", 7, "dump.bin", nullptr); });
}

TEST(OutOfMemory, ProveReturnsOutOfMemory) {
  const Options with = options({{"validate-spirv", "false"}, {"map", "a=v0"}, {"assume", "fc0.x=2"}});
  const std::string_view program = "mul ft0, v0, fc0\nadd oc, ft0, fc1\n",
                         equal = "mul ft0, fc0, v0\nadd oc, fc1, ft0\n";
  const std::string_view different = "mul ft0, v0, fc0\nsub oc, ft0, fc1\n";
  for (const std::string_view other : {std::string_view(), equal, different})
    expect_out_of_memory(
        [&] { return agal_prove(program.data(), program.size(), other.data(), other.size(), with.get()); });
}

TEST(OutOfMemory, ExplainAndListReturnOutOfMemory) {
  for (const char* const word : {"3652", "mov", "frobnicate"}) expect_out_of_memory([&] { return agal_explain(word); });
  for (const char* const table :
       {"options", "targets", "opcodes", "registers", "sampler-options", "diagnostics", "nonsense"})
    expect_out_of_memory([&] { return agal_list(table); });
}

TEST(OutOfMemory, CreateReturnsNull) {
  const Options original = options({{"name", "a name that is too long for a string without a block of its own"}});
  const auto create = [](const auto& make, const auto& release) {
    const auto describe = [&](auto* object) {
      const bool made = object != nullptr;
      release(object);
      return std::string(made ? "made" : "");
    };
    fail_each_allocation({}, make, describe);
    Plan also_malloc;
    also_malloc.allocator = Allocator::Malloc;
    if (test::malloc_can_fail()) fail_each_allocation(also_malloc, make, describe);
  };
  create(agal_options_create, agal_options_release);
  create([&] { return agal_options_copy(original.get()); }, agal_options_release);
  create(agal_inputs_create, agal_inputs_release);
}

// Sets options while allocations fail. The object must still be usable.
TEST(OutOfMemory, SettersReturnOutOfMemory) {
  const std::string name(100, 'n');
  const float values[64] = {};
  struct Row {
    const char* name;
    std::function<agal_status(agal_options*, agal_inputs*)> set;
    agal_status usual = AGAL_OK;
  };
  const std::vector<Row> rows{
      {"name", [&](agal_options* o, agal_inputs*) { return agal_options_set(o, "name", name.c_str()); }},
      {"fill", [&](agal_options* o, agal_inputs*) { return agal_options_set(o, "fill", "HOLE=<2d,linear>\nusual"); }},
      {"unknown", [](agal_options* o, agal_inputs*) { return agal_options_set(o, "targett", ""); }, AGAL_BAD_ARGUMENT},
      {"constants", [&](agal_options*, agal_inputs* i) { return agal_inputs_set_constants(i, values, 16); }},
      {"attribute", [&](agal_options*, agal_inputs* i) { return agal_inputs_set_attribute(i, 7, values); }},
      {"varying", [&](agal_options*, agal_inputs* i) { return agal_inputs_set_varying(i, 1, 7, values); }},
      {"texture",
       [&](agal_options*, agal_inputs* i) { return agal_inputs_set_texture(i, 3, "2d", 4, 4, 1, values, 1); }},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    bool happened = true;
    for (std::uint64_t number = 0; happened; ++number) {
      const Options with = options({});
      agal_inputs* const inputs = agal_inputs_create();
      agal_status status = AGAL_OK;
      {
        const test::AllocationFault fault(number, test::Shortage::Lasting);
        status = row.set(with.get(), inputs);
        happened = fault.happened();
      }
      EXPECT_EQ(status, happened ? AGAL_OUT_OF_MEMORY : row.usual) << number;
      agal_result* const run = agal_interpret(vertex_text.data(), vertex_text.size(), inputs, with.get());
      EXPECT_EQ(agal_result_status(run), AGAL_OK);
      agal_result_release(run);
      agal_inputs_release(inputs);
    }
  }
}

}  // namespace
}  // namespace agal::faults
