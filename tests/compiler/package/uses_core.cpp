// Translates a program to SPIR-V words with only agal::core.
#include <agal/assembly.hpp>
#include <agal/compile.hpp>
#include <cstdint>
#include <cstdio>

int main() {
  const auto program = agal::assemble("mov oc, v0", "package.frag.agal");
  if (!program) return 1;
  const auto words = agal::translate(*program);
  if (!words) return 1;
  std::printf("%zu words\n", words->size());
  constexpr std::uint32_t spirv_magic = 0x07230203;
  return (*words)[0] != spirv_magic;
}
