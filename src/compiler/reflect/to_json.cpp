#include "reflect/to_json.hpp"

#include <array>
#include <concepts>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "reflect/members.hpp"

namespace agal::reflect {
namespace {

// The version of the JSON format. docs/reflection.md defines when it changes.
constexpr int format_version = 2;

struct MaskText {
  std::array<char, 4> letters{};
  std::size_t count = 0;
};

constexpr auto mask_texts = []() {
  std::array<MaskText, 16> out{};
  for (std::size_t mask = 0; mask < out.size(); ++mask)
    for (std::size_t c = 0; c < 4; ++c)
      if ((mask >> c & 1) != 0) out[mask].letters[out[mask].count++] = "xyzw"[c];
  return out;
}();

// Returns the key of a member: "samplerSet" for `sampler_set`.
struct Key {
  consteval explicit Key(std::string_view name) {
    for (std::size_t i = 0; i < name.size(); ++i)
      letters[count++] = name[i] == '_' ? static_cast<char>(name[++i] - 'a' + 'A') : name[i];
  }
  std::string_view text() const { return {letters.data(), count}; }

  std::array<char, 24> letters{};
  std::size_t count = 0;
};

}  // namespace

std::string_view components(WriteMask mask) {
  const MaskText& text = mask_texts[mask & 0xf];
  return {text.letters.data(), text.count};
}

void add_binding(base::JsonWriter& json, const Interface::Slots& slots) {
  if (slots.set) json.member("set", *slots.set);
  json.member("binding", slots.binding);
}

namespace {

// ------------------------------------------------------------------------------------------------------------- words

std::string_view word(ConstantsMode mode) {
  switch (mode) {
    case ConstantsMode::Ubo: return "ubo";
    case ConstantsMode::Plain: return "plain";
    case ConstantsMode::Push: return "push";
  }
  return {};
}

std::string_view word(ClipZ z) {
  switch (z) {
    case ClipZ::ZeroToOne: return "zeroToOne";
    case ClipZ::NegativeOneToOne: return "negativeOneToOne";
  }
  return {};
}

std::string_view word(Stage stage) { return name(stage); }

// ------------------------------------------------------------------------------------------------------------ values

// Writes one member of an interface as JSON.
class MemberWriter : MemberValues {
 public:
  MemberWriter(base::JsonWriter& json, const Interface& program) : json_(json), program_(program) {}

  // Writes a structure of interface.def, an enumerator or a scalar.
  template <class T>
  void value(const T& it) {
    if constexpr (std::is_enum_v<T>) {
      json_.value(word(it));
    } else if constexpr (std::convertible_to<T, base::JsonScalar>) {
      json_.value(it);
    } else {
      json_.object([&] { members(it); });
    }
  }
  void value(WriteMask mask) { json_.value(components(mask)); }
  template <class T>
  void value(const std::vector<T>& list) {
    json_.list(list, [&](const T& each) { value(each); });
  }
  void value(const OptionValue& option);
  void value(const std::vector<Interface::Extensions>& extensions);
  void value(const std::vector<Interface::OpcodeCount>& opcodes);

  // Adds the members of a structure to the object that is open.
  template <class T>
  void members(const T& it) {
    [[maybe_unused]] const Interface& of = program_;
#define AGAL_MEMBER(structure, views, name, type, value, since, doc, absent) \
  AGAL_MEMBER_##views(structure, name, (value), absent)
#define AGAL_MEMBER_C(...)
#define AGAL_MEMBER_Raw(...)
#define AGAL_MEMBER_Json(structure, name, value, absent) \
  if constexpr (std::is_same_v<T, structure>) {          \
    static constexpr Key key(#name);                     \
    member<sizeof(absent) == 1>(key.text(), value);      \
  }
#define AGAL_MEMBER_Both AGAL_MEMBER_Json
#include "reflect/interface.def"
#undef AGAL_MEMBER_Both
#undef AGAL_MEMBER_Json
#undef AGAL_MEMBER_Raw
#undef AGAL_MEMBER_C
  }

 private:
  // Adds a member. A member that does not always exist is omitted if its value is empty.
  template <bool always, class T>
  void member(std::string_view key, const T& it) {
    if constexpr (requires { it.empty(); }) {
      if (!always && it.empty()) return;
    }
    json_.key(key);
    value(it);
  }
  template <bool always, class T>
  void member(std::string_view key, const std::optional<T>& it) {
    static_assert(!always, "interface.def says when the member is absent");
    if (it) member<true>(key, *it);
  }
  template <bool always, class T>
  void member(std::string_view key, const T* it) {
    static_assert(!always, "interface.def says when the member is absent");
    if (it != nullptr) member<true>(key, *it);
  }

  base::JsonWriter& json_;
  const Interface& program_;
};

// Returns the name of the option, or the number if the value does not have a name.
base::JsonScalar option_text(SamplerField field, std::uint32_t value) {
  const SamplerOptionInfo* option = find_sampler_option(field, value);
  return option != nullptr ? base::JsonScalar(option->text) : base::JsonScalar(value);
}

void MemberWriter::value(const OptionValue& option) {
  const SamplerFieldInfo& field = info(option.field);
  switch (field.combine) {
    case SamplerCombine::Replace: return json_.value(option_text(option.field, option.value));
    case SamplerCombine::Union: break;
  }
  json_.list([&] {
    for (std::uint32_t bit = 1; bit >> field.width == 0; bit <<= 1)
      if ((option.value & bit) != 0) json_.value(option_text(option.field, bit));
  });
}

void MemberWriter::value(const std::vector<Interface::Extensions>& extensions) {
  json_.object([&] {
    for (const Interface::Extensions& each : extensions) json_.key(info(each.target).name).list(each.names);
  });
}

void MemberWriter::value(const std::vector<Interface::OpcodeCount>& opcodes) {
  json_.object([&] {
    for (const Interface::OpcodeCount& each : opcodes) json_.member(info(each.opcode).text, each.count);
  });
}

// ---------------------------------------------------------------------------------------------------------- programs

void write_program(base::JsonWriter& json, const Interface& program) {
  json.object([&] {
    json.member("version", format_version);
    add_cross_keys(json, program);
    json.key("agal");
    MemberWriter(json, program).value(program);
  });
}

void write_names(base::JsonWriter& json, const std::vector<NamedLocation>& varyings) {
  json.list(varyings, [&](const NamedLocation& varying) { json.value(varying.name); });
}

}  // namespace

void write_ranges(base::JsonWriter& json, const std::vector<RegisterRange>& ranges) {
  MemberWriter(json, {}).value(ranges);
}

std::string to_json(const Interface& program) {
  base::JsonWriter json;
  write_program(json, program);
  return json.line();
}

std::string to_json(const Interface& vertex, const Interface& fragment, const SharedInterface& shared) {
  base::JsonWriter json;
  MemberWriter members(json, vertex);
  json.object([&] {
    json.member("version", format_version);
    write_program(json.key("vertex"), vertex);
    write_program(json.key("fragment"), fragment);
    json.key("varyings").object([&] {
      json.key("kept");
      members.value(shared.kept);
      write_names(json.key("dropped"), shared.dropped);
      write_names(json.key("added"), shared.added);
    });
    json.key("pushConstants");
    members.value(shared.push_ranges);
  });
  return json.line();
}

}  // namespace agal::reflect
