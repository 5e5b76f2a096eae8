// Compressed text inside a page: the bridge to zlib. deflate.cpp is the only file here that includes its header.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace agal::report {

using Sink = std::function<void(std::string_view)>;

/// Turns bytes into Base64, as they come.
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

/// Compresses what is written to it, in zlib's format, which browsers call "deflate". Memory does not grow with it.
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
