// Reads the content of a record: its fields (docs/capture.md), and the draw that they describe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agal/games/tap_log.hpp"

namespace agal::tap_log {

/// The fields of a record, as views of its text.
struct Fields {
  std::string_view kind;
  std::vector<std::pair<std::string_view, std::string_view>> all;  // name, value

  /// Returns the first field of this name.
  std::optional<std::string_view> find(std::string_view name) const;
  /// Returns the first field of this name as a positive number.
  std::optional<std::uint32_t> number(std::string_view name) const;
};
Fields read_fields(std::string_view record);

/// The arguments of a call: the parts of a text between separators. A missing argument is empty.
class Arguments {
 public:
  Arguments(std::string_view text, char separator);
  std::size_t size() const { return parts_.size(); }
  std::string_view operator[](std::size_t index) const {
    return index < parts_.size() ? parts_[index] : std::string_view();
  }
  /// Returns an argument that ActionScript's `escape` wrote, decoded; `otherwise` if it is missing or null.
  std::string word(std::size_t index, std::string_view otherwise = {}) const;
  /// Returns an argument as a number, or nullopt if it is negative or not a number.
  std::optional<std::uint32_t> number(std::size_t index) const;
  bool truth(std::size_t index, bool otherwise) const;

 private:
  std::vector<std::string_view> parts_;
};

/// Reads a decimal number. Returns nullopt for a negative number, and for any other text.
std::optional<std::uint32_t> decimal_number(std::string_view text);

/// Decodes base64 without `=` at the end.
std::optional<std::vector<std::byte>> decode_base64(std::string_view text);

/// Decodes text that `escape` of ActionScript wrote, up to a maximum length.
std::string unescape(std::string_view text, std::size_t max_length = 64);

/// Encodes UTF-8 as `escape` of ActionScript does. Invalid bytes, and characters beyond U+FFFF, become '?'.
std::string escape(std::string_view text);

/// Returns the fields of a `start` record that name the SWF file that `agalc tap` changes. The inserted script contains
/// them as one string.
std::string game_fields(const CapturedGame& game);
inline constexpr std::string_view game_fields_begin = ";game=";
/// Reads the fields that `game_fields` writes. A malformed hash counts as unknown.
CapturedGame read_game(const Fields& fields);

/// Returns the class that a shader is named after, or "" if there is none: in a stack trace, the class of the innermost
/// call that is neither in the inserted script nor in a helper of an engine, such as a cache of programs. An abstract
/// class is replaced by the class derived from it, if the stack trace shows that class.
std::string uploader_of(std::string_view stack_trace);

/// Returns the draw that a `draw` record describes. Ignores unknown fields, malformed numbers, and indices that no call
/// of Stage3D accepts.
CapturedDraw read_draw(const Fields& fields);

}  // namespace agal::tap_log
