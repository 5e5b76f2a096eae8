#include "proofs/declarations.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <map>
#include <utility>

#include "base/format.hpp"

namespace agal::proofs {
namespace {

std::string title(const TextInterface& text) {
  return fmt::format("GLSL {}{}.{:02}", text.es ? "ES " : "", text.version / 100, text.version % 100);
}

// Shaders of GLSL may have different versions. Shaders of GLSL ES must have the same one.
bool is_linkable(const TextInterface& a, const TextInterface& b) {
  return a.es == b.es && (!a.es || a.version == b.version);
}

bool conflicts(const std::string& a, const std::string& b) { return !a.empty() && !b.empty() && a != b; }

std::string difference(const std::string& name, std::string_view verb, const std::string& here,
                       const std::string& in_vertex) {
  return fmt::format("{} {} {}, and {} in the vertex shader", name, verb, here, in_vertex);
}

LinkFault fault_of(const Declaration& vertex, const Declaration& fragment) {
  if (vertex.type != fragment.type) return {difference(fragment.name, "is", fragment.type, vertex.type)};
  if (conflicts(vertex.location, fragment.location))
    return {difference(fragment.name, "has", fragment.location, vertex.location)};
  if (conflicts(vertex.binding, fragment.binding))
    return {difference(fragment.name, "has", fragment.binding, vertex.binding)};
  if (!conflicts(vertex.strict_type, fragment.strict_type)) return {};
  const std::string reason = difference(fragment.name, "is", fragment.strict_type, vertex.strict_type);
  if (vertex.is_used && fragment.is_used) return {reason};
  return {reason + ", which some linkers reject", false};
}

std::string shared_location(const TextInterface& vertex, const TextInterface& fragment) {
  for (const Declaration& each : fragment.declarations) {
    if (each.locations.count == 0) continue;
    for (const Declaration& other : vertex.declarations) {
      std::string fault = prove::location_fault(other.name, other.locations, each.name, each.locations);
      if (!fault.empty() && other.name != each.name) return fault;
    }
  }
  return {};
}

constexpr char field_end = '\t', record_end = '\n';

std::string_view cut(std::string_view& rest, char end) {
  const std::size_t at = rest.find(end);
  const std::string_view out = rest.substr(0, at);
  rest.remove_prefix(at == rest.npos ? rest.size() : at + 1);
  return out;
}

template <class Number>
void cut_number(std::string_view& rest, Number& out) {
  const std::string_view digits = cut(rest, field_end);
  std::from_chars(digits.data(), digits.data() + digits.size(), out);
}

}  // namespace

LinkFault unlinked_declaration(const TextInterface& vertex, const TextInterface& fragment) {
  if (vertex.version == 0 || fragment.version == 0) return {};
  if (!is_linkable(vertex, fragment))
    return {
        fmt::format("it is {}, which cannot be linked with {} of the vertex shader", title(fragment), title(vertex))};
  if (std::string shared = shared_location(vertex, fragment); !shared.empty()) return {std::move(shared)};
  std::map<std::string_view, const Declaration*> by_name;
  for (const Declaration& each : vertex.declarations) by_name.emplace(each.name, &each);
  LinkFault doubt;
  for (const Declaration& each : fragment.declarations) {
    const auto found = by_name.find(each.name);
    if (found == by_name.end()) continue;
    LinkFault fault = fault_of(*found->second, each);
    if (fault.reason.empty()) continue;
    if (fault.is_certain) return fault;
    if (doubt.reason.empty()) doubt = std::move(fault);
  }
  return doubt;
}

std::string packed(const TextInterface& text) {
  std::string out = fmt::format("{}{}{}{}", text.version, field_end, text.es ? 1 : 0, record_end);
  for (const Declaration& each : text.declarations) {
    for (const std::string* const field : {&each.name, &each.type, &each.strict_type, &each.location, &each.binding}) {
      out += *field;
      out += field_end;
    }
    base::append(out, "{}{}{}{}{}{}", each.locations.first, field_end, each.locations.count, field_end,
                 each.is_used ? 1 : 0, record_end);
  }
  return out;
}

TextInterface unpacked_interface(std::string_view bytes) {
  TextInterface out;
  std::string_view head = cut(bytes, record_end);
  cut_number(head, out.version);
  out.es = head == "1";
  while (!bytes.empty()) {
    std::string_view line = cut(bytes, record_end);
    Declaration& each = out.declarations.emplace_back();
    for (std::string* const field : {&each.name, &each.type, &each.strict_type, &each.location, &each.binding})
      *field = cut(line, field_end);
    cut_number(line, each.locations.first);
    cut_number(line, each.locations.count);
    each.is_used = line == "1";
  }
  return out;
}

}  // namespace agal::proofs
