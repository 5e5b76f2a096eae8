// A SWF file to be tapped: unpacked, its tags, and the SWF files in its binary data.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/byte_writer.hpp"

namespace agal::tapping {

inline constexpr std::uint16_t do_abc_define_tag = 72, do_abc_tag = 82, define_binary_data_tag = 87, do_action_tag = 12,
                               do_init_action_tag = 59, symbol_class_tag = 76;

/// The name of the tag that a tap inserts.
inline constexpr std::string_view script_name = "agalc-tap";

struct Tag {
  std::uint16_t code = 0;
  std::size_t begin = 0;  // of its head, in the movie
  std::size_t content = 0, end = 0;
};

struct Movie;

/// A SWF file in binary data.
struct InnerMovie {
  std::size_t tag = 0;  // index
  std::unique_ptr<Movie> movie;
};

struct Movie {
  std::byte compression{};  // F, C or Z
  ByteVector bytes;         // unpacked, with the header
  std::size_t first_tag = 0;
  std::vector<Tag> tags;  // those with code or binary data
  std::vector<InnerMovie> inner;

  Bytes content(const Tag& tag) const { return Bytes(bytes).subspan(tag.content, tag.end - tag.content); }
  /// The ABC file in a tag with code, which a DoABC tag has after flags and a name; the name.
  Bytes code(const Tag& tag) const;
  std::string_view code_name(const Tag& tag) const;
  bool tapped() const;
};

bool looks_like_movie(Bytes bytes);

/// The limits that remain.
struct Budget {
  std::uint64_t bytes = 0;
  std::uint32_t levels = 0;
};

/// Problems with the SWF files in it.
struct InnerProblem {
  std::size_t tag_offset = 0;
  std::string problem;
};

/// Reads a SWF file; no value, and the problem, if it is damaged. Inner ones that are damaged are not in the movie.
std::optional<Movie> read_movie(Bytes file, Budget& budget, std::string& problem, std::vector<InnerProblem>& inner);

/// A part of the movie, and what replaces it.
struct Edit {
  std::size_t begin = 0, end = 0;
  ByteVector bytes;
};

/// The file with these edits, which are in order, compressed as it was; no value: the compressor failed.
std::optional<ByteVector> write_movie(const Movie& movie, const std::vector<Edit>& edits);

/// A tag with its head.
ByteVector tag_bytes(std::uint16_t code, Bytes content);

}  // namespace agal::tapping
