// A SWF file to be tapped: unpacked, its tags, and the SWF files in its binary data.
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
  std::size_t tag = 0;  // index
  std::unique_ptr<Movie> movie;
};

struct Movie {
  ByteVector bytes;          // unpacked, with the header
  std::vector<SwfTag> tags;  // those with code or binary data; views of the bytes
  std::vector<InnerMovie> inner;

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

}  // namespace agal::tapping
