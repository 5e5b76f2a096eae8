// Assembly text with many errors, and with repeated parts of instructions.
#include "agal/assembly.hpp"
#include "cases.hpp"

namespace agal::growth {
namespace {

Case assembled(const std::string& name, const std::function<std::string(std::size_t scale)>& make, bool relaxed) {
  return {"assemble " + name + (relaxed ? ", relaxed" : ""), [make, relaxed](std::size_t scale) {
            return [text = make(scale), relaxed] { (void)assemble(text, {}, {Stage::Fragment, {}, relaxed}); };
          }};
}

}  // namespace

std::vector<Case> assembly_cases() {
  std::vector<Case> cases;
  for (const std::string piece :
       {"x", "mov ", "[", "<", ".", "9", "vt0.", "vc[va0.x+", "mov vt0, va0 <2d, linear", "//", "", ","})
    for (const std::string end : {"", "\n"})
      for (const bool relaxed : {false, true}) {
        const std::string whole = piece + end;
        if (whole.empty()) continue;
        cases.push_back(assembled(
            piece + (end.empty() ? "…" : " in every line"),
            [whole](std::size_t scale) { return repeated(whole, 1500 * scale / whole.size()); }, relaxed));
      }
  // All lines after the first have the options of the first one.
  cases.push_back(assembled(
      "long sampler options",
      [](std::size_t scale) {
        return "tex ft0, v0, fs0 <" + std::string(2000 * scale, ' ') + "linear>\n" +
               repeated("tex ft0, v0, fs1\n", 500 * scale);
      },
      true));
  cases.push_back(assembled(
      "a long program",
      [](std::size_t scale) { return repeated("mul ft1.xyz, ft0.wzyx, fc[ft0.x+3].zyx // comment\n", 200 * scale); },
      true));
  return cases;
}

}  // namespace agal::growth
