#include "wrong_input_hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "agal/bytecode.hpp"
#include "agal/games/extract.hpp"
#include "cli/console.hpp"
#include "cli/files.hpp"
#include "os/filesystem.hpp"
#include "prove/reference_module.hpp"

namespace agalc {
namespace {

namespace fs = os::fs;

std::string for_container(const std::string& path) {
  const std::string word = shell_word(path);
  return fmt::format("agalc extract {} lists the programs in it, agalc batch {} -o DIR --emit spv converts them", word,
                     word);
}

std::string for_program(const std::string& path, std::span<const std::string> options) {
  std::string command = "agalc compile " + shell_word(path);
  for (const std::string& option : options) command += " " + shell_word(option);
  if (options.empty()) command += " -o " + shell_word(stem_of(path) + ".spv");
  return command + " compiles it";
}

std::string for_folder(const std::string& path) {
  return fmt::format("agalc batch {} -o DIR --emit spv converts the programs in it", shell_word(path));
}

// Kinds of files that users pass by mistake. Assembly text does not begin like any of them.
struct FileKind {
  std::string_view magic, name;
};
constexpr auto file_kinds = std::to_array<FileKind>({
    {"\x89PNG", "a PNG picture"},
    {"\xff\xd8\xff", "a JPEG picture"},
    {"GIF8", "a GIF picture"},
    {"ATF", "a texture (ATF)"},
    {"DDS ", "a texture (DDS)"},
    {"\xabKTX", "a texture (KTX)"},
    {"ID3", "an MP3 file"},
    {"OggS", "an Ogg file"},
    {"RIFF", "a WAV, AVI or WebP file"},
    {"FLV", "an FLV video"},
    {"%PDF", "a PDF document"},
    {"\x7f"
     "ELF",
     "an executable"},
    {"MZ", "an executable; agalc extract finds the SWF file of a projector"},
    {std::string_view("\0asm", 4), "a WebAssembly module"},
    {"DXBC", "compiled HLSL (DXBC or DXIL)"},
    {"MTLB", "a library of Metal shaders"},
});

bool begins_like_container(const std::string& path) {
  constexpr std::size_t enough = 512;
  return agal::looks_like_container(first_bytes(path, enough));
}

}  // namespace

std::string proposal_for(const std::string& path, std::span<const std::string> options) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return for_folder(path);
  if (fs::is_regular_file(path, ignored))
    return begins_like_container(path) ? for_container(path) : for_program(path, options);
  const std::string extension = fs::path(path).extension().string();
  for (const std::string_view known : {".swf", ".swc", ".zip", ".tar", ".gz"})
    if (extension == known) return for_container(path);
  return extension == ".agal" ? for_program(path, options) : std::string();
}

agal::Diagnostics other_file_given(std::span<const std::byte> bytes, const std::string& path) {
  if (agal::prove::begins_like_module(bytes)) return only(make_diagnostic("module-given", display_name(path)));
  if (const std::string_view container = agal::container_name(bytes); !container.empty()) {
    agal::Diagnostic found = make_diagnostic("container-given", display_name(path), {std::string(container)});
    if (path != "-") found.help = for_container(path);
    return only(std::move(found));
  }
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  for (const FileKind& row : file_kinds) {
    if (!text.starts_with(row.magic)) continue;
    agal::Diagnostic found = make_diagnostic("foreign-format", display_name(path), {row.name});
    found.help = "pass AGAL bytecode, which begins with 0xa0, or assembly text";
    return only(std::move(found));
  }
  if (const agal::ForeignFile foreign = agal::foreign_file(bytes); !foreign.name.empty()) {
    agal::Diagnostic found = make_diagnostic("foreign-format", display_name(path), {foreign.name});
    found.help = foreign.cure;
    return only(std::move(found));
  }
  const std::string extension = fs::path(path).extension().string();
  if ((extension == ".swf" || extension == ".swc") && !bytes.empty() && !agal::looks_like_bytecode(bytes))
    return only(make_diagnostic("not-a-swf", display_name(path), {extension}));
  return {};
}

}  // namespace agalc
