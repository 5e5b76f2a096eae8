#include "action_result.hpp"

#include <algorithm>

#include "codec.hpp"

namespace agal::batch {
namespace {

// The fields that are used, of github.com/bazelbuild/remote-apis (remote_execution.proto, version 2).
constexpr std::uint64_t result_output_files = 2, file_path = 1, file_digest = 2, digest_hash = 1, digest_size = 2;

constexpr std::string_view entry_path = "agalc-entry";

// The kinds of fields in a protocol buffer.
enum Wire : std::uint64_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

void put_bytes(ByteWriter& out, std::uint64_t field, std::string_view value) {
  out.number(field << 3 | Wire::Bytes);
  out.text(value);
}

// Calls `visit(field, number, bytes)` for each field. False: malformed. ByteReader's numbers and texts are those of
// protocol buffers.
template <class Visit>
bool each_field(std::string_view message, const Visit& visit) {
  ByteReader in(message);
  while (in.good() && !in.finished()) {
    const std::uint64_t tag = in.number();
    const std::uint64_t wire = tag & 7;
    if (wire == Wire::Varint)
      visit(tag >> 3, in.number(), std::string_view());
    else if (wire == Wire::Bytes)
      visit(tag >> 3, std::uint64_t{0}, in.text());
    else if (wire == Wire::Fixed64 || wire == Wire::Fixed32)
      in.skip(wire == Wire::Fixed64 ? 8 : 4);
    else
      return false;
  }
  return in.good();
}

bool is_sha256(std::string_view text) {
  return text.size() == 64 &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::optional<Digest> decode_digest(std::string_view bytes) {
  Digest digest;
  const bool good = each_field(bytes, [&](std::uint64_t field, std::uint64_t number, std::string_view text) {
    if (field == digest_hash) digest.sha256 = text;
    if (field == digest_size) digest.size = number;
  });
  return good && is_sha256(digest.sha256) ? std::optional(std::move(digest)) : std::nullopt;
}

std::optional<Digest> decode_file(std::string_view bytes) {
  std::string_view path, digest;
  const bool good = each_field(bytes, [&](std::uint64_t field, std::uint64_t, std::string_view text) {
    if (field == file_path) path = text;
    if (field == file_digest) digest = text;
  });
  return good && path == entry_path ? decode_digest(digest) : std::nullopt;
}

}  // namespace

std::string encode_action_result(const Digest& digest) {
  ByteWriter hash, file, result;
  put_bytes(hash, digest_hash, digest.sha256);
  hash.number(digest_size << 3 | Wire::Varint);
  hash.number(digest.size);
  put_bytes(file, file_path, entry_path);
  put_bytes(file, file_digest, hash.take());
  put_bytes(result, result_output_files, file.take());
  return result.take();
}

std::optional<Digest> decode_action_result(std::string_view bytes) {
  std::optional<Digest> digest;
  const bool good = each_field(bytes, [&](std::uint64_t field, std::uint64_t, std::string_view text) {
    if (field == result_output_files && !digest) digest = decode_file(text);
  });
  return good ? digest : std::nullopt;
}

}  // namespace agal::batch
