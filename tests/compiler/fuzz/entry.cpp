// The entry point of libFuzzer; AGAL_FUZZ_TARGET is one of the functions of targets.hpp.
#include <cstdint>

#include "fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  agal::fuzz::AGAL_FUZZ_TARGET(std::as_bytes(std::span(data, size)));
  return 0;
}
