#include "sources/known_methods.hpp"

#include <algorithm>
#include <unordered_set>

#include "avm2/effects.hpp"

namespace agal::source_code {
namespace {

// Methods of usual libraries, and of assemblers, that change no fields of the program.
constexpr std::string_view library_methods =
    "assert contains create createAgalProgram debug endsWith error exec exists format formatString fromSource get "
    "hasNext info is isOfType iterator length name next now parse print println registerProgramFromSource remove set "
    "sprintf startsWith stringify substitute trim warn";

}  // namespace

bool is_known_method(std::string_view name) {
  static const std::unordered_set<std::string_view> known = [] {
    std::unordered_set<std::string_view> names;
    const auto add = [&](std::string_view words) {
      while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        names.insert(words.substr(0, end));
        words.remove_prefix(std::min(end + 1, words.size()));
      }
    };
    add(library_methods);
    for (const avm2::PlayerMethods& row : avm2::player_methods)
      if (!row.calls) add(row.names);
    return names;
  }();
  return name.starts_with("assemble") || known.contains(name);
}

}  // namespace agal::source_code
