// Reads and writes the SWF files that `agalc tap` changes: their unpacked bytes, their tags, and the SWF files in their
// binary data.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "container/swf.hpp"

namespace agal::tapping {

using base::Bytes;
using base::ByteVector;
using container::SwfTag;

struct Movie;

/// A SWF file in binary data.
struct InnerMovie {
  std::size_t tag = 0;  // the index of the tag with the binary data
  std::unique_ptr<Movie> movie;
};

struct Movie {
  ByteVector bytes;          // the unpacked file, with its header
  std::vector<SwfTag> tags;  // tags with code, symbols or binary data; they are views of `bytes`
  std::vector<InnerMovie> inner;

  bool tapped() const;
};

bool looks_like_movie(Bytes bytes);

/// The remaining limits for unpacking.
struct Budget {
  std::uint64_t bytes = 0;
  std::uint32_t levels = 0;
};

/// A problem with a SWF file in binary data.
struct InnerProblem {
  std::size_t tag_offset = 0;
  std::string problem;
};

/// Reads a SWF file. If it is damaged, sets `problem` and returns nullopt. Omits damaged inner files from the movie,
/// and adds their problems to `inner`.
std::optional<Movie> read_movie(Bytes file, Budget& budget, std::string& problem, std::vector<InnerProblem>& inner);

/// A part of the movie, and its replacement.
struct Edit {
  std::size_t begin = 0, end = 0;
  ByteVector bytes;
};

/// Returns the bytes with these edits, which must be sorted.
ByteVector edited(Bytes all, const std::vector<Edit>& edits);

/// Returns the file with these edits, which must be sorted. The compression stays the same. Returns nullopt if the
/// compressor fails.
std::optional<ByteVector> write_movie(const Movie& movie, const std::vector<Edit>& edits);

}  // namespace agal::tapping
