// For agalc-translate: a program is bytecode.
#include "agal/bytecode.hpp"
#include "c/load.hpp"

namespace agal::c {

Result<Program> load(std::span<const std::byte> bytes, const std::string& name, const AssembleOptions&) {
  return read_bytecode(bytes, name);
}

}  // namespace agal::c
