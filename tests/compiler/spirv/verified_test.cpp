// SPIR-V of changed IR. `compile` verifies the IR of a text instead of validating a module, so the verifier must reject
// whatever the validator rejects (docs/adr/0070).
#include <random>

#include "emitted.hpp"
#include "support/corpus.hpp"
#include "support/lowering.hpp"

namespace agal::spirv {
namespace {

// Changes one instruction of the module at random.
class Mutator {
 public:
  void change(ir::Module& module) {
    ir::Inst& inst = module.body[number(module.body.size())];
    switch (number(7)) {
      case 0: inst.args[number(4)] = number(module.body.size()); break;
      case 1: inst.op = static_cast<ir::Op>(number(ir::op_table.size())); break;
      case 2: inst.type.width = static_cast<std::uint8_t>(number(6)); break;
      case 3: inst.type.scalar = static_cast<ir::Scalar>(number(4)); break;
      case 4: inst.lanes = static_cast<ir::Lanes>(number(256)); break;
      case 5: inst.aux = static_cast<std::uint16_t>(number(8)); break;
      case 6: std::swap(inst, module.body[number(module.body.size())]); break;
    }
  }

 private:
  std::uint32_t number(std::size_t below) { return static_cast<std::uint32_t>(random_() % below); }

  std::mt19937 random_{2026};  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same mutants in each run
};

// Returns true if a composition is one whole value. Passes do not leave such compositions, so the emitter does not
// know them. Their text is right.
bool is_whole_value(const ir::Module& module, const ir::Inst& inst) {
  return inst.op == ir::Op::Compose && ir::one_source(inst) && module[inst.arg(0)].type.width == inst.type.width &&
         ir::same_lanes(inst.lanes, ir::identity_lanes, inst.type.width);
}

TEST(Verified, ModulesAreValid) {
  constexpr int mutants_of_each_program = 12;
  Mutator mutator;
  std::size_t accepted = 0, rejected = 0;
  for (const Program& program : test::translatable_programs()) {
    Result<ir::Module> module = lower::lower(program, {});
    if (!module || module->body.size() > 1'000) continue;
    opt::PipelineOptions text;
    text.form = opt::Form::Text;
    ASSERT_TRUE(opt::run_pipeline(*module, text).empty());
    for (int i = 0; i < mutants_of_each_program; ++i) {
      ir::Module mutant = *module;
      mutator.change(mutant);
      if (ir::find_fault(mutant)) {
        ++rejected;
        continue;
      }
      const auto whole = [&](const ir::Inst& inst) { return is_whole_value(mutant, inst); };
      if (std::any_of(mutant.body.begin(), mutant.body.end(), whole)) continue;
      ++accepted;
      const auto error = khronos::validate(emit(mutant, {}), Environment::Vulkan10);
      ASSERT_FALSE(error) << program.name << ": " << *error << "\n" << ir::print(mutant);
    }
  }
  EXPECT_GT(accepted, 100u);
  EXPECT_GT(rejected, 100u);
}

}  // namespace
}  // namespace agal::spirv
