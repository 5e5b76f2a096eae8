#include "manifest/disassemblies.hpp"

#include <algorithm>

#include "base/json_writer.hpp"
#include "manifest/json.hpp"
#include "manifest/status.hpp"

namespace agal::manifest {
namespace {

// The beginnings of members. Quotes inside strings are escaped, so that a match is a key of an object.
constexpr std::string_view hash_key = R"("disassemblyHash":")", stem_key = R"("stem":")";

// Returns the string that begins at `at`, without its quotes and as it is in the line.
std::string_view string_at(std::string_view line, std::size_t at) {
  std::size_t end = at;
  while (end < line.size() && line[end] != '"') end += line[end] == '\\' ? 2u : 1u;
  return line.substr(at, std::min(end, line.size()) - at);
}

std::string unescaped(std::string_view text) {
  if (text.find('\\') == std::string_view::npos) return std::string(text);
  const Json parsed = parse_json('"' + std::string(text) + '"');
  return parsed.is_string() ? parsed.get<std::string>() : std::string();
}

void visit_line(std::string_view line, const DisassemblyVisitor& visit) {
  const std::size_t found = line.find(hash_key);
  if (found == std::string_view::npos) return;
  const std::string_view hash = string_at(line, found + hash_key.size());
  for (std::size_t at = line.find(stem_key); at != std::string_view::npos; at = line.find(stem_key, at)) {
    at += stem_key.size();
    visit(unescaped(string_at(line, at)) + std::string(disassembly_suffix), hash);
  }
}

}  // namespace

void for_each_disassembly(std::string_view manifest, const DisassemblyVisitor& visit) {
  while (!manifest.empty()) {
    const std::size_t end = std::min(manifest.find('\n'), manifest.size());
    visit_line(manifest.substr(0, end), visit);
    manifest.remove_prefix(std::min(end + 1, manifest.size()));
  }
}

std::string disassembly_line(std::string_view stem, std::string_view hash) {
  base::JsonWriter json(base::JsonStyle::Compact);
  json.object([&] { json.members({{"stem", stem}, {"disassemblyHash", hash}}); });
  return json.line();
}

}  // namespace agal::manifest
