// The functions of agal.h that take a file or a word.
#include <fmt/format.h>

#include "agal/bytecode.hpp"
#include "agal/extract.hpp"
#include "agal/glossary.hpp"
#include "c/options.hpp"
#include "c/result.hpp"
#include "c/tables.hpp"

namespace agal::c {
namespace {

void add_extraction(agal_result& result, std::span<const std::byte> file, const char* name,
                    const ExtractOptions& options) {
  const Result<Extraction> found = extract(file, name == nullptr ? "" : name, options);
  if (found) {
    result.add_text("programs", to_json_lines(*found));
    for (std::size_t i = 0; i < found->programs.size(); ++i)
      result.add_bytes(fmt::format("program-{}", i), write_bytecode(found->programs[i].program));
  }
  result.add(found.diagnostics());
}

// A result for a word that is not known.
agal_result* unknown_word(const char* word) {
  return guarded([&] { return failed_result(AGAL_REJECTED, fmt::format("unknown word '{}'\n", word)); },
                 no_memory_result, [](const char* what) { return failed_result(AGAL_INTERNAL_ERROR, what); });
}

// The result of a function that looks a word up: `find` returns "" for one that it does not know.
template <class Find>
agal_result* look_up(const char* word, std::string_view part, Find&& find) {
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
  return unknown_word(word);
}

}  // namespace
}  // namespace agal::c

using namespace agal;
using namespace agal::c;

extern "C" {

agal_result* agal_extract(const void* file, std::size_t size, const char* name, const agal_options* options) {
  if (file == nullptr && size != 0) return failed_result(AGAL_BAD_ARGUMENT, "the file is a null pointer\n");
  return make_result([&](agal_result& result) {
    add_extraction(result, {static_cast<const std::byte*>(file), size}, name,
                   options == nullptr ? ExtractOptions() : options->all.extract);
  });
}

agal_result* agal_explain(const char* word) {
  return look_up(word, "text", [](std::string_view text) {
    const RuleInfo* const rule = find_rule(text);
    return rule != nullptr ? explain(*rule) : glossary_entry(text);
  });
}

agal_result* agal_list(const char* table) { return look_up(table, "json", table_as_json); }

}  // extern "C"
