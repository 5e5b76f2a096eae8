// The functions of agal.h that look words up.
#include <fmt/format.h>

#include "agal/agal.h"
#include "agal/diagnostic.hpp"
#include "agal/glossary.hpp"
#include "c/result.hpp"
#include "c/tables.hpp"

namespace agal::c {
namespace {

// A result for a word that is not known: `kind` is what it should be.
agal_result* unknown(std::string_view kind, const char* word) {
  return guarded([&] { return failed_result(AGAL_REJECTED, fmt::format("unknown {} '{}'\n", kind, word)); },
                 no_memory_result, [](const char* what) { return failed_result(AGAL_INTERNAL_ERROR, what); });
}

// The result of a function that looks a word up: `find` returns "" for one that it does not know.
template <class Find>
agal_result* look_up(std::string_view kind, const char* word, std::string_view part, Find&& find) {
  if (word == nullptr) return failed_result(AGAL_BAD_ARGUMENT, "the word is a null pointer\n");
  bool known = false;
  agal_result* const result = make_result([&](agal_result& out) {
    std::string text = find(word);
    known = !text.empty();
    out.add_text(part, std::move(text));
    out.add(Diagnostics());
  });
  if (known || agal_result_status(result) != AGAL_OK) return result;
  agal_result_release(result);
  return unknown(kind, word);
}

}  // namespace
}  // namespace agal::c

using namespace agal;
using namespace agal::c;

extern "C" {

agal_result* agal_explain(const char* word) {
  return look_up("word", word, "text", [](std::string_view text) {
    const RuleInfo* const rule = find_rule(text);
    return rule != nullptr ? explain(*rule) : glossary_entry(text);
  });
}

agal_result* agal_list(const char* table) { return look_up("table", table, "json", table_as_json); }

}  // extern "C"
