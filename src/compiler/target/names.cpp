#include "target/names.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <initializer_list>
#include <system_error>
#include <vector>

#include "agal/host.hpp"
#include "base/text.hpp"
#include "target/bindings.hpp"

namespace agal::target {
namespace {

enum class Kind : std::uint8_t { Name, Type, AnyCase, Prefix };

constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr std::size_t length_of(std::initializer_list<std::string_view> words) {
  std::size_t length = 0;
  for (const std::string_view word : words) length += word.size() + 1;
  return length;
}

// The words of a family, each followed by a space. A single text has a third of the size of a sorted table, even if
// both are compressed.
template <TargetFamily wanted, Kind kind>
constexpr auto make_words() {
  constexpr std::size_t length = 1
#define AGAL_TAKEN_NAMES(family, ...) \
  +(TargetFamily::family == wanted && kind == Kind::Name ? length_of({__VA_ARGS__}) : 0)
#define AGAL_TAKEN_TYPES(family, ...) \
  +(TargetFamily::family == wanted && kind == Kind::Type ? length_of({__VA_ARGS__}) : 0)
#define AGAL_TAKEN_PREFIXES(family, ...) \
  +(TargetFamily::family == wanted && kind == Kind::Prefix ? length_of({__VA_ARGS__}) : 0)
#define AGAL_TAKEN_IN_ANY_CASE(family, ...) \
  +(TargetFamily::family == wanted && kind == Kind::AnyCase ? length_of({__VA_ARGS__}) : 0)
#include "target/taken_names.def"
      ;
  std::array<char, length> out{};
  std::size_t at = 0;
  out[at++] = ' ';
  const auto add = [&](std::initializer_list<std::string_view> words) {
    for (const std::string_view word : words) {
      for (const char c : word) out[at++] = kind == Kind::AnyCase ? to_lower(c) : c;
      out[at++] = ' ';
    }
  };
#define AGAL_TAKEN_NAMES(family, ...) \
  if (TargetFamily::family == wanted && kind == Kind::Name) add({__VA_ARGS__});
#define AGAL_TAKEN_TYPES(family, ...) \
  if (TargetFamily::family == wanted && kind == Kind::Type) add({__VA_ARGS__});
#define AGAL_TAKEN_PREFIXES(family, ...) \
  if (TargetFamily::family == wanted && kind == Kind::Prefix) add({__VA_ARGS__});
#define AGAL_TAKEN_IN_ANY_CASE(family, ...) \
  if (TargetFamily::family == wanted && kind == Kind::AnyCase) add({__VA_ARGS__});
#include "target/taken_names.def"
  return out;
}

template <TargetFamily family, Kind kind>
constexpr auto words_of = make_words<family, kind>();

template <Kind kind>
std::string_view words(TargetFamily family) {
  const auto view = [](const auto& text) { return std::string_view(text.data(), text.size()); };
#define AGAL_TARGET_FAMILY(id, ...) \
  if (family == TargetFamily::id) return view(words_of<TargetFamily::id, kind>);
#include "agal/tables/targets.def"
  return {};
}

bool is_size(char c) { return c >= '1' && c <= '4'; }

// Returns a name without sizes: "float" for "float3" and for "float3x4".
std::string_view without_sizes(std::string_view name) {
  if (name.empty() || !is_size(name.back())) return name;
  name.remove_suffix(1);
  const bool is_matrix = name.size() > 2 && name.back() == 'x' && is_size(name[name.size() - 2]);
  return is_matrix ? name.substr(0, name.size() - 2) : name;
}

bool has(std::string_view words, std::string_view name) {
  if (name.empty()) return false;
  for (std::size_t at = words.find(name); at != words.npos; at = words.find(name, at + 1))
    if (words[at - 1] == ' ' && words[at + name.size()] == ' ') return true;
  return false;
}

// Returns true if a name begins with one of the words.
bool begins_with(std::string_view words, std::string_view name) {
  for (std::size_t at = 1; at < words.size();) {
    const std::size_t end = words.find(' ', at);
    if (name.starts_with(words.substr(at, end - at))) return true;
    at = end + 1;
  }
  return false;
}

bool is_taken(TargetFamily family, std::string_view name) {
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), to_lower);
  return has(words<Kind::AnyCase>(family), lower) || has(words<Kind::Name>(family), name) ||
         has(words<Kind::Type>(family), name) || has(words<Kind::Type>(family), without_sizes(name)) ||
         begins_with(words<Kind::Prefix>(family), name);
}

// Returns the title of a language or an engine that is not a target and reserves the name; "" if there is none.
std::string_view other_language_with(std::string_view name) {
#define AGAL_TAKEN_OTHERS(title, ...)                                                      \
  for (const std::string_view word : std::initializer_list<std::string_view>{__VA_ARGS__}) \
    if (word == name) return title;
#include "target/taken_names.def"
  return {};
}

// Returns true for names of variables in the text: names of registers, and names for values without a register
// (writer/variables.cpp). They may end with _1.
bool is_variable_name(std::string_view name) {
  const auto digits = [](std::string_view text) {
    std::size_t count = 0;
    while (count < text.size() && text[text.size() - count - 1] >= '0' && text[text.size() - count - 1] <= '9') ++count;
    return count;
  };
  if (const std::size_t count = digits(name);
      count > 0 && count + 1 < name.size() && name[name.size() - count - 1] == '_')
    name.remove_suffix(count + 1);
  if (is_separate_sampler(name)) name.remove_suffix(separate_sampler_suffix.size());
  for (const std::string_view base : {"test", "index", "dx", "dy", "value", "sampler"})
    if (name == base) return true;
  name.remove_suffix(digits(name));
  if (name.empty()) return false;
  if (name == "sampler") return true;
  return std::ranges::any_of(register_table, [&](const RegisterInfo& row) {
    return name == row.vertex_prefix || name == row.fragment_prefix;
  });
}

// Returns true for a prefix such as `fs`: shaders contain `fs0`, but never `fs` alone.
bool is_prefix_alone(std::string_view name) {
  return std::ranges::any_of(register_table, [&](const RegisterInfo& row) {
    const bool alone = row.type == RegisterType::Constant || row.type == RegisterType::Depth || !row.numbered;
    return !alone && (name == row.vertex_prefix || name == row.fragment_prefix);
  });
}

// Names that a text may declare for any program: blocks, the block member `c`, variables and functions.
constexpr auto declared_names = std::to_array<std::string_view>(
    {block_member, "main", "main0", "vertex_main", "fragment_main", openfl_position_scale, "VertexConstants",
     "FragmentConstants", "VertexInput", "FragmentInput", "VertexOutput", "FragmentOutput", "input", "output"});

// The longest identifier of WebGL 1.
constexpr std::size_t max_name = 256;

// The longest semantic, without its index, in DXC.
constexpr std::size_t max_semantic = 64;

// Endings of names in extensions of GLSL. Compilers know some of these names without the extension.
constexpr auto extension_suffixes = std::to_array<std::string_view>({"AMD", "ARB", "EXT", "KHR", "NV", "OES", "QCOM"});

bool is_reserved_form(std::string_view name) {
  if (std::ranges::any_of(extension_suffixes, [&](std::string_view suffix) { return name.ends_with(suffix); }))
    return true;
  return name.starts_with("subgroup") || name == "_" || name.find("__") != name.npos || name.starts_with("gl_") ||
         name.starts_with("GL_") || name.starts_with("webgl_") || name.starts_with("_webgl_");
}

// Returns true for names that SPIRV-Cross declares outside of functions, and for macros of glslang.
bool is_name_of_cross(std::string_view name) {
  for (const std::string_view prefix : {"gl_", "GL_", "spv", "SPIRV_Cross_", "stage_input", "stage_output"})
    if (name.starts_with(prefix)) return true;
  return name == "vc_c" || name == "fc_c" || (name.starts_with('_') && is_separate_sampler(name));
}

}  // namespace

std::string why_not_free(std::string_view name) {
  if (!is_identifier(name)) return "it is not an identifier";
  if (name.size() > max_name) return "it has more than 256 characters";
  if (is_reserved_form(name)) return "languages reserve names of this form";
  for (const TargetFamilyInfo& row : target_family_table)
    if (is_taken(row.family, name)) return "it is a word of " + std::string(row.title);
  if (const std::string_view title = other_language_with(name); !title.empty())
    return "it is a word of " + std::string(title);
  if (is_variable_name(name)) return "registers and variables have such names";
  if (std::ranges::find(declared_names, name) != declared_names.end()) return "the text declares this name";
  return {};
}

std::string semantic_key(std::string_view semantic) {
  std::string key(semantic);
  for (char& c : key)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  const std::size_t digits = key.find_last_not_of("0123456789") + 1;
  if (digits == key.size()) return key + '0';
  const std::size_t number = std::min(key.find_first_not_of('0', digits), key.size() - 1);
  return key.erase(digits, number - digits);
}

std::string why_not_semantic(std::string_view semantic) {
  if (!is_identifier(semantic)) return "it is not an identifier";
  const std::string key = semantic_key(semantic);
  if (key.starts_with("SV_")) return "Direct3D reserves SV_";
  const std::size_t digits = key.find_last_not_of("0123456789") + 1;
  if (digits > max_semantic) return "it has more than 64 characters";
  std::uint32_t index = 0;
  if (std::from_chars(key.data() + digits, key.data() + key.size(), index).ec != std::errc())
    return "its index has more than 32 bits";
  const std::string_view word = std::string_view(key).substr(0, digits);
  if (word == "VFACE" || word == "VPOS") return "it is a system value of older shader models";
  // Compilers predefine macros that begin with two underscores.
  return is_taken(TargetFamily::Hlsl, semantic) || semantic.starts_with("__") ? "it is a word of HLSL" : "";
}

std::string why_not_channel(Host host, std::string_view semantic) {
  std::vector<std::string_view> channels;
  for (std::string_view words = channels_of(host); !words.empty();) {
    channels.push_back(words.substr(0, words.find(' ')));
    words.remove_prefix(std::min(words.size(), channels.back().size() + 1));
  }
  if (channels.empty()) return {};
  for (const std::string_view channel : channels)
    if (semantic_key(channel) == semantic_key(semantic)) return {};
  std::string upper(semantic);
  for (char& c : upper)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  const std::string_view meant = base::nearest(upper, channels);
  return "a mesh of " + std::string(info(host).title) + " does not have it" +
         (meant.empty() ? "" : "; " + base::did_you_mean(meant));
}

bool is_uniform_of_host(Host host, std::string_view name) { return has(info(host).own, name); }

bool is_free_name(TargetFamily family, std::string_view name) {
  // WGSL reserves identifiers that begin with two underscores, and C++ and Metal reserve identifiers that contain them.
  if (!is_identifier(name) || name == "_" || name.starts_with("__")) return false;
  if (family == TargetFamily::Msl && (name.find("__") != name.npos || !other_language_with(name).empty())) return false;
  // Variables are local in WGSL, where they may have the name of a function.
  const bool is_variable =
      family == TargetFamily::Wgsl ? find_variable(name).has_value() : is_variable_name(name) && !is_prefix_alone(name);
  return !is_variable && !is_name_of_cross(name) && !is_taken(family, name);
}

}  // namespace agal::target
