// For agalc-translate: a program is bytecode, and nothing is proved.
#include "agal/bytecode.hpp"
#include "c/load.hpp"
#include "options/values.hpp"

namespace agal::c {

Result<Program> load(std::span<const std::byte> bytes, const std::string& name, const AssembleOptions&) {
  return read_bytecode(bytes, name);
}

}  // namespace agal::c

namespace agal::options {

constexpr std::string_view no_proofs = "this module does not prove";

std::string Values<RegisterMapping>::read(std::string_view, RegisterMapping&) { return std::string(no_proofs); }

std::string Values<Assumption>::read(std::string_view, Assumption&) { return std::string(no_proofs); }

}  // namespace agal::options
