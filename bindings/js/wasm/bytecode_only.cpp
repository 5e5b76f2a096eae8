// For agalc-translate: a program is bytecode, so that the linker leaves out the assembler. The linker takes this
// function instead of the library's, because it finds it first.
#include <utility>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"

namespace agal {

Result<Program> load_program(std::span<const std::byte> bytes, std::string name, const AssembleOptions&) {
  return read_bytecode(bytes, std::move(name));
}

}  // namespace agal
