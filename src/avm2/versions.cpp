#include "avm2/versions.hpp"

#include <string_view>

#include "avm2/control_flow.hpp"

namespace agal::avm2 {
namespace {

constexpr std::int32_t header_byte = 0xa0;

std::optional<std::int32_t> pushed_number(const Abc& abc, const Instruction& t) {
  const auto pooled = [&](const std::vector<std::uint32_t>& pool) {
    return t.index < pool.size() ? std::optional(static_cast<std::int32_t>(pool[t.index])) : std::nullopt;
  };
  const Effect effect = t.info().effect;
  if (effect == Effect::PushByte) return static_cast<std::int8_t>(t.index);
  if (effect == Effect::PushShort) return static_cast<std::int16_t>(t.index);
  if (effect == Effect::PushInt) return pooled(abc.integers);
  if (effect == Effect::PushUint) return pooled(abc.unsigned_integers);
  return std::nullopt;
}

// The call `bytes.writeByte(0xa0)`, and then `bytes.writeUnsignedInt(version)`.
std::optional<VersionSource> version_in_header(const Abc& abc, const MethodBody& body) {
  std::optional<Instruction> value;  // that was pushed last
  bool begun = false;
  for (auto t = read_instruction(abc, body, 0); t; t = read_instruction(abc, body, t->end)) {
    const Effect effect = t->info().effect;
    if (effect == Effect::GetLocal || pushed_number(abc, *t)) value = t;
    if (effect != Effect::CallProperty || t->count != 1 || !value) continue;
    const std::string_view name = abc.string(abc.name_string(t->index));
    if (name == "writeByte") {
      if (begun) return std::nullopt;
      begun = pushed_number(abc, *value) == header_byte;
    }
    if (name != "writeUnsignedInt" || !begun) continue;
    if (const std::optional<std::int32_t> number = pushed_number(abc, *value))
      return VersionSource{false, static_cast<std::uint32_t>(*number)};
    const std::uint32_t local = value->local();
    if (local == 0 || local > abc.method(body.method).parameters) return std::nullopt;
    return VersionSource{true, local};
  }
  return std::nullopt;
}

}  // namespace

AgalVersions::AgalVersions(const Abc& abc) : abc_(abc) {
  // Most files do not write bytes.
  if (!abc.string_number.contains("writeByte") || !abc.string_number.contains("writeUnsignedInt")) return;
  for (const MethodBody& body : abc.bodies)
    if (const std::optional<VersionSource> source = version_in_header(abc, body)) note(body.method, *source);
}

bool AgalVersions::note(std::uint32_t method, const VersionSource& source) {
  const auto add = [&](auto& map, std::uint32_t key) {
    const auto [row, is_new] = map.try_emplace(key, source);
    if (!is_new && row->second && *row->second != source) {
      row->second.reset();
      return true;
    }
    return is_new;
  };
  if (const std::uint32_t name = abc_.method(method).name; name != 0) add(by_name_, name);
  return add(by_method_, method);
}

std::set<std::uint32_t> AgalVersions::names() const {
  std::set<std::uint32_t> all;
  for (const auto& [method, source] : by_method_) {
    const std::uint32_t name = abc_.method(method).name;
    all.insert(name != 0 ? name : abc_.class_string(method));
  }
  return all;
}

std::optional<VersionSource> AgalVersions::source(std::uint32_t method, std::uint32_t name) const {
  if (const auto row = by_method_.find(method); row != by_method_.end()) return row->second;
  const auto row = method == Abc::ambiguous ? by_name_.find(name) : by_name_.end();
  return row != by_name_.end() ? row->second : std::nullopt;
}

}  // namespace agal::avm2
