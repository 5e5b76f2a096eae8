// Determines the kind of a file from its first bytes.
#include <algorithm>

#include "agal/bytecode.hpp"
#include "agal/games/extract.hpp"
#include "assembly/parsing.hpp"
#include "assembly/source.hpp"
#include "base/bytes.hpp"
#include "base/utf8.hpp"
#include "extract/contents.hpp"
#include "extract/recognize.hpp"
#include "tap_log/log.hpp"

namespace agal {
namespace {

// Returns true if the file begins with the header's magic bytes. The first byte alone is not enough, because data of
// any kind may begin with 0xa0.
bool has_both_magics(std::span<const std::byte> head) {
  constexpr std::size_t stage_magic_at = 5;
  return looks_like_bytecode(head) &&
         (head.size() <= stage_magic_at || head[stage_magic_at] == std::byte{header_stage_magic});
}

// Returns true if the first line that is not empty is a line of assembly.
bool begins_as_assembly(std::string_view head) {
  assembly::LineReader lines(assembly::skip_byte_order_mark(head));
  bool comments = false;
  while (const std::optional<assembly::Line> line = lines.next()) {
    if (!comments && assembly::is_magic_comment(*line)) return true;
    const std::size_t begin = line->code.find_first_not_of(" \t");
    if (begin != std::string_view::npos) {
      const std::string_view code = line->code.substr(begin);
      return code.starts_with(".token") || extraction::begins_instruction(code);
    }
    comments = comments || line->code.size() < line->whole.size();
  }
  // If only a comment was seen, the text after it is beyond these bytes.
  return comments && head.size() == file_kind_bytes;
}

}  // namespace

FileKind file_kind(std::span<const std::byte> head, std::string_view name) {
  head = head.first(std::min(head.size(), file_kind_bytes));
  if (looks_like_container(head)) return FileKind::Container;
  const bool named = name.ends_with(".agal");
  if (looks_like_capture_log(head) || tap_log::has_title(head)) return FileKind::CaptureLog;
  // An empty file is too short for a program, which the reader reports.
  if (head.empty() || has_both_magics(head) || (named && looks_like_bytecode(head))) return FileKind::Bytecode;
  if (named) return FileKind::Assembly;
  const bool is_text =
      std::find(head.begin(), head.end(), std::byte{0}) == head.end() || base::is_utf16(base::as_text(head));
  if (is_text && extraction::source_language(name)) return FileKind::Source;
  return begins_as_assembly(base::as_text(head)) ? FileKind::Assembly : FileKind::Other;
}

}  // namespace agal
