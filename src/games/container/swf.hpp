// SWF files: the three compressions, the header and the tags.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "container/streams.hpp"

namespace agal::container {

inline constexpr std::size_t swf_length_at = 4;
inline constexpr std::size_t swf_header_bytes = 8;  // FWS, CWS or ZWS, version, length of the whole uncompressed movie
inline constexpr std::size_t binary_data_head = 6;  // the id of the data, and four reserved bytes
inline constexpr std::uint16_t end_tag = 0, do_action_tag = 12, do_init_action_tag = 59, do_abc_define_tag = 72,
                               symbol_class_tag = 76, do_abc_tag = 82, define_binary_data_tag = 87;

bool looks_like_swf(Bytes bytes);

/// The following functions take a file with a whole header.
inline bool is_compressed(Bytes file) { return file[0] != std::byte{'F'}; }
std::uint32_t declared_length(Bytes file);

/// Returns the uncompressed movie of a compressed file, with the header. Damaged files are unpacked up to the damage.
Unpacked unpack_swf(Bytes file, std::uint64_t limit);
/// Cuts the movie of a ZWS file without an end marker, which some encoders omit, at the length in its header. The
/// output beyond this length is meaningless.
void end_at_declared_length(Unpacked& movie, Bytes file);
/// Returns true if the compressed data of a ZWS file has the length in its header.
bool has_all_lzma_bytes(Bytes file);

/// Returns true if a file in other data is whole. `movie` is the unpacked file, or `file` if it is not compressed.
/// A damaged file is whole if it is as long as its header says.
bool is_whole_swf(Bytes file, Bytes movie, UnpackStatus status);

/// Compresses an uncompressed movie by the method that the first byte of its header names, and sets the length in the
/// header. Returns nullopt if the compressor fails.
std::optional<ByteVector> pack_swf(Bytes movie);

/// The name of the tag with code that agalc tap inserts.
inline constexpr std::string_view tap_script_name = "agalc-tap";

struct SwfTag {
  std::uint16_t code = 0;
  std::size_t number = 0;                 // 1-based, in file order
  std::size_t begin = 0, content_at = 0;  // offsets in the movie
  Bytes content;
  bool truncated = false;  // the movie ends inside the content, or inside the head (then `content_at` is 0)

  std::size_t end() const { return content_at + content.size(); }
  bool has_code() const { return code == do_abc_tag || code == do_abc_define_tag; }
  /// Returns true if the tag is the code that agalc tap inserted, which does not belong to the game.
  bool has_script_of_tap() const { return abc_name() == tap_script_name; }
  /// Returns the ABC file of a tag with code. DoABC tags have flags and the file's name before the file.
  Bytes abc_file() const;
  std::string_view abc_name() const;
};

/// Reads the tags of an uncompressed movie, in order, up to the end tag.
class TagReader {
 public:
  explicit TagReader(Bytes movie);

  /// Returns true if the header ends before the first tag.
  bool header_truncated() const { return reader_.failed(); }
  std::optional<SwfTag> next();
  /// Returns the position after the last tag that was read.
  std::size_t position() const { return reader_.position(); }

 private:
  base::ByteReader reader_;
  std::size_t number_ = 0;
  bool ended_ = false;
};

/// Returns the end of the last whole tag of an uncompressed movie; 0 if the header ends before the first tag.
std::size_t end_of_whole_tags(Bytes movie);

/// Calls `visit` for each symbol in the content of a SymbolClass tag, with the id of a character and the name of its
/// class. The name is a view of the content.
void for_each_symbol(Bytes content, const std::function<void(std::uint16_t id, std::string_view name)>& visit);

/// Returns the bytes of a tag, with its head.
ByteVector tag_bytes(std::uint16_t code, Bytes content);

}  // namespace agal::container
