// The functions of agalc-translate that replace functions of the library: programs are bytecode, and lints, proofs, the
// search in games and checks of the IR are not available, because a running game does not need them.
#include "agal/bytecode.hpp"
#include "agal/games/extract.hpp"
#include "agal/lint.hpp"
#include "agal/prove/prove.hpp"
#include "c/load.hpp"
#include "compile/source_names.hpp"
#include "diag/rules.hpp"
#include "opt/passes.hpp"

namespace agal {

std::vector<std::uint16_t> all_lints() { return {}; }

Result<std::vector<std::uint16_t>> parse_lints(std::string_view) {
  return diag::failure(diag::Rule::Usage, {"this module does not lint"});
}

Diagnostics lint(const Program&, const LintOptions&) { return {}; }

Diagnostics add_source_names(OutputOptions&, const Program&, const Program*) { return {}; }

Result<Compilation> compile_with_names(const Program&, const CompileOptions&) {
  return diag::failure(diag::Rule::Usage, {"bytecode lacks names"});
}

Result<LinkedCompilation> link_with_names(const Program&, const Program&, const CompileOptions&) {
  return diag::failure(diag::Rule::Usage, {"bytecode lacks names"});
}

}  // namespace agal

namespace agal::c {

Result<Program> load(std::span<const std::byte> bytes, const std::string& name, const AssembleOptions&) {
  return read_bytecode(bytes, name);
}

// The module does not export the function that calls this one.
Result<Program> load_text(std::string_view text, const std::string& name, const AssembleOptions&) {
  return read_bytecode(std::as_bytes(std::span(text)), name);
}

// The module does not export extraction either.
Diagnostics explain_path(std::span<const std::byte>, const std::string&) { return {}; }

}  // namespace agal::c

namespace agal::opt {

bool verifies_ir() { return false; }

std::optional<Diagnostic> check_ir(const ir::Module&, std::string_view) { return std::nullopt; }

}  // namespace agal::opt

namespace agal {

std::vector<OptionInfo> proof_options() { return {}; }

Diagnostics set_option(ProofOptions&, std::string_view, std::string_view) { return {}; }

std::vector<OptionInfo> extract_options() { return {}; }

Diagnostics set_option(ExtractOptions&, std::string_view, std::string_view) { return {}; }

}  // namespace agal
