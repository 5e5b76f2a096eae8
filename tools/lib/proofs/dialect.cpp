#include "proofs/dialect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "proofs/text_scanner.hpp"

namespace agal::proofs {
namespace {

constexpr std::size_t max_open_macros = 4;  // each doubles the number of compilations of the text

// Names that look like macros of a compiler, but have the same value in all compilers for one version of GLSL.
constexpr std::array<std::string_view, 7> known_macros{
    "GL_ES",   "GL_FRAGMENT_PRECISION_HIGH", "__VERSION__", "GL_compatibility_profile", "__LINE__", "GL_core_profile",
    "__FILE__"};
// Extensions that glslang does not know, and that do not change types or functions.
constexpr std::array<std::string_view, 1> silent_extensions{"GL_EXT_draw_buffers"};

template <class List>
bool contains(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

void add(std::vector<OpenMacro>& macros, const Token& token) {
  auto found = std::find_if(macros.begin(), macros.end(), [&](const OpenMacro& m) { return m.name == token.spelling; });
  if (found == macros.end()) found = macros.insert(macros.end(), {token.spelling, {}});
  found->places.push_back({token.begin, token.end});
}

class Examiner {
 public:
  Examiner(std::string_view text, const TextDialect& dialect) : scanner_(text), dialect_(dialect) {}

  TextFacts run() {
    while (!scanner_.done()) add_line(scanner_.line());
    if (scanner_.has_joined_comment()) doubt("a comment ends with a backslash, which compilers read differently");
    if (!hlsl()) check_version();
    std::erase_if(facts_.open_macros, [&](const OpenMacro& macro) { return contains(required_, macro.name); });
    if (facts_.open_macros.size() > max_open_macros)
      doubt(fmt::format("it tests {} macros that compilers define or not, for example {}", facts_.open_macros.size(),
                        facts_.open_macros[0].name));
    return std::move(facts_);
  }

 private:
  bool hlsl() const { return dialect_.rules == TextRules::Hlsl; }

  void doubt(std::string reason) {
    if (facts_.undecided.empty()) facts_.undecided = std::move(reason);
  }

  void add_line(const Line& line) {
    const std::string_view directive = line.directive();
    if (directive.starts_with("if")) ++depth_;
    if (directive == "endif" && depth_ > 0) --depth_;
    if (!hlsl() && directive == "version") return version_line(line);
    if (!hlsl() && directive == "extension") return extension_line(line);
    code_ = code_ || !line.tokens.empty();
    for (std::size_t i = 0; i < line.tokens.size(); ++i) {
      if (!hlsl() && line.word(i) == "#" && line.word(i + 1) == "#") doubt("it joins tokens (##)");
      if (is_name_start(line.tokens[i].spelling[0])) hlsl() ? hlsl_name(line.tokens[i]) : glsl_name(line.tokens[i]);
      if (!hlsl()) layout_token(line.word(i));
    }
  }

  // Looks for `set` and `push_constant` in the parentheses of a layout.
  void layout_token(std::string_view token) {
    if (token == "layout") {
      layout_ = Layout::Begins;
    } else if (layout_ == Layout::Begins) {
      layout_ = token == "(" ? Layout::Inside : Layout::Outside;
    } else if (layout_ == Layout::Inside) {
      if (token == ")") layout_ = Layout::Outside;
      facts_.for_vulkan = facts_.for_vulkan || token == "set" || token == "push_constant";
    }
  }

  void version_line(const Line& line) {
    if (version_ || code_) {
      facts_.fault = "#version is not at the beginning";
      return;
    }
    const std::string_view number = line.word(2);
    version_.emplace(0);
    std::from_chars(number.data(), number.data() + number.size(), *version_);
    es_ = line.word(3) == "es" || *version_ == 100;
  }

  void extension_line(const Line& line) {
    code_ = true;
    const std::string_view name = line.word(2);
    if (depth_ == 0 && line.word(4) == "require") required_.emplace_back(name);
    if (contains(silent_extensions, name)) facts_.known_lines.push_back({std::string(name), {{line.begin, line.end}}});
  }

  void glsl_name(const Token& token) {
    const std::string_view name = token.spelling;
    facts_.names_external_texture = facts_.names_external_texture || name == external_texture;
    if (name.starts_with("gl_Max") || name.starts_with("gl_Min"))
      doubt(fmt::format("it uses {}, which differs from device to device", name));
    else if (name == "VULKAN" && dialect_.target == nullptr)
      doubt("it tests VULKAN, which --target decides");
    else if ((name.starts_with("GL_") || name.starts_with("__")) && !contains(known_macros, name))
      add(facts_.open_macros, token);
  }

  // Examines a name in HLSL. Direct3D's compiler defines __LINE__ and __FILE__; glslang also defines macros of GLSL.
  void hlsl_name(const Token& token) {
    const std::string_view name = token.spelling;
    if (name.starts_with("GL_") || name == "VULKAN")
      add(facts_.plain_names, token);
    else if (name.starts_with("__") && name != "__LINE__" && name != "__FILE__")
      doubt(fmt::format("it uses {}, which each compiler defines differently", name));
  }

  void check_version() {
    const TargetInfo* const target = dialect_.target;
    facts_.declares_version = version_.has_value();
    if (!version_ && target == nullptr)
      return doubt(
          "it has no #version: pass --target, for example essl100 or glsl330, and --no-version if an engine adds it");
    const bool es_target = target != nullptr && info(target->family).es;
    if (!version_) es_ = es_target;
    facts_.version = version_.value_or(es_ ? 100 : 110);
    facts_.es = es_;
    if (target == nullptr) return;
    const auto title = [](bool es, int version) {
      return fmt::format("GLSL {}{}.{:02}", es ? "ES " : "", version / 100, version % 100);
    };
    if (es_ != es_target || facts_.version > target->version)
      doubt(
          fmt::format("it is {}, and the target is {}", title(es_, facts_.version), title(es_target, target->version)));
  }

  Scanner scanner_;
  const TextDialect& dialect_;
  TextFacts facts_;
  std::optional<int> version_;
  enum class Layout : std::uint8_t { Outside, Begins, Inside };
  Layout layout_ = Layout::Outside;
  bool es_ = false, code_ = false;  // `code_`: there is a line other than a comment
  std::size_t depth_ = 0;           // the number of open conditions
  std::vector<std::string> required_;
};

// Returns a prefix for new names that the text does not contain.
std::string unused_name(std::string_view text) {
  std::string name = "agalMacro";
  while (text.find(name) != text.npos) name += 'X';
  return name;
}

struct Change {
  OpenMacro::Place place;
  std::string by;
};

}  // namespace

TextFacts examine(std::string_view text, const TextDialect& dialect) {
  TextFacts facts = Examiner(text, dialect).run();
  if (text.find('\0') != text.npos) facts.undecided = "it contains a byte with the value 0";
  return facts;
}

GlslangText with_macros(std::string_view text, const TextFacts& facts, unsigned defined) {
  const std::string name = unused_name(text);
  std::vector<Change> changes;
  GlslangText out;
  std::size_t number = 0;
  const auto rename = [&](const OpenMacro& macro) {
    const std::string by = fmt::format("{}{}", name, number++);
    for (const OpenMacro::Place& place : macro.places) changes.push_back({place, by});
    return by;
  };
  for (std::size_t i = 0; i < facts.open_macros.size(); ++i) {
    const std::string by = rename(facts.open_macros[i]);
    if ((defined >> i & 1) != 0) out.preamble += fmt::format("#define {} 1\n", by);
  }
  for (const OpenMacro& plain : facts.plain_names) rename(plain);
  for (const OpenMacro& line : facts.known_lines) changes.push_back({line.places[0], {}});
  std::ranges::sort(changes, {}, [](const Change& change) { return change.place.begin; });
  std::size_t at = 0;
  for (const Change& change : changes) {
    out.text += text.substr(at, change.place.begin - at);
    out.text += change.by;
    at = change.place.end;
  }
  out.text += text.substr(at);
  return out;
}

}  // namespace agal::proofs
