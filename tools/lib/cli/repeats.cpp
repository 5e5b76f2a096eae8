#include "repeats.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "console.hpp"

namespace agalc {

bool lists_a_file(const agal::Diagnostic& message) {
  constexpr std::array<std::string_view, 4> slugs{"not-replaced", "overwritten", "not-pruned",
                                                  "capture-without-uploads"};
  const agal::RuleInfo* const rule = agal::find_rule(message.code);
  return rule != nullptr && std::find(slugs.begin(), slugs.end(), rule->slug) != slugs.end();
}

// Returns true for an error that follows from the options and the target alone: it is the same for each program.
static bool is_about_options(const agal::Diagnostic& message) {
  return agal::find_rule(message.code)->phase == agal::Phase::Target && !message.location.token;
}

agal::Diagnostics Repeats::first(const agal::Diagnostics& diagnostics) {
  agal::Diagnostics out;
  for (const agal::Diagnostic& one : diagnostics) {
    const bool counts = (one.severity != agal::Severity::Error || is_about_options(one)) && !lists_a_file(one);
    const auto [row, is_new] =
        counts ? repeated_.try_emplace({one.code, one.message, one.help}, 0) : std::pair(repeated_.end(), true);
    if (is_new)
      out.add(one);
    else
      ++row->second;
  }
  return out;
}

agal::Diagnostics Repeats::counts() {
  agal::Diagnostics out;
  for (const auto& [message, count] : std::exchange(repeated_, {}))
    if (count > 0)
      out.add(make_diagnostic(
          "repeated", {},
          {agal::code_name(std::get<0>(message)), std::get<1>(message), agal::base::counted(count, "more place")}));
  return out;
}

}  // namespace agalc
