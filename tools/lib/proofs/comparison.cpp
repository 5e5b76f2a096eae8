#include "proofs/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "agal/bytecode.hpp"
#include "base/bytes.hpp"
#include "cli/console.hpp"
#include "cli/files.hpp"
#include "proofs/dxc.hpp"
#include "proofs/foreign.hpp"
#include "proofs/products.hpp"
#include "prove/options.hpp"
#include "target/output.hpp"

namespace agal::proofs {
namespace {

using agalc::make_diagnostic;
using agalc::only;
using agalc::usage_error;

// Returns the language of a file. It follows from the target, otherwise from the name of the file.
Result<TextDialect> dialect_of(const std::string& file, std::optional<Target> named) {
  const bool hlsl = file.ends_with(".hlsl");
  if (!named) return TextDialect(hlsl ? TextRules::Hlsl : TextRules::OpenGl);
  const TargetInfo& target = info(*named);
  const TextReader reader = info(target.family).reader;
  if (reader == TextReader::None)
    return usage_error(fmt::format("text cannot be for the target {}", target.name),
                       "--target is the one that the text is for, for example glsl330, essl100 or hlsl50");
  if (hlsl && reader != TextReader::Hlsl)
    return usage_error(fmt::format("the file is HLSL, and the target is {}", target.name),
                       "--target is the one that the text is for");
  return TextDialect(target);
}

// Returns the default target for a text. It determines the bindings of resources.
Target usual_target(TextRules rules) {
  switch (rules) {
    case TextRules::OpenGl: return Target::Glsl450;
    case TextRules::Vulkan: return Target::Spv;
    case TextRules::Hlsl: return Target::Hlsl50;
  }
  return Target::Spv;
}

// Reads files.
class Reader {
 public:
  Reader(const ReadOptions& how, bool is_for_vulkan) : how_(how), is_for_vulkan_(is_for_vulkan) {}
  Result<Shader> read_file(const std::string& file, Stage stage, std::span<const std::byte> bytes) const;

 private:
  Result<Shader> read_module(const std::string& file, Stage stage, std::span<const std::byte> bytes) const;
  Result<Shader> read_program(const std::string& file, std::span<const std::byte> bytes) const;
  Result<Shader> read_text(const std::string& file, Stage stage, const std::string& text) const;
  ReadText read_by_glslang(const std::string& text, Stage stage, TextDialect& dialect, bool& is_for_any) const;

  const ReadOptions& how_;
  bool is_for_vulkan_;  // true if one of the files is text with a layout of Vulkan
};

Result<Shader> Reader::read_file(const std::string& file, Stage stage, std::span<const std::byte> bytes) const {
  if (prove::begins_like_module(bytes)) return read_module(file, stage, bytes);
  if (file.ends_with(".spv"))
    return only(make_diagnostic("spirv-invalid", file, {"it does not begin with the magic number"}));
  if (looks_like_bytecode(bytes) || file.ends_with(".agal")) return read_program(file, bytes);
  return read_text(file, stage, std::string(base::as_text(bytes)));
}

Result<Shader> Reader::read_module(const std::string& file, Stage stage, std::span<const std::byte> bytes) const {
  Shader shader{{prove::as_words(bytes), how_.proof}, {}};
  OutputOptions& output = shader.other.options.output;
  output = how_.compile;
  output.target = how_.target.value_or(Target::Spv);
  const ForeignCheck check =
      check_foreign_words(shader.other.words, target::resolve(output, stage).environment, how_.limits);
  if (check.status == ReadStatus::Rejected) return only(make_diagnostic("spirv-invalid", file, {check.fault}));
  shader.undecided = check.fault;
  // With a target of HLSL, the user has converted a text with DXC.
  if (info(info(output.target).family).reader == TextReader::Hlsl && check.status == ReadStatus::Read) {
    shader.other.options.match = InterfaceMatch::Names;
    restore_operations(shader.other.words);
  }
  return shader;
}

Result<Shader> Reader::read_program(const std::string& file, std::span<const std::byte> bytes) const {
  const Result<Program> program = load_program(bytes, agalc::display_name(file), how_.assemble);
  if (!program) return program.diagnostics();
  Result<prove::ReferenceModule> other = prove::program_given(*program, how_.compile, how_.proof);
  if (!other) return other.diagnostics();
  return Shader{*std::move(other), {}};
}

Result<Shader> Reader::read_text(const std::string& file, Stage stage, const std::string& text) const {
  if (file.ends_with(naga_suffix))
    return usage_error("agalc does not read WGSL", fmt::format("naga makes SPIR-V of it: {}", naga_command));
  const Result<TextDialect> named = dialect_of(file, how_.target);
  const bool by_dxc = !how_.dxc.empty() && named && named->rules == TextRules::Hlsl;
  if (!by_dxc && !front_end_available())
    return usage_error("this build of agalc cannot read text, because it does not have glslang",
                       "docs/packaging.md says what a build needs");
  if (!named) return named.diagnostics();
  TextDialect dialect = *named;
  dialect.adds_version = !how_.compile.version_line && dialect.target != nullptr;
  bool is_for_any = false;
  const FrontEnd front_end = by_dxc ? FrontEnd::Dxc : FrontEnd::Glslang;
  const std::string& entry_point = how_.compile.entry_points.of(stage);
  ReadText read = by_dxc ? read_by_dxc(how_.dxc, text, stage, dialect, entry_point, how_.limits)
                         : read_by_glslang(text, stage, dialect, is_for_any);
  if (read.status == ReadStatus::Rejected)
    return only(make_diagnostic("text-rejected", file, {name(front_end), read.fault}));
  Shader shader{{std::move(read.words), how_.proof}, std::move(read.fault), is_for_any && !how_.compile.clip_z};
  if (dialect.rules == TextRules::Hlsl) shader.front_end = front_end;
  if (dialect.rules == TextRules::Hlsl && shader.undecided.empty()) shader.signature = std::move(read.signature);
  shader.declared = std::move(read.declared);
  ProofOptions& options = shader.other.options;
  options.output = static_cast<const OutputOptions&>(how_.compile);
  options.output.target = how_.target.value_or(usual_target(dialect.rules));
  options.match = InterfaceMatch::Names;
  return shader;
}

// Reads a text by the rules of OpenGL or Vulkan if no target is named, and sets the rules. `is_for_any` becomes true if
// both accept the text. Only OpenGL has uniforms outside of blocks, and only Vulkan has descriptor sets.
ReadText Reader::read_by_glslang(const std::string& text, Stage stage, TextDialect& dialect, bool& is_for_any) const {
  const bool is_open = !how_.target && dialect.rules == TextRules::OpenGl;
  if (is_open && is_for_vulkan_) dialect.rules = TextRules::Vulkan;
  const auto read_as = [&] {
    return read_foreign_text(text, stage, dialect, how_.compile.entry_points.of(stage), how_.limits);
  };
  ReadText read = read_as();
  if (is_open && !is_for_vulkan_ && (read.status == ReadStatus::Rejected || stage == Stage::Vertex)) {
    dialect.rules = TextRules::Vulkan;
    ReadText again = read_as();
    is_for_any = read.status == ReadStatus::Read && again.status == ReadStatus::Read;
    if (read.status == ReadStatus::Rejected &&
        (again.status != ReadStatus::Rejected || read.fault.find("Vulkan") != std::string::npos))
      read = std::move(again);
    else
      dialect.rules = TextRules::OpenGl;
  }
  return read;
}

// Checks the registers of varyings in HLSL. The two shaders of a pair must match each other. A single shader must have
// the registers of docs/abi.md.
void check_registers(std::vector<Shader>& shaders) {
  const bool is_pair = shaders.size() == 2 && shaders[0].signature && shaders[1].signature;
  const std::string unlinked = is_pair ? unlinked_varying(*shaders[0].signature, *shaders[1].signature) : std::string();
  for (Shader& each : shaders)
    if (each.undecided.empty() && each.signature)
      each.undecided = is_pair ? unlinked : misplaced_varying(*each.signature);
}

// Returns the first name of a mapping that does not occur in the shaders. Returns "" if there is none, or if a shader
// was not read.
std::string unknown_name(const std::vector<RegisterMapping>& mappings, std::span<const Shader> shaders) {
  std::vector<std::span<const std::uint32_t>> modules;
  for (const Shader& shader : shaders) {
    if (!shader.undecided.empty()) return {};
    modules.emplace_back(shader.other.words);
  }
  return prove::unknown_name(mappings, modules);
}

// Replaces the answer about the fragment shader if the texts cannot be linked.
void apply(const LinkFault& fault, PairProof& found) {
  if (fault.reason.empty() || found.vertex.verdict == Verdict::Different ||
      found.fragment.verdict == Verdict::Different)
    return;
  const std::uint32_t terms = found.fragment.terms;
  found.fragment = {
      .verdict = fault.is_certain ? Verdict::Different : Verdict::NotDecided, .terms = terms, .reason = fault.reason};
}

// Replaces a difference in op.z by "not decided" if the text is valid for Vulkan and OpenGL, which have different
// ranges of clip-space z.
Proof with_doubt(const Shader& shader, Proof found) {
  if (!shader.is_for_any || found.verdict != Verdict::Different || found.output != "op.z") return found;
  Proof open;
  open.terms = found.terms;
  open.reason =
      "op.z differs, as it does if the text is for Vulkan: pass --target, for example glsl450 or vulkan-glsl450";
  return open;
}

// Returns the answers if a shader was not read. The answer is open for both shaders of a pair.
std::vector<Proof> all_undecided(std::span<const Shader> shaders) {
  std::vector<Proof> proofs;
  for (const Shader& shader : shaders)
    proofs.emplace_back().reason =
        shader.undecided.empty() ? "the other shader of the pair cannot be read" : shader.undecided;
  return proofs;
}

}  // namespace

Result<std::vector<Shader>> read_products(std::span<const Compilation> products, const CompileOptions& options,
                                          const ProofOptions& proof) {
  OutputOptions output = options;
  for (const Compilation& product : products) add_bindings(output, product);
  std::vector<Shader> shaders;
  for (const Compilation& product : products) {
    ProductWords read = words_of(product, options);
    if (read.status == ReadStatus::Rejected)
      return only(make_diagnostic("text-rejected", {}, {name(FrontEnd::Glslang), read.fault}));
    prove::ReferenceModule other{std::move(read.words), proof};
    other.options.output = output;
    other.options.match = read.match;
    shaders.push_back({std::move(other), std::move(read.fault)});
  }
  return shaders;
}

Result<std::vector<Shader>> read_files(std::span<const ComparedFile> files, std::span<const Program> programs,
                                       const ReadOptions& options) {
  const bool is_for_any_vulkan = std::any_of(files.begin(), files.end(), [](const ComparedFile& file) {
    return is_for_vulkan(std::string(base::as_text(file.bytes)));
  });
  const Reader reader(options, is_for_any_vulkan);
  std::vector<Shader> shaders;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    Result<Shader> shader = reader.read_file(files[i].name, programs[i].stage, files[i].bytes);
    if (!shader) return shader.diagnostics();
    shaders.push_back(*std::move(shader));
  }
  if (const std::string name = unknown_name(options.proof.mappings, shaders); !name.empty())
    return usage_error(fmt::format("--map {}: no shader has a variable or a member of that name", name));
  check_registers(shaders);
  return shaders;
}

Result<std::vector<Proof>> compare(std::span<const Program> programs, std::span<const Shader> shaders) {
  if (std::any_of(shaders.begin(), shaders.end(), [](const Shader& shader) { return !shader.undecided.empty(); }))
    return all_undecided(shaders);
  const prove::ReferenceModule& first = shaders[0].other;
  if (programs.size() == 1) {
    Result<Proof> found = prove_equal(programs[0], first.words, first.options);
    if (!found) return found.diagnostics();
    return std::vector{with_doubt(shaders[0], *std::move(found))};
  }
  const prove::ReferenceModule& second = shaders[1].other;
  ProofOptions options = first.options;
  options.match = std::max(options.match, second.options.match);
  Result<PairProof> found = prove_pair(programs[0], programs[1], first.words, second.words, options);
  if (!found) return found.diagnostics();
  apply(unlinked_declaration(shaders[0].declared, shaders[1].declared), *found);
  return std::vector{with_doubt(shaders[0], std::move(found->vertex)), std::move(found->fragment)};
}

}  // namespace agal::proofs
