// Assembles, validates and writes a program with agal::core alone.
#include <agal/assembly.hpp>
#include <agal/bytecode.hpp>
#include <agal/validate.hpp>
#include <cstdio>

int main() {
  const auto program = agal::assemble("mov oc, v0", "package.frag.agal");
  if (!program || agal::validate(*program).has_errors()) return 1;
  std::printf("%zu bytes\n", agal::write_bytecode(*program).size());
  return 0;
}
