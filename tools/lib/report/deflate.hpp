// Compressed text in a page: the bridge to zlib. deflate.cpp is the only file here that includes its header.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace agal::report {

using Sink = std::function<void(std::string_view)>;

/// Encodes bytes as Base64, piece by piece.
class Base64 {
 public:
  explicit Base64(Sink sink) : sink_(std::move(sink)) {}
  void write(std::string_view bytes);
  void finish();

 private:
  Sink sink_;
  std::string rest_;  // fewer than three bytes
};

std::string base64_of(std::string_view bytes);

/// Compresses data to the zlib format, which browsers call "deflate". Memory use does not depend on the size.
class Deflater {
 public:
  explicit Deflater(Sink sink);
  ~Deflater();
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;

  void write(std::string_view bytes);
  void finish();

 private:
  struct Stream;
  void run(std::string_view bytes, bool last);

  Sink sink_;
  std::unique_ptr<Stream> stream_;
};

}  // namespace agal::report
