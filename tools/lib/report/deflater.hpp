// Compresses data with zlib, piece by piece.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

namespace agal::report {

using Sink = std::function<void(std::string_view)>;

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
