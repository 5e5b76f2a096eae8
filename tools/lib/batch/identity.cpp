#include "identity.hpp"

#include <fmt/format.h>

#include <bit>
#include <iterator>

#include "base/bytes.hpp"
#include "base/format.hpp"
#include "hash.hpp"
#include "os/files.hpp"
#include "os/process.hpp"

namespace agal::batch {
namespace {

// Must be incremented when conversions change without a change of any version.
constexpr unsigned identity_format = 1;

class Text {
 public:
  template <class T>
  Text& add(std::string_view name, const T& value) {
    if constexpr (std::is_enum_v<T>)
      base::append(out_, "{}={}\n", name, static_cast<unsigned>(value));
    else
      base::append(out_, "{}={}\n", name, value);
    return *this;
  }
  template <class T>
  Text& add(std::string_view name, const std::optional<T>& value) {
    return value ? add(name, *value) : add(name, "unset");
  }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

// The structures are destructured completely. A new member therefore does not compile until it is handled here.
void add_validation(const ValidateOptions& options, Text& out) {
  const auto& [level, adobe_order, profile, ignore_limits, allow_reserved, max_tokens] = options;
  out.add("validate", level).add("adobe-order", adobe_order).add("profile", profile);
  out.add("ignore-limits", ignore_limits).add("allow-reserved", allow_reserved).add("max-tokens", max_tokens);
}

void add_semantics(const Semantics& semantics, Text& out) {
  const auto& [ifg, domain, zero, index, offset, unwritten, clamp] = semantics;
  out.add("ifg", ifg).add("domain", domain).add("nrm-zero", zero).add("index", index);
  out.add("indirect-offset", offset).add("unwritten", unwritten).add("clamp", clamp);
}

void add_output(const OutputOptions& options, Text& out) {
  const auto& [target, environment, constants, clip_z, flip_y, precision, bindings, entry_points, single_module, writer,
               samplers, varyings, varying_limit, layout, renames, names, hlsl_semantics, version_line, host] = options;
  static_cast<void>(target);  // options_text adds the targets of `Emit` instead
  out.add("env", environment).add("constants", constants).add("clip-z", clip_z).add("flip-y", flip_y);
  out.add("precision", precision);
  for (const Binding& row : bindings) out.add("bind", fmt::format("{}={}:{}", row.resource, row.set, row.binding));
  out.add("vertex-entry-point", entry_points.vertex).add("fragment-entry-point", entry_points.fragment);
  out.add("single-module", single_module);
  out.add("writer", writer).add("samplers", samplers).add("varyings", varyings).add("host", host);
  out.add("max-varyings", varying_limit).add("layout", layout).add("version", version_line).add("names", names);
  for (const Rename& row : renames) out.add("rename", fmt::format("{}={}", row.registers, row.name));
  for (const RegisterSemantic& row : hlsl_semantics)
    out.add("semantic", fmt::format("{}={}", row.resource, row.semantic));
}

// Counts the members of structures with a base class, which cannot be destructured. If an initializer with one more
// member compiles, a member has been added.
struct AnyMember {
  template <class T>
  operator T() const {  // NOLINT: a member takes it as it is
    return T();
  }
};
template <class Options, class Base, class... Members>
concept HasMembers = requires {
  Options{std::declval<Base>(), std::declval<Members>()...};
};
using M = AnyMember;
static_assert(HasMembers<TranslateOptions, OutputOptions, M, M, M, M, M>);
static_assert(!HasMembers<TranslateOptions, OutputOptions, M, M, M, M, M, M>, "add the new member to add_compile");
static_assert(HasMembers<CompileOptions, TranslateOptions, M, M, M, M, M, M>);
static_assert(!HasMembers<CompileOptions, TranslateOptions, M, M, M, M, M, M, M>, "add the new member to add_compile");

// Adds all members except `on_step`, `time_steps` and `valid_modules`, which do not change the result, and `reflect`,
// which `Emit` replaces.
void add_compile(const CompileOptions& options, Text& out) {
  add_output(options, out);
  add_validation(options.validation, out);
  add_semantics(options.semantics, out);
  out.add("optimize", options.optimization).add("debug", options.debug_info);
  out.add("validate-spirv", options.validate_spirv).add("bindings-only", options.bindings_only);
  out.add("emit", options.emit);
}

void add_lint(const LintOptions& options, Text& out) {
  const auto& [rules, profile, ignore_limits, validated] = options;
  for (const std::uint16_t rule : rules) out.add("lint", rule);
  out.add("lint-profile", profile).add("lint-ignore-limits", ignore_limits).add("lint-validated", validated);
}

// Adds the options that change programs. The facts about sources come from the inputs, not from options. The lengths
// separate a hole from its value, whatever characters they contain.
void add_extract(const ExtractOptions& options, Text& out) {
  const auto& [unpacked, nesting, entries, programs, fills, sources] = options;
  for (const auto& [hole, by] : fills.holes)
    out.add("fill", fmt::format("{}:{}={}:{}", hole.size(), hole, by.size(), by));
  out.add("fill-usual", fills.use_defaults);
}

std::string executable_hash() {
  const agalc::os::MappedFile file(agalc::os::executable_path());
  return file.bytes().empty() ? "unknown" : hash128(file.bytes()).hex();
}

}  // namespace

std::string options_text(const ConvertOptions& options) {
  const auto& [emit, compile, lint, warnings_are_errors, prove] = options;
  const auto& [targets, reflect] = emit;
  Text out;
  for (const Target target : targets) out.add("emit", info(target).name);
  out.add("reflect", reflect).add("werror", warnings_are_errors).add("prove", prove);
  add_compile(compile, out);
  add_lint(lint, out);
  return out.take();
}

std::string toolchain_text() {
  return fmt::format("{}\n{}\nexecutable {}\n", version_string(), component_versions(), executable_hash());
}

std::string run_identity(const ConvertOptions& options, const ExtractOptions& extract, const std::string& toolchain) {
  Text found;
  add_extract(extract, found);
  const std::string text =
      fmt::format("identity {}\n{}\n{}{}", identity_format, toolchain, options_text(options), found.take());
  return hash128(bytes_of(text)).hex();
}

std::string identity_of(const FoundProgram& found, const std::string& run_identity, const ConvertOptions& options) {
  const Program& program = found.program;
  base::ByteVector out;
  const auto number = [&](std::uint64_t value) { base::put_little(out, value, 8); };
  const auto text = [&](std::string_view value) { base::put_sized_text(out, value); };
  text(run_identity);
  number(static_cast<std::uint64_t>(program.stage));
  number(program.version);
  number(program.instructions.size());
  for (const Instruction& instruction : program.instructions) {
    number(instruction.opcode);
    number(instruction.dst.bits);
    number(instruction.src1.bits);
    number(instruction.src2.bits);
  }
  text(base::as_text(program.trailing));
  // The names and values that the file gives registers, and the positions of tokens. Messages and products may contain
  // them.
  number(program.registers.size());
  for (const RegisterNote& note : program.registers) {
    text(note.place);
    text(note.name);
    number(note.values.size());
    for (const float value : note.values) number(std::bit_cast<std::uint32_t>(value));
  }
  number(program.positions.size());
  for (std::size_t i = 0; i < program.positions.size(); ++i) {
    number(program.positions[i].line);
    number(program.positions[i].column);
    number(program.positions[i].used_in_line);
    text(program.line_of(i));
  }
  if (options.compile.debug_info) text(program.name);
  return std::string(base::as_text(out));
}

}  // namespace agal::batch
