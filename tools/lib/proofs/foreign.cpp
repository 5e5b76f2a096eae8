#include "proofs/foreign.hpp"

#include <fmt/format.h>

#include <cstring>
#include <optional>

#include "khronos/spirv_tools.hpp"

namespace agal::proofs {
namespace {

using agalc::os::ChildLimits;
using agalc::os::ChildResult;
using agalc::os::run_in_child;

// Serializes the result: the status, the fault, the signature and the declarations, then the words. Parent and child
// are the same program, so the format need not be portable.
std::string packed(const ReadText& read) {
  std::string out(1, static_cast<char>(read.status));
  out += read.fault;
  out += '\0';
  for (const std::string& line : read.signature) out += line + '\n';
  out += '\0';
  out += packed(read.declared);
  out += '\0';
  const std::size_t text = out.size();
  out.resize(text + read.words.size() * sizeof(std::uint32_t));
  if (!read.words.empty()) std::memcpy(out.data() + text, read.words.data(), out.size() - text);
  return out;
}

ReadText unpacked(std::string_view bytes) {
  ReadText out;
  const std::size_t end = bytes.find('\0', 1);
  out.status = static_cast<ReadStatus>(bytes[0]);
  out.fault = bytes.substr(1, end - 1);
  const std::size_t begin = bytes.find('\0', end + 1) + 1;
  for (std::size_t at = end + 1; at + 1 < begin;) {
    const std::size_t line_end = bytes.find('\n', at);
    out.signature.emplace_back(bytes.substr(at, line_end - at));
    at = line_end + 1;
  }
  const std::size_t words_begin = bytes.find('\0', begin) + 1;
  out.declared = unpacked_interface(bytes.substr(begin, words_begin - 1 - begin));
  const std::string_view words = bytes.substr(words_begin);
  out.words.resize(words.size() / sizeof(std::uint32_t));
  if (!out.words.empty()) std::memcpy(out.words.data(), words.data(), words.size());
  return out;
}

// Removes zeros from a message, which may quote arbitrary bytes of the text.
std::string without_zeros(std::string text) {
  std::erase(text, '\0');
  return text;
}

}  // namespace

ReadText read_foreign_text(const std::string& text, Stage stage, const TextDialect& dialect,
                           const std::string& entry_point, const ChildLimits& limits) {
  const ChildResult child = run_in_child(
      [&] {
        ReadText read = read_text(text, stage, dialect, entry_point);
        read.fault = without_zeros(std::move(read.fault));
        return packed(read);
      },
      limits);
  if (!child.fault.empty()) return {{}, "glslang " + child.fault, ReadStatus::Undecided};
  ReadText read = unpacked(child.output);
  if (read.status != ReadStatus::Read) return read;
  // Environments of OpenGL permit that locations and bindings are absent.
  const Environment environment = dialect.rules == TextRules::Vulkan ? Environment::Vulkan10 : Environment::OpenGL45;
  const ForeignCheck check = check_foreign_words(read.words, environment, limits);
  if (check.status == ReadStatus::Undecided) return {{}, check.fault, ReadStatus::Undecided};
  if (check.status == ReadStatus::Rejected)
    return {
        {}, fmt::format("the SPIR-V that glslang makes of it is not valid: {}", check.fault), ReadStatus::Undecided};
  return read;
}

ForeignCheck check_foreign_words(std::span<const std::uint32_t> words, Environment environment,
                                 const ChildLimits& limits) {
  if (!khronos::available()) return {};
  const auto validate = [&] {
    const std::optional<std::string> fault = khronos::validate(words, environment);
    return fault ? "!" + *fault : std::string();
  };
  const ChildResult child = run_in_child(validate, limits);
  if (!child.fault.empty()) return {"spirv-val " + child.fault, ReadStatus::Undecided};
  if (child.output.empty()) return {};
  return {child.output.substr(1), ReadStatus::Rejected};
}

}  // namespace agal::proofs
