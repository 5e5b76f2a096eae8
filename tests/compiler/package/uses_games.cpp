// Finds a program in a file with agal::games, which brings agal::core.
#include <agal/games/extract.hpp>
#include <cstddef>
#include <cstdio>
#include <span>
#include <string_view>

int main() {
  constexpr std::string_view text = "//! agal 1 fragment\nmov oc, v0\n";
  const auto found = agal::extract(std::as_bytes(std::span(text)), "package.frag.agal");
  if (!found) return 1;
  std::printf("%zu programs\n", found->programs.size());
}
