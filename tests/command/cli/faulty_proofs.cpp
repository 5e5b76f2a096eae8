// Replaces the checks of --prove by checks that always fail, and that say with which options they were called. The
// linker redirects the calls (`--wrap`), so that the tests have a command with an internal error.
#include <fmt/format.h>

#include <stdexcept>

#include "cli/console.hpp"
#include "proofs/products.hpp"

namespace agal::proofs {
namespace {

Diagnostic planted_fault(const Program& program, const CompileOptions& options) {
  std::string used = fmt::format("AGAL {}, precision {}, entry point {}", program.version,
                                 static_cast<int>(options.precision), options.entry_points.of(program.stage));
  for (const Binding& binding : options.bindings)
    used += fmt::format(", {}={}:{}", binding.resource, binding.set, binding.binding);
  for (const Rename& rename : options.renames) used += fmt::format(", {}={}", rename.registers, rename.name);
  Diagnostic fault = agalc::make_diagnostic("product-differs", program.name, {info(options.target).name, used});
  fault.location.stage = program.stage;
  return fault;
}

}  // namespace

CheckedProduct
failing_check_product(const Program& program, const Compilation& product, const CompileOptions& options) __asm__(
    "__wrap__ZN4agal6proofs13check_productERKNS_7ProgramERKNS_11CompilationERKNS_14CompileOptionsE");
Diagnostics
failing_check_pair(const Program& vertex, const Program& fragment, const LinkedCompilation& linked, const CompileOptions& options) __asm__(
    "__wrap__ZN4agal6proofs10check_pairERKNS_7ProgramES3_RKNS_17LinkedCompilationERKNS_14CompileOptionsE");

CheckedProduct failing_check_product(const Program& program, const Compilation& product,
                                     const CompileOptions& options) {
  if (options.entry_points.of(program.stage) == "throwing") throw std::runtime_error("a planted exception");
  CheckedProduct out{"different", {}};
  if (!product.text.empty() || !product.spirv.empty()) out.diagnostics.add(planted_fault(program, options));
  return out;
}

Diagnostics failing_check_pair(const Program& vertex, const Program& fragment, const LinkedCompilation& linked,
                               const CompileOptions& options) {
  Diagnostics out;
  if (linked.vertex.target == options.target) {
    out.add(planted_fault(vertex, options));
    out.add(planted_fault(fragment, options));
  }
  return out;
}

}  // namespace agal::proofs
