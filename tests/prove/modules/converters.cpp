// Runs the AGAL converters of OpenFL and AwayJS, and proves their output.
#include "converters.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include "agal/bytecode.hpp"
#include "compilers/over_files.hpp"
#include "front_end.hpp"
#include "support/glslang_oracle.hpp"

namespace agal::test {
namespace {

namespace fs = std::filesystem;

// The names and versions of the packages by converter.
std::array<std::string, 2> packages;

fs::path folder() {
  if (const char* const other = std::getenv("AGAL_CONVERTERS"); other != nullptr) return other;
  return AGAL_SOURCE_DIR "/build/bench/converters";
}

std::size_t number_in(const std::string& line) {
  std::size_t number = 0;
  std::from_chars(line.data(), line.data() + line.size(), number);
  return number;
}

std::string bytes_of(const Program& program) {
  const std::vector<std::byte> bytes = write_bytecode(program);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Converts the programs. A rejected program has a reason instead of a text.
std::vector<Converted> run(Converter converter, const std::vector<Program>& programs) {
  std::vector<compilers::Module> modules;
  for (const Program& program : programs) modules.push_back({program.name, program.stage, bytes_of(program)});
  std::vector<std::string> lines;
  const std::vector<std::string> texts =
      compilers::products_over(modules, ".agal",
                               fmt::format("node '{}/tests/compiler/compilers/converters.mjs' '{}' {}", AGAL_SOURCE_DIR,
                                           folder().string(), converter == Converter::OpenFl ? "openfl" : "awayjs"),
                               ".glsl", lines);
  const std::string end = fmt::format("{} programs, ", modules.size());
  if (lines.empty() || !lines.back().starts_with(end))
    throw std::runtime_error("converters.mjs failed: " + (lines.empty() ? "it printed nothing" : lines.back()));
  packages[static_cast<std::size_t>(converter)] = lines.back().substr(end.size());
  lines.pop_back();
  std::vector<Converted> out(programs.size());
  for (std::size_t i = 0; i < texts.size(); ++i) out[i].text = texts[i];
  for (const std::string& line : lines) out.at(number_in(line)).said = line.substr(line.find(": ") + 2);
  return out;
}

// Sets the uniforms that the host sets. The host disables separate alpha textures, which are rare.
std::string as_the_host_has_it(std::string text) {
  text.erase(0, text.find('#'));  // GLSL ES 3.10 forbids comments before #version
  for (std::uint32_t n = 0; n < 16; ++n) {
    const std::string name = fmt::format("sampler{}_alphaEnabled", n);
    replace_all(text, "uniform bool " + name + ";", "const bool " + name + " = false;");
  }
  return text;
}

constexpr std::uint32_t position_scale = 1000;  // the number of an unused register

// Maps the names in the text to registers, with the semantics of the converter and its host.
ProofOptions options_for(Converter converter, Stage stage, bool clip_space) {
  ProofOptions options;
  options.match = InterfaceMatch::Names;
  options.semantics.clamp_index = false;  // neither converter clamps indexes
  options.semantics.unwritten = Unwritten::Undefined;
  const auto map = [&](std::string name, RegisterType type, std::uint32_t number) {
    options.mappings.push_back({std::move(name), type, number});
  };
  const char prefix = stage == Stage::Vertex ? 'v' : 'f';
  if (converter == Converter::OpenFl) {
    options.output.target = Target::Essl100;
    options.output.clip_z = clip_space ? ClipZ::NegativeOneToOne : ClipZ::ZeroToOne;
    for (std::uint32_t n = 0; n < 256; ++n) map(fmt::format("{}c{}", prefix, n), RegisterType::Constant, n);
    for (std::uint32_t n = 0; n < 16; ++n) {
      map(fmt::format("sampler{}", n), RegisterType::Sampler, n);
      map(fmt::format("sampler{}_alpha", n), RegisterType::Sampler, 16 + n);
    }
    map("vcPositionScale", RegisterType::Constant, position_scale);  // flips render targets
    for (std::uint32_t c = 0; c < 4; ++c) options.assumptions.push_back({position_scale, c, 1.0f});
  } else {
    options.output.target = Target::Essl300;
    options.output.clip_z = ClipZ::NegativeOneToOne;
    // AwayJS reads AGAL with these semantics.
    options.semantics.domain = Domain::Abs;
    options.semantics.ifg = IfgMode::GreaterEqual;
    map("outColor", RegisterType::Output, 0);
    for (std::uint32_t n = 0; n < 8; ++n) map(fmt::format("va{}", n), RegisterType::Attribute, n);
    for (std::uint32_t n = 0; n < 16; ++n) map(fmt::format("vi{}", n), RegisterType::Varying, n);
  }
  return options;
}

void compare(Converter converter, const Program& program, bool clip_space, Converted& one) {
  const ProofOptions options = options_for(converter, program.stage, clip_space);
  const Target target = options.output.target;
  if (const std::optional<std::string> error = glslang_error(one.text, target, program.stage)) {
    one.fate = Fate::DoesNotCompile;
    one.said = *error;
    return;
  }
  const exec::CompiledShader read = read_text(as_the_host_has_it(one.text), target, program.stage);
  if (!read.fault.empty()) throw std::runtime_error(program.name + ": " + read.fault + one.text);
  const Result<Proof> proof = prove_equal(program, read.words, options);
  if (!proof) throw std::runtime_error(program.name + ": it has no proof");
  one.proof = *proof;
  switch (proof->verdict) {
    case agal::Verdict::Equal:
      one.fate = proof->proof_class == ProofClass::Exact ? Fate::Equal : Fate::EqualUpTo;
      break;
    case agal::Verdict::Different:
      one.fate = Fate::Different;
      one.said = proof->reason;
      break;
    case agal::Verdict::NotDecided:
      one.fate = Fate::NotDecided;
      one.said = proof->reason;
      break;
  }
}

}  // namespace

std::string missing_converters() {
  if (std::system("node --version >/dev/null 2>&1") != 0) return "$PATH does not have node";
  for (const char* const package : {"openfl", "@awayjs/stage", "esbuild"})
    if (!fs::exists(folder() / "node_modules" / package))
      return "the converters of OpenFL and AwayJS are not installed: run ./tools/lab/converters";
  return "";
}

std::vector<Converted> convert(Converter converter, const std::vector<Program>& programs, bool clip_space) {
  std::vector<Converted> out = run(converter, programs);
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out[i].said.empty()) compare(converter, programs[i], clip_space, out[i]);
  return out;
}

std::string package_of(Converter converter) { return packages[static_cast<std::size_t>(converter)]; }

}  // namespace agal::test
