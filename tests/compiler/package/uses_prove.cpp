// Proves a translation with agal::prove, which brings agal::core.
#include <agal/assembly.hpp>
#include <agal/prove/prove.hpp>
#include <agal/translate.hpp>
#include <cstdio>

int main() {
  const auto program = agal::assemble("mov oc, v0", "package.frag.agal");
  if (!program) return 1;
  const auto words = agal::translate(*program);
  if (!words) return 1;
  const auto proof = agal::prove_equal(*program, *words);
  if (!proof || proof->verdict != agal::Verdict::Equal) return 1;
  std::puts(agal::name(proof->proof_class).data());
}
