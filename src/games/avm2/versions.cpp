#include "avm2/versions.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "avm2/passed_values.hpp"

namespace agal::avm2 {
namespace {

constexpr std::int32_t magic = 0xa0, max_version = 4;

class VersionFinder {
 public:
  VersionFinder(Executor& executor, PassedValues& passed) : executor_(executor), passed_(passed) {}

  Versions run();

 private:
  std::uint32_t string_of(std::string_view text) const {
    const auto row = executor_.abc().string_number.find(text);
    return row != executor_.abc().string_number.end() ? row->second : 0;
  }
  // Returns true if the movie has code that uses texts: it calls methods, or stores to fields.
  bool has_code() const {
    for (std::size_t body = 0; body < executor_.abc().bodies.size(); ++body)
      if (const ControlFlow& flow = executor_.control_flow(body); !flow.called.empty() || !flow.stored.empty())
        return true;
    return false;
  }
  void read_headers();
  void read_header(std::size_t body);
  void read_calls();
  void find_other_headers();
  bool may_write_header(std::size_t body);
  void note(const Values& values, Value value);

  Executor& executor_;
  PassedValues& passed_;
  Versions versions_;
  bool has_headers_ = false;           // true if code that writes a header was found
  std::set<std::size_t> with_header_;  // the bodies of this code
};

void VersionFinder::note(const Values& values, Value value) {
  constexpr unsigned high_byte = 24;  // the position of the version in a big-endian header
  const std::int32_t number = values.number(value).value_or(0);
  for (const std::int32_t version : {number, number >> high_byte})
    if (version >= 1 && version <= max_version && (version == number || number == version << high_byte)) {
      versions_.known.insert(static_cast<std::uint32_t>(version));
      return;
    }
  versions_.is_open = true;
}

// A header begins with the byte 0xa0. The next value that the code writes is the version.
void VersionFinder::read_header(std::size_t body) {
  const Executor::Result result = executor_.run(body);
  const Values& values = executor_.values();
  constexpr std::int32_t byte = 0xff;
  bool is_version = false;
  std::vector<Value> found;
  for (const auto& [site, outcomes] : result.uses) {
    if (site.kind != UseKind::Argument || site.number != 1) continue;
    const std::string_view name = executor_.abc().string(site.name);
    if (!name.starts_with("write")) continue;
    if (is_version)
      for (const Outcome& outcome : outcomes) found.push_back(outcome.value);
    is_version = name == "writeByte" && std::any_of(outcomes.begin(), outcomes.end(), [&](const Outcome& outcome) {
                   const auto* const number = values.get<Integer>(outcome.value);
                   return number != nullptr && (number->number & byte) == magic;
                 });
  }
  has_headers_ = has_headers_ || !found.empty();
  if (!found.empty()) with_header_.insert(body);
  passed_.visit_all(body, found, [this](const Values& all, Value value) { note(all, value); });
}

void VersionFinder::read_headers() {
  const std::uint32_t write_byte = string_of("writeByte");
  if (write_byte == 0) return;
  const std::vector<std::size_t> bodies = passed_.callers(write_byte);
  for (const std::size_t body : bodies) read_header(body);
}

void VersionFinder::read_calls() {
  struct Call {
    std::string_view name;
    std::uint32_t argument;
  };
  bool any = false;
  for (const Call& call : {Call{"assemble", 3}, Call{"assemble2", 2}, Call{"fromSource", 3}}) {
    const std::uint32_t name = string_of(call.name);
    if (name == 0 || passed_.callers(name).empty()) continue;
    any = true;
    const bool is_unknown = passed_.visit_argument(name, call.argument, [this](const Values& values, Value value) {
      if (!values.is<Boolean>(value)) note(values, value);  // an old assembler, which does not have a version
    });
    if (is_unknown) versions_.known.insert(1);
  }
  versions_.is_open = versions_.is_open || (!any && !executor_.abc().is_source);
  if (!any && executor_.abc().is_source) versions_.known.insert(1);
}

// Returns the number that an instruction pushes.
std::optional<std::int32_t> pushed_number(const Abc& abc, const Instruction& t) {
  constexpr std::uint32_t short_bits = 0xffff;
  const auto item_of = [&](const std::vector<std::uint32_t>& list) {
    return t.index < list.size() ? std::optional(static_cast<std::int32_t>(list[t.index])) : std::nullopt;
  };
  const Effect effect = t.info().effect;
  if (effect == Effect::PushByte) return static_cast<std::int8_t>(t.index);
  if (effect == Effect::PushShort) return static_cast<std::int16_t>(t.index & short_bits);
  if (effect == Effect::PushInt) return item_of(abc.integers);
  return effect == Effect::PushUint ? item_of(abc.unsigned_integers) : std::nullopt;
}

// Returns true if the code may write a header in a way that `read_header` does not know: as one number, from the items
// of a list, or as an item of the bytes, which an assembler may have made before.
bool VersionFinder::may_write_header(std::size_t body) {
  constexpr std::uint32_t high = 24, middle = 16, byte = 0xff;
  const Abc& abc = executor_.abc();
  const auto is_version = [](std::uint32_t number) { return number >= 1 && number <= max_version; };
  const std::vector<std::uint32_t>& called = executor_.control_flow(body).called;
  const bool assembles = std::any_of(called.begin(), called.end(),
                                     [&](std::uint32_t name) { return abc.string(name).starts_with("assemble"); });
  std::optional<std::int32_t> before;  // the number that the last instruction pushes
  bool begins = false;                 // true if the last two numbers begin a header
  for (auto t = read_instruction(abc, abc.bodies[body], 0); t; t = read_instruction(abc, abc.bodies[body], t->end)) {
    if (t->info().effect == Effect::Keep || t->info().effect == Effect::Unary) continue;
    const std::optional<std::int32_t> number = pushed_number(abc, *t);
    const std::uint32_t bits = static_cast<std::uint32_t>(number.value_or(0));
    const auto next = read_instruction(abc, abc.bodies[body], t->end);
    const bool stores = next && next->info().effect == Effect::SetProperty && next->name_pops > 0;
    if (number && begins && bits == 0) return true;                     // [0xa0, 2, 0, …]
    if (number && before == 0 && stores && bits == magic) return true;  // bytes[0] = 0xa0
    begins = number && before && (*before & static_cast<std::int32_t>(byte)) == magic && is_version(bits);
    if (number && before == 1 && stores && assembles && is_version(bits)) {  // bytes[1] = 2
      versions_.is_patched = true;
      return true;
    }
    if ((bits >> high) == magic && is_version((bits >> middle) & byte) && (bits & 0xffff) == 0) return true;
    const bool is_little = (bits & byte) == magic && is_version(bits >> 8);
    const bool is_big_short = (bits >> 8) == magic && is_version(bits & byte);
    before = number;
    if (!is_little && !is_big_short) continue;
    const bool calls = next && next->info().effect == Effect::CallProperty;
    if (calls && abc.string(abc.name_string(next->index)).starts_with("write")) return true;
  }
  return false;
}

// The version is not known if code that was not read may write it, or may call an assembler: as a value, or by name.
void VersionFinder::find_other_headers() {
  const std::uint32_t assemble = string_of("assemble"), assemble2 = string_of("assemble2");
  for (std::size_t body = 0; body < executor_.abc().bodies.size(); ++body) {
    const ControlFlow& flow = executor_.control_flow(body);
    for (const std::uint32_t name : {assemble, assemble2}) {
      const auto has = [&](const std::vector<std::uint32_t>& names) {
        return name != 0 && std::find(names.begin(), names.end(), name) != names.end();
      };
      versions_.is_open = versions_.is_open || has(flow.read) || has(flow.pushed);
    }
    versions_.is_open = (!with_header_.contains(body) && may_write_header(body)) || versions_.is_open;
  }
}

Versions VersionFinder::run() {
  if (!has_code()) return {{1}, false, 1};
  read_headers();
  if (!has_headers_) read_calls();
  find_other_headers();
  const std::uint32_t assemble = string_of("assemble");
  bool has_default = false;
  if (assemble != 0)
    passed_.visit_defaults(assemble, 3, [&](const Values& values, Value value) {
      const std::int32_t number = values.number(value).value_or(0);
      has_default = values.is<Integer>(value) && number >= 1 && number <= max_version;
      if (has_default) versions_.implied = static_cast<std::uint32_t>(number);
    });
  if (!has_default && !has_headers_) versions_.implied = 1;
  if (!has_default && has_headers_ && versions_.known.size() == 1 && !versions_.is_open)
    versions_.implied = *versions_.known.begin();
  return versions_;
}

}  // namespace

std::set<std::uint32_t> Versions::from(std::uint32_t least) const {
  std::set<std::uint32_t> versions;
  for (const std::uint32_t version : known) versions.insert(std::max(version, least));
  if (is_open || versions.empty()) versions.insert(least);
  return versions;
}

Versions find_versions(Executor& executor, PassedValues& passed) { return VersionFinder(executor, passed).run(); }

}  // namespace agal::avm2
