// Reads stack traces of ActionScript, as players write them: "\tat package::Class/method()" for each call, innermost
// first.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "tap_log/fields.hpp"

namespace agal::tap_log {
namespace {

// Parts of the names of classes that upload programs for other classes.
constexpr std::array helper_parts{"Program3D", "ProgramCache", "AGAL", "Agal", "Assembler", "Context3D", "Stage3D"};
// Full names of such classes in Starling, and the names that players show for functions without a class.
constexpr std::array helpers{"RenderSupport", "Starling", "Program", "Painter",
                             "Function",      "global",   "Object",  "builtin"};

bool is_helper(std::string_view name) {
  return std::find(helpers.begin(), helpers.end(), name) != helpers.end() ||
         std::any_of(helper_parts.begin(), helper_parts.end(),
                     [&](std::string_view part) { return name.find(part) != name.npos; });
}

bool is_identifier(std::string_view name) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  return !name.empty() && name.find_first_not_of(allowed) == name.npos;
}

struct Call {
  std::string_view class_name, method;  // the class is without its package; both are "" without a class
};

// Splits the text of a call: "away3d.materials::ColorMaterial$/init()" gives ColorMaterial and init.
Call call_of(std::string_view text) {
  const std::size_t end = text.find_first_of("/(");
  if (end == text.npos || text[end] == '(') return {};  // a function of a package, or a constructor
  std::string_view name = text.substr(0, end), method = text.substr(end + 1);
  if (const std::size_t package = name.rfind("::"); package != name.npos) name.remove_prefix(package + 2);
  if (name.ends_with('$')) name.remove_suffix(1);
  method = method.substr(0, method.find('('));
  return is_identifier(name) ? Call{name, method} : Call();
}

// Returns true for methods that only upload the programs that they receive.
bool only_passes_on(std::string_view method) {
  return method == "registerProgram" || method == "registerProgramFromSource" || method.starts_with("upload");
}

bool is_abstract(const Call& call) { return call.class_name.ends_with("Base"); }

// Returns the calls of a stack trace, the innermost first.
std::vector<Call> calls_of(std::string_view stack_trace) {
  constexpr std::string_view before = "at ";
  std::vector<Call> calls;
  for (std::size_t at = stack_trace.find(before); at != stack_trace.npos;) {
    const std::size_t next = stack_trace.find(before, at + before.size());
    calls.push_back(call_of(stack_trace.substr(at + before.size(), next - at - before.size())));
    at = next;
  }
  return calls;
}

// Returns the class of the object that made the call in `found`: `found`, or a class derived from it. If a call is in
// an abstract class, such as MaterialPassBase, and its callers are the same method in other classes, they are calls of
// `super`. The outermost of them is in the class of the object.
std::string_view derived_class(const std::vector<Call>& calls, std::string_view found) {
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (!is_abstract(calls[i])) continue;
    std::string_view outermost;
    bool has_found = false;
    for (std::size_t k = i + 1;
         k < calls.size() && calls[k].method == calls[i].method && !is_helper(calls[k].class_name); ++k) {
      outermost = calls[k].class_name;
      has_found = has_found || outermost == found;
    }
    if (has_found && outermost != found) return outermost;
  }
  return found;
}

}  // namespace

std::string uploader_of(std::string_view stack_trace) {
  const std::vector<Call> calls = calls_of(stack_trace);
  std::string_view second_best;  // the innermost call of an abstract class, or of a method that passes a program on
  for (const Call& call : calls) {
    if (call.class_name.empty() || is_helper(call.class_name)) continue;
    if (!is_abstract(call) && !only_passes_on(call.method)) return std::string(derived_class(calls, call.class_name));
    if (second_best.empty()) second_best = call.class_name;
  }
  return std::string(second_best);
}

}  // namespace agal::tap_log
