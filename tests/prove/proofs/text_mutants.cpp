#include "proofs/text_mutants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>
#include <span>
#include <vector>

namespace agal::mutants {
namespace {

using exec::Random;

// A part of a text.
struct Range {
  std::size_t at = 0, length = 0;
};

std::string_view in(const std::string& text, const Range& range) {
  return std::string_view(text).substr(range.at, range.length);
}
void replace(std::string& text, const Range& range, std::string_view by) { text.replace(range.at, range.length, by); }

// Returns the matches of a pattern, or of its first group.
std::vector<Range> matches(const std::string& text, const char* pattern) {
  std::vector<Range> found;
  const std::regex expression(pattern);
  for (std::sregex_iterator i(text.begin(), text.end(), expression), end; i != end; ++i) {
    const std::size_t group = i->size() > 1 ? 1 : 0;
    if ((*i)[group].matched)
      found.push_back({static_cast<std::size_t>(i->position(group)), static_cast<std::size_t>(i->length(group))});
  }
  return found;
}

template <class List>
const auto& one_of(const List& list, Random& random) {
  return list[random.below(list.size())];
}

// Changes a number, or swaps it with another one.
void change_number(std::string& text, Random& random, const char* pattern) {
  const std::vector<Range> numbers = matches(text, pattern);
  if (numbers.empty()) return;
  Range a = one_of(numbers, random), b = one_of(numbers, random);
  if (a.at > b.at) std::swap(a, b);
  const std::string first(in(text, a)), second(in(text, b));
  if (first != second && random.below(2) == 0) {
    replace(text, b, first);
    replace(text, a, second);
    return;
  }
  const int number = std::atoi(first.c_str());
  replace(text, a,
          fmt::format("{}", random.below(3) == 0 ? static_cast<int>(random.below(8))
                                                 : std::abs(number + (random.below(2) == 0 ? 1 : -1))));
}

void binding(std::string& text, Random& random) { change_number(text, random, R"(binding = (\d+))"); }
void location(std::string& text, Random& random) { change_number(text, random, R"(location = (\d+))"); }
void set(std::string& text, Random& random) { change_number(text, random, R"((?:set = |space)(\d+))"); }
void hlsl_register(std::string& text, Random& random) {
  constexpr std::array patterns{R"(register\(t(\d+))", R"(register\(s(\d+))", R"(register\(b(\d+))"};
  change_number(text, random, one_of(patterns, random));
}
void semantic(std::string& text, Random& random) {
  constexpr std::array patterns{R"(TEXCOORD(\d+))", R"(SV_Target(\d+))", R"(gl_FragData\[(\d+))"};
  change_number(text, random, one_of(patterns, random));
}
void array_size(std::string& text, Random& random) {
  const std::vector<Range> sizes = matches(text, R"((?:vec4|float4) \w+\[(\d+)\])");
  if (sizes.empty()) return;
  const Range size = one_of(sizes, random);
  constexpr std::array others{1, 2, 28, 64, 128, 250};
  const int number = std::atoi(std::string(in(text, size)).c_str());
  replace(text, size,
          fmt::format("{}", random.below(2) == 0 ? one_of(others, random) : number + (random.below(2) == 0 ? 1 : -1)));
}

void insert_before(std::string& text, Random& random, const char* pattern, std::span<const std::string_view> words) {
  const std::vector<Range> places = matches(text, pattern);
  if (!places.empty()) text.insert(one_of(places, random).at, std::string(one_of(words, random)) + " ");
}
void exchange(std::string& text, Random& random, const char* pattern, std::span<const std::string_view> words) {
  const std::vector<Range> places = matches(text, pattern);
  if (!places.empty()) replace(text, one_of(places, random), one_of(words, random));
}

void precision(std::string& text, Random& random) {
  static constexpr std::array<std::string_view, 3> precisions{"highp", "mediump", "lowp"};
  if (random.below(2) == 0)
    exchange(text, random, R"(\b(?:highp|mediump|lowp)\b)", precisions);
  else
    insert_before(text, random, R"(\b(?:vec[234]|float|sampler2D|samplerCube)\b (?!\w+\())", precisions);
}
// Changes the interpolation, but not to `sample`, which needs a feature that the device does not have.
void interpolation(std::string& text, Random& random) {
  static constexpr std::array<std::string_view, 4> qualifiers{"flat", "centroid", "noperspective", "nointerpolation"};
  insert_before(text, random, R"((?:in|out|varying) vec4 v\d|float4 v\d+ :)", qualifiers);
}
void version(std::string& text, Random& random) {
  static constexpr std::array<std::string_view, 14> versions{"100",    "110", "120", "130", "150", "300 es", "310 es",
                                                             "320 es", "330", "400", "420", "430", "450",    "460"};
  exchange(text, random, R"(#version (\d+(?: es)?))", versions);
}
void block_layout(std::string& text, Random& random) {
  static constexpr std::array<std::string_view, 5> layouts{"std430", "shared", "packed", "std140, row_major",
                                                           "std140, column_major"};
  exchange(text, random, R"(std140)", layouts);
}
void extension(std::string& text, Random& random) {
  static constexpr std::array<std::string_view, 6> extensions{
      "GL_OES_standard_derivatives",     "GL_EXT_draw_buffers",
      "GL_EXT_shader_texture_lod",       "GL_EXT_frag_depth",
      "GL_ARB_shading_language_420pack", "GL_ARB_explicit_uniform_location"};
  static constexpr std::array<std::string_view, 3> behaviors{"enable", "require", "disable"};
  const std::size_t line = text.find('\n');
  if (text.starts_with("#version"))
    text.insert(line + 1, fmt::format("#extension {} : {}\n", one_of(extensions, random), one_of(behaviors, random)));
}

// ---- statements

void change_operator(std::string& text, Random& random) {
  static constexpr std::array<std::string_view, 4> sums{"+", "-", "*", "/"};
  static constexpr std::array<std::string_view, 6> comparisons{"<", ">", "<=", ">=", "==", "!="};
  static constexpr std::array<std::string_view, 2> conditions{"&&", "||"};
  const std::uint32_t which = random.below(6);
  if (which == 0)
    exchange(text, random, R"( (&&|\|\|) )", conditions);
  else if (which < 3)
    exchange(text, random, R"( (<|>|<=|>=|==|!=) )", comparisons);
  else
    exchange(text, random, R"( ([-+*/]) )", sums);
}
void constant(std::string& text, Random& random) {
  static constexpr std::array<std::string_view, 12> numbers{"0.0", "1.0",   "-1.0", "0.5",        "2.0",     "-0.0",
                                                            "3.0", "255.0", "0.1",  "12582912.0", "1.0e-30", "1.0e30"};
  exchange(text, random, R"([^\w.]((?:\d+\.\d+(?:e-?\d+)?)))", numbers);
}
void index(std::string& text, Random& random) { change_number(text, random, R"(\w\[(\d+)\](?!;))"); }
void swizzle(std::string& text, Random& random) {
  const std::vector<Range> swizzles = matches(text, R"(\.([xyzw]{1,4})\b)");
  if (swizzles.empty()) return;
  const Range place = one_of(swizzles, random);
  text[place.at + random.below(place.length)] = "xyzw"[random.below(4)];
}
void identifier(std::string& text, Random& random) {
  const std::vector<Range> names = matches(text, R"(\b[a-z]+\d*(?:_\w+)?\b)");
  if (names.empty()) return;
  const std::string other(in(text, one_of(names, random)));
  const Range place = one_of(names, random);
  // A register of another type is an error in HLSL that glslang does not report, so it is not generated.
  if (!std::string_view(text).substr(0, place.at).ends_with("register(")) replace(text, place, other);
}
// Renames a variable of the interface everywhere.
void interface_name(std::string& text, Random& random) {
  const std::vector<Range> names = matches(text, R"(\b((?:va|v|fs|vs|oc|fc|vc)\d*)\b)");
  if (names.empty()) return;
  const std::string from(in(text, one_of(names, random))), to(in(text, one_of(names, random)));
  const std::string other =
      random.below(2) == 0 ? to : from.substr(0, from.find_first_of("0123456789")) + fmt::format("{}", random.below(6));
  if (from == other) return;
  const bool swaps = random.below(2) == 0;
  std::string out;
  std::size_t last = 0;
  for (const Range& word : matches(text, R"(\b[A-Za-z_]\w*\b)")) {
    out += text.substr(last, word.at - last);
    const std::string_view name = in(text, word);
    out += name == from ? other : swaps && name == other ? from : std::string(name);
    last = word.at + word.length;
  }
  text = out + text.substr(last);
}
void function(std::string& text, Random& random) {
  static constexpr std::array<std::string_view, 17> alone{
      "abs",  "sqrt",  "inversesqrt", "exp2", "log2",      "sin",  "cos",   "fract", "floor",
      "frac", "rsqrt", "saturate",    "ceil", "normalize", "sign", "round", "trunc"};
  static constexpr std::array<std::string_view, 6> pairs{"min", "max", "pow", "step", "mod", "fmod"};
  static constexpr std::array<std::string_view, 4> derivatives{"dFdx", "dFdy", "ddx", "ddy"};
  const std::uint32_t which = random.below(5);
  if (which == 0)
    exchange(text, random, R"(\b(dFdx|dFdy|ddx|ddy)\()", derivatives);
  else if (which < 3)
    exchange(text, random, R"(\b(min|max|pow|step|mod|fmod)\()", pairs);
  else
    exchange(text, random,
             R"(\b(abs|sqrt|inversesqrt|exp2|log2|sin|cos|fract|frac|floor|rsqrt|saturate|normalize|sign)\()", alone);
}
void arguments(std::string& text, Random& random) {
  static const std::regex expression(R"(\(([^(),;]+), ([^(),;]+)\))");
  std::vector<std::smatch> found;
  for (std::sregex_iterator i(text.begin(), text.end(), expression), end; i != end; ++i) found.push_back(*i);
  if (found.empty()) return;
  const std::smatch& match = one_of(found, random);
  const std::string swapped = fmt::format("({}, {})", match.str(2), match.str(1));
  text.replace(static_cast<std::size_t>(match.position()), static_cast<std::size_t>(match.length()), swapped);
}

// Returns the lines of the function bodies that are statements.
std::vector<Range> statements(const std::string& text) { return matches(text, R"(\n( +[^\n{}#]*;)(?=\n))"); }

void drop(std::string& text, Random& random) {
  const std::vector<Range> lines = statements(text);
  if (!lines.empty()) replace(text, one_of(lines, random), "");
}
void swap_lines(std::string& text, Random& random) {
  const std::vector<Range> lines = matches(text, R"(\n([^\n{}#]*;)(?=\n))");
  if (lines.size() < 2) return;
  const std::size_t n = random.below(lines.size() - 1);
  const std::string first(in(text, lines[n])), second(in(text, lines[n + 1]));
  replace(text, lines[n + 1], first);
  replace(text, lines[n], second);
}

// Adds another statement for compilers that define a macro, or have a version.
void macro(std::string& text, Random& random) {
  static constexpr std::array<std::string_view, 14> tests{"__VERSION__ > 100",
                                                          "__VERSION__ >= 300",
                                                          "__VERSION__ > 310",
                                                          "__VERSION__ == 330",
                                                          "__VERSION__ < 450",
                                                          "defined(VULKAN)",
                                                          "defined(GL_ES)",
                                                          "defined(GL_SPIRV)",
                                                          "defined(GL_FRAGMENT_PRECISION_HIGH)",
                                                          "defined(GL_core_profile)",
                                                          "defined(GL_EXT_frag_depth)",
                                                          "defined(GL_compatibility_profile)",
                                                          "defined(__HLSL_VERSION)",
                                                          "defined(GL_OES_standard_derivatives)"};
  const std::vector<Range> lines = statements(text);
  if (lines.empty()) return;
  const Range line = one_of(lines, random);
  const std::string before(in(text, line));
  std::string changed = before;
  for (int tries = 0; changed == before && tries < 8; ++tries) {
    switch (random.below(4)) {
      case 0: change_operator(changed, random); break;
      case 1: swizzle(changed, random); break;
      case 2: constant(changed, random); break;
      default: function(changed, random); break;
    }
  }
  if (changed == before) return;
  const bool first = random.below(2) == 0;
  replace(text, line,
          fmt::format("#if {}\n{}\n#else\n{}\n#endif", one_of(tests, random), first ? changed : before,
                      first ? before : changed));
}
// Uses another number of the interface for such compilers.
void interface_macro(std::string& text, Random& random) {
  static constexpr std::array<std::string_view, 6> tests{"__VERSION__ > 100", "__VERSION__ >= 420",
                                                         "defined(VULKAN)",   "defined(GL_ES)",
                                                         "defined(GL_SPIRV)", "__VERSION__ < 330"};
  const std::vector<Range> numbers = matches(text, R"((?:location|binding) = (\d+))");
  if (numbers.empty()) return;
  const Range number = one_of(numbers, random);
  const std::string was(in(text, number));
  const std::string other = fmt::format("{}", random.below(6));
  replace(text, number, "NUMBER");
  const bool first = random.below(2) == 0;
  text.insert(text.find('\n') + 1, fmt::format("#if {}\n#define NUMBER {}\n#else\n#define NUMBER {}\n#endif\n",
                                               one_of(tests, random), first ? was : other, first ? other : was));
}

struct TextChange {
  std::string_view name;
  void (*apply)(std::string&, Random&);
};
constexpr auto text_change_table = std::to_array<TextChange>({
    {"binding", binding},
    {"location", location},
    {"set or space", set},
    {"register", hlsl_register},
    {"semantic", semantic},
    {"array size", array_size},
    {"precision", precision},
    {"interpolation", interpolation},
    {"version", version},
    {"layout of a block", block_layout},
    {"extension", extension},
    {"macro", macro},
    {"macro in the interface", interface_macro},
    {"operator", change_operator},
    {"constant", constant},
    {"index", index},
    {"swizzle", swizzle},
    {"identifier", identifier},
    {"name of the interface", interface_name},
    {"function", function},
    {"swapped arguments", arguments},
    {"dropped statement", drop},
    {"swapped lines", swap_lines},
});

}  // namespace

std::optional<TextMutant> text_mutant(const std::string& text, exec::Random& random) {
  const TextChange& change = text_change_table[random.below(text_change_table.size())];
  TextMutant out{change.name, text};
  change.apply(out.text, random);
  if (out.text == text) return std::nullopt;
  return out;
}

}  // namespace agal::mutants
