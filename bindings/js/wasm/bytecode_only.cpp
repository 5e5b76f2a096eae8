// The functions of agalc-translate that replace functions of the library: programs are bytecode, and lints, proofs and
// checks of the IR are not available, because a running game does not need them.
#include "agal/bytecode.hpp"
#include "agal/lint.hpp"
#include "c/load.hpp"
#include "diag/rules.hpp"
#include "opt/passes.hpp"
#include "options/values.hpp"

namespace agal {

std::vector<std::uint16_t> all_lints() { return {}; }

Result<std::vector<std::uint16_t>> parse_lints(std::string_view) {
  return diag::failure(diag::Rule::Usage, {"this module does not lint"});
}

Diagnostics lint(const Program&, const LintOptions&) { return {}; }

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

namespace agal::options {

constexpr std::string_view no_proofs = "this module does not prove";

std::string Values<RegisterMapping>::read(std::string_view, RegisterMapping&) { return std::string(no_proofs); }

std::string Values<Assumption>::read(std::string_view, Assumption&) { return std::string(no_proofs); }

}  // namespace agal::options
