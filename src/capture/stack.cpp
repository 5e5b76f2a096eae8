// Stack traces of ActionScript, as players write them: "\tat package::Class/method()" for each call, the innermost first.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "capture/fields.hpp"

namespace agal::capture {
namespace {

// Parts of the names of classes that upload on behalf of others.
constexpr std::array helper_parts{"Program3D", "ProgramCache", "AGAL", "Agal", "Assembler", "Context3D", "Stage3D"};
// Names of such classes: of Starling, and of functions without a class.
constexpr std::array helpers{"RenderSupport", "Starling", "Program", "Painter", "Function", "global", "Object", "builtin"};

bool is_helper(std::string_view name) {
  return std::find(helpers.begin(), helpers.end(), name) != helpers.end() ||
         std::any_of(helper_parts.begin(), helper_parts.end(),
                     [&](std::string_view part) { return name.find(part) != name.npos; });
}

bool is_identifier(std::string_view name) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  return !name.empty() && name.find_first_not_of(allowed) == name.npos;
}

// The class of a call, without its package: "away3d.materials::ColorMaterial$/init()" gives "ColorMaterial".
std::string_view class_of(std::string_view line) {
  const std::size_t at = line.find("at ");
  if (at == line.npos) return {};
  line.remove_prefix(at + 3);
  const std::size_t end = line.find_first_of("/(");
  if (end == line.npos || line[end] == '(') return {};  // a function of a package, or a constructor without a name
  line = line.substr(0, end);
  if (const std::size_t package = line.rfind("::"); package != line.npos) line.remove_prefix(package + 2);
  if (line.ends_with('$')) line.remove_suffix(1);
  return is_identifier(line) ? line : std::string_view();
}

}  // namespace

std::string uploader_of(std::string_view stack_trace) {
  std::string_view base;  // the innermost abstract class
  while (!stack_trace.empty()) {
    const std::size_t end = std::min(stack_trace.find('\n'), stack_trace.size());
    const std::string_view name = class_of(stack_trace.substr(0, end));
    stack_trace.remove_prefix(std::min(end + 1, stack_trace.size()));
    if (name.empty() || is_helper(name)) continue;
    if (!name.ends_with("Base")) return std::string(name);
    if (base.empty()) base = name;
  }
  return std::string(base);
}

}  // namespace agal::capture
