#include "named_option.hpp"

#include <string>
#include <vector>

#include "agal/compile.hpp"
#include "agal/host.hpp"
#include "agal/isa.hpp"
#include "agal/target.hpp"
#include "base/text.hpp"
#include "options/named_target.hpp"
#include "options/values.hpp"

namespace agalc {
namespace {

constexpr std::string_view reflection = "reflect";  // the form that only the command has

// Returns the value of an enumeration that a word names, also in the words of other tools; "" if there is none.
template <class T>
std::string_view value_named(std::string_view noun, const std::string& word) {
  const std::vector<std::string_view> names = agal::options::Values<T>::choices();
  for (const std::string_view name : names)
    if (agal::base::without_punctuation(name) == word) return name;
  return agal::base::foreign_name(noun, word, names);
}

std::string_view target_named(std::string_view text, const std::string& word) {
  if (const std::optional<agal::options::NamedTarget> named = agal::options::named_target(text))
    return info(named->target).name;
  return value_named<agal::Target>("target", word);
}

}  // namespace

std::optional<NamedOption> option_of(std::string_view word, std::string_view except) {
  const std::string plain = agal::base::without_punctuation(word);
  const std::string_view form = plain == reflection ? reflection : value_named<agal::TextForm>("emit", plain);
  for (const NamedOption& named : {NamedOption{"host", "host", value_named<agal::Host>("host", plain)},
                                   NamedOption{"target", "target", target_named(word, plain)},
                                   NamedOption{"profile", "profile", value_named<agal::Profile>("profile", plain)},
                                   NamedOption{"emit", "form", form}})
    if (!named.value.empty() && named.option != except) return named;
  return std::nullopt;
}

}  // namespace agalc
