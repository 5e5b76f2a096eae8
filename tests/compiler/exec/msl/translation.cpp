#include "exec/msl/translation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "exec/msl/shim/host.hpp"

namespace agal::exec::msl {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Returns the number at the beginning of the text, with its suffix. A sign may follow the letter of an exponent.
std::string_view number_at(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  std::size_t end = 0;
  while (end < text.size() &&
         (is_word(text[end]) || text[end] == '.' ||
          (!hexadecimal && end > 0 && (text[end] == '+' || text[end] == '-') && (text[end - 1] | 0x20) == 'e')))
    ++end;
  return text.substr(0, end);
}

bool is_double(std::string_view number) {
  return !number.starts_with("0x") && !number.starts_with("0X") && number.find_first_of(".eE") != std::string::npos &&
         (is_digit(number.back()) || number.back() == '.');
}

bool is_swizzle(std::string_view word) {
  return word.size() >= 2 && word.size() <= 4 && word.find_first_not_of("xyzw") == std::string_view::npos;
}

bool assignment_follows(std::string_view text) {
  text = trimmed(text);
  if (text.size() >= 2 && std::string_view("+-*/").find(text[0]) != std::string_view::npos) return text[1] == '=';
  return text.size() >= 2 && text[0] == '=' && text[1] != '=';
}

std::string lanes_call(std::string_view swizzle, bool assigned) {
  std::string call = assigned ? "slots<" : "lanes<";
  for (const char lane : swizzle) {
    if (call.back() != '<') call += ", ";
    call += static_cast<char>('0' + std::string_view("xyzw").find(lane));
  }
  return call + ">()";
}

}  // namespace

std::string to_cpp(std::string_view msl) {
  std::string cpp;
  char last = 0;  // the last character that is not blank
  for (std::size_t at = 0; at < msl.size();) {
    const std::string_view rest = msl.substr(at);
    std::size_t length = 1;
    if (is_digit(rest[0]) || (rest[0] == '.' && rest.size() > 1 && is_digit(rest[1]))) {
      const std::string_view number = number_at(rest);
      length = number.size();
      cpp += number;
      if (is_double(number)) cpp += 'f';
    } else if (is_word(rest[0])) {
      while (length < rest.size() && is_word(rest[length])) ++length;
      const std::string_view word = rest.substr(0, length);
      if (last == '.' && is_swizzle(word))
        cpp += lanes_call(word, assignment_follows(rest.substr(length)));
      else
        cpp += word;
    } else {
      cpp += rest[0];
    }
    if (!is_blank(rest[0])) last = rest[length - 1];
    at += length;
  }
  return cpp;
}

namespace {

// Returns the text between an opening bracket and the matching closing one.
std::string_view until_closed(std::string_view text) {
  int depth = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (std::string_view("([{").find(text[i]) != std::string_view::npos) ++depth;
    if (std::string_view(")]}").find(text[i]) != std::string_view::npos && --depth == 0) return text.substr(0, i);
  }
  return {};
}

// Splits a text at separators outside of brackets.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || (text[i] == separator && depth == 0)) {
      const std::string_view part = trimmed(text.substr(begin, i - begin));
      if (!part.empty()) parts.push_back(part);
      begin = i + 1;
    } else if (std::string_view("([{").find(text[i]) != std::string_view::npos) {
      ++depth;
    } else if (std::string_view(")]}").find(text[i]) != std::string_view::npos) {
      --depth;
    }
  }
  return parts;
}

Declaration declaration_of(std::string_view text) {
  Declaration d;
  const std::size_t bracket = text.find("[[");
  if (bracket != std::string_view::npos) {
    const std::string_view attribute = text.substr(bracket + 2);
    const auto word_end = std::find_if_not(attribute.begin(), attribute.end(), is_word);
    d.attribute.assign(attribute.begin(), word_end);
    const auto digit = std::find_if(word_end, attribute.end(), is_digit);
    const char* const end = attribute.data() + attribute.size();
    std::from_chars(attribute.data() + (digit - attribute.begin()), end, d.number);
  }
  const std::string_view declared = trimmed(text.substr(0, bracket));
  std::size_t name = declared.size();
  while (name > 0 && is_word(declared[name - 1])) --name;
  d.name = declared.substr(name);
  d.type = trimmed(declared.substr(0, name));
  return d;
}

std::vector<Declaration> members_of(std::string_view msl, std::string_view structure) {
  std::vector<Declaration> members;
  const std::string head = fmt::format("struct {}", structure);
  std::size_t at = msl.find(head);
  while (at != std::string_view::npos && at + head.size() < msl.size() && is_word(msl[at + head.size()]))
    at = msl.find(head, at + 1);
  const std::size_t open = msl.find('{', std::min(at, msl.size()));
  if (open == std::string_view::npos) return members;
  for (const std::string_view part : split(until_closed(msl.substr(open + 1)), ';'))
    members.push_back(declaration_of(part));
  return members;
}

struct Role {
  std::string_view attribute;
  bool numbered_by_register;
};

constexpr Role vertex_inputs[] = {{"attribute", true}};
constexpr Role vertex_outputs[] = {{"user", true}, {"position", false}};
constexpr Role fragment_inputs[] = {{"user", true}};
constexpr Role fragment_outputs[] = {{"color", true}, {"depth", false}};

std::string fault_of_members(const std::vector<Declaration>& members, std::span<const Role> roles) {
  for (const Declaration& m : members) {
    const auto role =
        std::find_if(roles.begin(), roles.end(), [&](const Role& r) { return r.attribute == m.attribute; });
    if (role == roles.end()) return fmt::format("member {} has the attribute [[{}]]", m.name, m.attribute);
    if (role->numbered_by_register && m.number >= agal_msl::register_limit)
      return fmt::format("member {} has the number {}", m.name, m.number);
  }
  return {};
}

bool is_known(const Declaration& parameter) {
  const std::string& a = parameter.attribute;
  return a == "stage_in" || a == "texture" || a == "sampler" || a == "instance_id" ||
         (a == "buffer" && parameter.number == 0 && parameter.type.starts_with("constant "));
}

std::string fault_of(const EntryPoint& entry, Stage stage) {
  for (const Declaration& p : entry.parameters)
    if (!is_known(p)) return fmt::format("parameter {} is [[{}({})]]: {}", p.name, p.attribute, p.number, p.type);
  const bool is_vertex = stage == Stage::Vertex;
  std::string fault =
      is_vertex ? fault_of_members(entry.inputs, vertex_inputs) : fault_of_members(entry.inputs, fragment_inputs);
  if (fault.empty())
    fault =
        is_vertex ? fault_of_members(entry.outputs, vertex_outputs) : fault_of_members(entry.outputs, fragment_outputs);
  return fault;
}

}  // namespace

EntryPoint find_entry_point(std::string_view msl, Stage stage) {
  EntryPoint entry;
  const std::string_view head = stage == Stage::Vertex ? "\nvertex " : "\nfragment ";
  const std::size_t at = msl.find(head);
  const std::size_t open = msl.find('(', std::min(at, msl.size()));
  if (at == std::string_view::npos || open == std::string_view::npos) {
    entry.fault = fmt::format("there is no {}function", head.substr(1));
    return entry;
  }
  const Declaration function = declaration_of(msl.substr(at + head.size(), open - at - head.size()));
  entry.name = function.name;
  entry.result = function.type;
  for (const std::string_view parameter : split(until_closed(msl.substr(open + 1)), ','))
    entry.parameters.push_back(declaration_of(parameter));
  for (const Declaration& p : entry.parameters)
    if (p.attribute == "stage_in") entry.inputs = members_of(msl, p.type);
  entry.outputs = members_of(msl, entry.result);
  entry.fault = fault_of(entry, stage);
  return entry;
}

namespace {

std::string argument_of(const Declaration& p) {
  if (p.attribute == "stage_in") return p.name;
  if (p.attribute == "instance_id") return "i.instance";
  if (p.attribute == "buffer") {
    const std::string_view prefix = "constant ";
    const std::string_view block = trimmed(std::string_view(p.type).substr(prefix.size()));
    if (block.ends_with('*')) return fmt::format("static_cast<const {}>(i.constants)", block);
    return fmt::format("agal_msl::constants<{}>(i.constants)", trimmed(block.substr(0, block.find('&'))));
  }
  return fmt::format("{}{{{}}}", p.type, p.number);  // a texture or a sampler
}

std::string statement_of(const Declaration& output) {
  if (output.attribute == "position") return fmt::format("  agal_msl::write(out.{}, i.position);\n", output.name);
  if (output.attribute == "depth") return fmt::format("  agal_msl::write_depth(out.{}, i.depth);\n", output.name);
  return fmt::format("  agal_msl::write(out.{}, i.outputs[{}]);\n", output.name, output.number);
}

std::string make_call(const EntryPoint& entry) {
  std::string body, arguments;
  for (const Declaration& p : entry.parameters) {
    arguments += arguments.empty() ? argument_of(p) : ", " + argument_of(p);
    if (p.attribute != "stage_in") continue;
    body += fmt::format("  {} {} = {{}};\n", p.type, p.name);
    for (const Declaration& input : entry.inputs)
      body += fmt::format("  agal_msl::read({}.{}, i.inputs[{}]);\n", p.name, input.name, input.number);
  }
  if (entry.result == "void")
    body += fmt::format("  {}({});\n", entry.name, arguments);
  else
    body += fmt::format("  const {} out = {}({});\n", entry.result, entry.name, arguments);
  for (const Declaration& output : entry.outputs) body += statement_of(output);
  return fmt::format("static void call_shader(const agal_msl::Invocation& i) {{\n{}}}\n", body);
}

// Returns a name that is valid in a #line directive.
std::string quotable(std::string_view name) {
  std::string text(name);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '"' || c == '\\' || c == '\n'; }, '_');
  return text;
}

}  // namespace

std::string make_unit(std::span<const UnitProgram> programs) {
  std::string unit =
      "#include <metal_stdlib>\n#include <glue.hpp>\nextern \"C\" {\n__attribute__((visibility(\"default\"))) const "
      "agal_msl::Host* agal_host = nullptr;\n}\n";
  std::string table;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const UnitProgram& p = programs[i];
    const std::string name = quotable(p.name);
    unit += fmt::format("namespace program{} {{\n#line 1 \"{}\"\n{}\n#line 1 \"call of {}\"\n{}}}\n", i, name,
                        to_cpp(p.text), name, make_call(*p.entry));
    table += fmt::format("  &program{}::call_shader,\n", i);
  }
  return unit +
         fmt::format(
             "extern \"C\" {{\n__attribute__((visibility(\"default\"))) extern const agal_msl::Shader agal_shaders[];\n"
             "const agal_msl::Shader agal_shaders[] = {{\n{}}};\n}}\n",
             table);
}

}  // namespace agal::exec::msl
