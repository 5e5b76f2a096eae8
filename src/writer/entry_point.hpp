// The parameters of an entry point: one a line, if there is more than one.
#pragma once

#include <cstdint>

#include "writer/output.hpp"

namespace agal::writer {

class Parameters {
 public:
  Parameters(Output& out, std::uint32_t count) : out_(out), lines_(count > 1) {}

  /// Begins the next one.
  void begin() {
    if (!first_) out_ << (lines_ ? "," : ", ");
    if (lines_) out_ << "\n    ";
    first_ = false;
  }

 private:
  Output& out_;
  bool lines_, first_ = true;
};

}  // namespace agal::writer
