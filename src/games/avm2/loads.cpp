#include "avm2/loads.hpp"

#include <algorithm>

namespace agal::avm2 {
namespace {

// Returns true if a string is the name of a SWF file that messages can show, and not a regular expression for names.
bool is_movie_name(std::string_view text) {
  constexpr std::size_t max_shown = 80;
  constexpr std::string_view extension = ".swf", expression = "*+()[]^|";
  if (text.find_first_of(expression) != text.npos || text.find("\\.") != text.npos) return false;
  return text.ends_with(extension) && text.size() > extension.size() && text.size() <= max_shown &&
         std::all_of(text.begin(), text.end(), [](char c) { return c > 0x20 && c < 0x7f; });
}

}  // namespace

void Loads::add(const Abc& abc) {
  for (const PoolString& string : abc.strings)
    if (is_movie_name(string.text)) files_.emplace(string.text);
  for (const Multiname& multiname : abc.multinames) bytes_ = bytes_ || abc.string(multiname.name) == "loadBytes";
}

void Loads::remove(const std::set<std::string, std::less<>>& there) {
  std::erase_if(files_,
                [&](std::string_view file) { return there.contains(file.substr(file.find_last_of("/\\") + 1)); });
}

std::string Loads::describe(bool has_inner_movies) const {
  constexpr std::size_t max_named = 3;
  std::string what;
  std::size_t named = 0;
  for (const std::string& file : files_)
    if (++named <= max_named) what += (what.empty() ? "" : ", ") + file;
  if (named > max_named) what += ", …";
  return what.empty() && bytes_ && !has_inner_movies ? "by Loader.loadBytes" : what;
}

}  // namespace agal::avm2
