#include "agal/bytecode.hpp"

namespace agal {
namespace {

// Appends little-endian numbers on any host.
class Sink {
 public:
  explicit Sink(std::size_t size) { bytes_.reserve(size); }
  void put8(std::uint8_t value) { bytes_.push_back(std::byte{value}); }
  void put32(std::uint32_t value) {
    for (unsigned i = 0; i < 4; ++i) put8(static_cast<std::uint8_t>(value >> (8 * i)));
  }
  void put64(std::uint64_t value) {
    put32(static_cast<std::uint32_t>(value));
    put32(static_cast<std::uint32_t>(value >> 32));
  }
  void put(std::span<const std::byte> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  std::vector<std::byte> take() && { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace

std::vector<std::byte> write_bytecode(const Program& program) {
  Sink sink(header_bytes + program.instructions.size() * token_bytes + program.trailing.size());
  sink.put8(header_magic);
  sink.put32(program.version);
  sink.put8(header_stage_magic);
  sink.put8(static_cast<std::uint8_t>(program.stage));
  for (const Instruction& instruction : program.instructions) {
    sink.put32(instruction.opcode);
    sink.put32(instruction.dst.bits);
    sink.put64(instruction.src1.bits);
    sink.put64(instruction.src2.bits);
  }
  sink.put(program.trailing);
  return std::move(sink).take();
}

}  // namespace agal
