#include "khronos/spirv_tools.hpp"

#include <fmt/format.h>
#include <spirv-tools/libspirv.h>

#include <array>
#include <memory>
#include <new>
#include <string_view>
#include <utility>

#include "agal/spirv.hpp"
#include "khronos/unique_names.hpp"

namespace agal {
namespace khronos {
namespace {

struct Destroy {
  void operator()(spv_context context) const { spvContextDestroy(context); }
  void operator()(spv_validator_options options) const { spvValidatorOptionsDestroy(options); }
  void operator()(spv_diagnostic diagnostic) const { spvDiagnosticDestroy(diagnostic); }
  void operator()(spv_text text) const { spvTextDestroy(text); }
};
template <class Object>
using Owned = std::unique_ptr<Object, Destroy>;

spv_target_env env_of(Environment environment) {
  switch (environment) {
    case Environment::Vulkan10: return SPV_ENV_VULKAN_1_0;
    case Environment::Vulkan11: return SPV_ENV_VULKAN_1_1;
    case Environment::Vulkan12: return SPV_ENV_VULKAN_1_2;
    case Environment::Vulkan13: return SPV_ENV_VULKAN_1_3;
    case Environment::OpenGL45: return SPV_ENV_OPENGL_4_5;
  }
  return SPV_ENV_UNIVERSAL_1_6;
}

// Returns a context, which holds the grammar tables of its environment. Creating one takes longer than validating a
// small module, so each thread keeps its contexts.
spv_const_context context_for(Environment environment) {
  thread_local std::array<Owned<spv_context_t>, environment_table.size()> contexts;
  Owned<spv_context_t>& context = contexts[static_cast<std::size_t>(environment)];
  if (!context) context.reset(spvContextCreate(env_of(environment)));
  return context.get();
}

// Returns options without friendly names, for the first validation. Friendly names take most of the time if hundreds of
// values have the same name (see UniqueNames), and only messages need them.
spv_const_validator_options without_names() {
  thread_local const auto options = [] {
    Owned<spv_validator_options_t> made(spvValidatorOptionsCreate());
    spvValidatorOptionsSetFriendlyNames(made.get(), false);
    return made;
  }();
  return options.get();
}

std::string one_line(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  for (char& c : text)
    if (c == '\n') c = ' ';
  return text;
}

std::string message_of(spv_diagnostic diagnostic, std::string_view otherwise) {
  if (diagnostic == nullptr || diagnostic->error == nullptr) return std::string(otherwise);
  return one_line(diagnostic->error);
}

// Returns true if the text has a line for each instruction, in addition to the comments at its beginning.
bool is_complete(std::string_view text, std::span<const std::uint32_t> words) {
  constexpr std::size_t header_words = 5;
  std::size_t lines = 0, instructions = 0;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    if (text.find('\n', at) == std::string_view::npos) break;
    lines += text[at] != ';';
  }
  for (std::size_t at = header_words; at < words.size() && words[at] >> 16 != 0; at += words[at] >> 16) ++instructions;
  return lines >= instructions;
}

}  // namespace

std::optional<std::string> validate(std::span<const std::uint32_t> words, Environment environment) {
  spv_const_binary_t binary{words.data(), words.size()};
  if (spvValidateWithOptions(context_for(environment), without_names(), &binary, nullptr) == SPV_SUCCESS)
    return std::nullopt;
  spv_diagnostic raw = nullptr;
  const spv_result_t result = spvValidateBinary(context_for(environment), words.data(), words.size(), &raw);
  const Owned<spv_diagnostic_t> diagnostic(raw);
  if (result == SPV_SUCCESS) return std::nullopt;
  return message_of(raw, fmt::format("validation failed with code {}", static_cast<int>(result)));
}

std::string disassemble(std::span<const std::uint32_t> module) {
  const UniqueNames names(module);
  const std::span<const std::uint32_t> words = names.words();
  constexpr std::uint32_t options = SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES | SPV_BINARY_TO_TEXT_OPTION_INDENT;
  spv_text raw_text = nullptr;
  spv_diagnostic raw = nullptr;
  // The newest environment includes the grammar of all older environments.
  const spv_result_t result =
      spvBinaryToText(context_for(Environment::Vulkan13), words.data(), words.size(), options, &raw_text, &raw);
  const Owned<spv_text_t> text(raw_text);
  const Owned<spv_diagnostic_t> diagnostic(raw);
  if (result != SPV_SUCCESS || raw_text == nullptr)
    return fmt::format("; not a valid module: {}\n", message_of(raw, "unreadable"));
  std::string out(raw_text->str, raw_text->length);
  // SPIRV-Tools prints to a stream, which drops all text after a failed allocation.
  if (!is_complete(out, words)) throw std::bad_alloc();
  return names.with_original_strings(std::move(out));
}

bool available() { return true; }

std::string spirv_tools_version() { return spvSoftwareVersionDetailsString(); }

}  // namespace khronos

std::string spirv_text(std::span<const std::uint32_t> words) { return khronos::disassemble(words); }

}  // namespace agal
