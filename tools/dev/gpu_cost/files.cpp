// Forms from files of any kind.
#include <filesystem>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "console/console.hpp"
#include "console/files.hpp"
#include "forms.hpp"

namespace agal::gpu_cost {
namespace {

enum class Kind : std::uint8_t { Agal, SpirV, Glsl };

constexpr std::uint32_t spirv_magic = 0x0723'0203;

std::uint32_t word_at(std::span<const std::byte> bytes, std::size_t i) {
  std::uint32_t word = 0;
  for (std::size_t k = 0; k < 4; ++k) word |= std::to_integer<std::uint32_t>(bytes[4 * i + k]) << (8 * k);
  return word;
}

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool is_named(const std::string& file, std::string_view part) {
  return std::filesystem::path(file).filename().string().find(part) != std::string::npos;
}

// By the name if possible, else by the content; other files may be assembly.
Kind kind_of(const std::string& file, std::span<const std::byte> bytes) {
  if (is_named(file, ".agal") || looks_like_bytecode(bytes)) return Kind::Agal;
  if (is_named(file, ".spv") || (bytes.size() >= 4 && word_at(bytes, 0) == spirv_magic)) return Kind::SpirV;
  const bool glsl = is_named(file, ".vert") || is_named(file, ".frag") || is_named(file, ".glsl");
  return glsl || text_of(bytes).find("#version") != std::string_view::npos ? Kind::Glsl : Kind::Agal;
}

Result<Shader> read_spirv(const std::string& file, std::span<const std::byte> bytes) {
  if (bytes.size() % 4 != 0)
    return agalc::only(agalc::make_diagnostic("spirv-malformed", file, {"its size is not a multiple of four bytes"}));
  std::vector<std::uint32_t> words;
  for (std::size_t i = 0; i < bytes.size() / 4; ++i) words.push_back(word_at(bytes, i));
  return shader_of(std::move(words), file);
}

Result<Shader> read_glsl(const std::string& file, std::span<const std::byte> bytes) {
  const bool vertex = is_named(file, "vert"), fragment = is_named(file, "frag");
  if (vertex == fragment)
    return agalc::only(agalc::make_diagnostic("shader-unusable", file,
                                              {"its name must contain vert or frag, for the stage of the GLSL"}));
  return shader_of_glsl(std::string(text_of(bytes)), vertex ? Stage::Vertex : Stage::Fragment, file);
}

class Files {
 public:
  Diagnostics add(const std::string& file) {
    const Result<std::vector<std::byte>> bytes = agalc::read_input(file);
    if (!bytes) return bytes.diagnostics();
    switch (kind_of(file, *bytes)) {
      case Kind::Agal: return add_agal(file, *bytes);
      case Kind::SpirV: return add_other(file, Kind::SpirV, read_spirv(file, *bytes));
      case Kind::Glsl: return add_other(file, Kind::Glsl, read_glsl(file, *bytes));
    }
    return {};
  }

  Result<std::vector<Form>> take() {
    if (!subject_.vertex && !subject_.fragment) return std::move(others_);
    Result<std::vector<Form>> all = forms_of(subject_);
    if (all) all->insert(all->end(), others_.begin(), others_.end());
    return all;
  }

 private:
  Diagnostics add_agal(const std::string& file, std::span<const std::byte> bytes) {
    Result<Program> program = load_program(bytes, file);
    if (!program || program.diagnostics().has_errors()) return std::move(program.diagnostics());
    std::optional<Program>& place = program->stage == Stage::Vertex ? subject_.vertex : subject_.fragment;
    if (place) return agalc::usage_error("two AGAL programs have the same stage: " + place->name + " and " + file);
    place = *std::move(program);
    return {};
  }

  // Added to the previous form, if that is of the same kind and does not have this stage yet.
  Diagnostics add_other(const std::string& file, Kind kind, Result<Shader> shader) {
    if (!shader) return std::move(shader.diagnostics());
    const auto half = [&](Form& form) -> std::optional<Shader>& {
      return shader->stage == Stage::Vertex ? form.vertex : form.fragment;
    };
    if (others_.empty() || kind != last_ || half(others_.back()))
      others_.push_back({file, {}, {}});
    else
      others_.back().name += "+" + std::filesystem::path(file).filename().string();
    last_ = kind;
    half(others_.back()) = *std::move(shader);
    return {};
  }

  Subject subject_;
  std::vector<Form> others_;
  Kind last_ = Kind::Agal;
};

}  // namespace

Result<std::vector<Form>> forms_of_files(const std::vector<std::string>& files) {
  Files all;
  for (const std::string& file : files) {
    Diagnostics found = all.add(file);
    if (found.has_errors()) return found;
  }
  return all.take();
}

}  // namespace agal::gpu_cost
