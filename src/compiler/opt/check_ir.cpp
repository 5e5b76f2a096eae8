// Verifies the IR after passes.
#include <string>
#include <utility>

#include "diag/rules.hpp"
#include "opt/passes.hpp"

namespace agal::opt {

bool verifies_ir() {
#ifdef AGAL_VERIFY_IR
  return true;
#else
  return false;
#endif
}

std::optional<Diagnostic> check_ir(const ir::Module& module, std::string_view after) {
  const std::string error = ir::verify(module);
  if (error.empty()) return std::nullopt;
  Location location;
  location.stage = module.stage;
  Diagnostic finding = diag::make(diag::Rule::BrokenIr, std::move(location), {after, error});
  finding.help += " and this:\n" + ir::print(module);
  return finding;
}

}  // namespace agal::opt
