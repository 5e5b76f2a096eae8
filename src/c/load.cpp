#include "c/load.hpp"

namespace agal::c {

Result<Program> load(std::span<const std::byte> bytes, const std::string& name, const AssembleOptions& options) {
  return load_program(bytes, name, options);
}

}  // namespace agal::c
