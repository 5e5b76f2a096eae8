#include <fmt/format.h>

#include <utility>

#include "agal/bytecode.hpp"
#include "base/bytes.hpp"
#include "base/text.hpp"
#include "diag/rules.hpp"

namespace agal {
namespace {

using diag::Rule;

constexpr std::size_t stage_magic_at = 5;
constexpr std::size_t stage_at = 6;

// Reads a little-endian number on any host. The caller checks the length.
std::uint32_t load32(const std::byte* at) {
  const auto byte = [at](unsigned i) { return std::to_integer<std::uint32_t>(at[i]) << (8 * i); };
  return byte(0) | byte(1) | byte(2) | byte(3);
}

std::uint64_t load64(const std::byte* at) { return load32(at) | std::uint64_t{load32(at + 4)} << 32; }

void load_token(const std::byte* at, Instruction& out) {
  out.opcode = load32(at);
  out.dst.bits = load32(at + 4);
  out.src1.bits = load64(at + 8);
  out.src2.bits = load64(at + 16);
}

std::string hex(std::uint8_t byte) { return fmt::format("0x{:02x}", byte); }

// Returns all errors in the header, in the player's order. After a wrong length or magic byte, the rest of the bytes is
// meaningless, and is not checked.
Diagnostics check_header(std::span<const std::byte> bytes, const std::string& name) {
  Diagnostics found;
  const auto report = [&](Rule rule, std::size_t offset, std::initializer_list<std::string_view> arguments) {
    Location location = diag::in_file(name);
    location.byte_offset = static_cast<std::uint32_t>(offset);
    found.add(diag::make(rule, std::move(location), arguments));
  };
  const auto at = [&](std::size_t i) { return std::to_integer<std::uint8_t>(bytes[i]); };

  if (bytes.size() < header_bytes + token_bytes) {
    report(Rule::ProgramTooShort, bytes.size(),
           {base::counted(bytes.size(), "byte"), std::to_string(header_bytes + token_bytes)});
    return found;
  }
  if (at(0) != header_magic) {
    report(Rule::BadMagic, 0, {hex(at(0)), hex(header_magic)});
    return found;
  }
  if (const std::uint32_t version = load32(&bytes[1]); version > newest_version)
    report(Rule::UnknownVersion, 1, {std::to_string(version), std::to_string(newest_version)});
  if (at(stage_magic_at) != header_stage_magic)
    report(Rule::BadStageMagic, stage_magic_at, {hex(at(stage_magic_at)), hex(header_stage_magic)});
  if (at(stage_at) > static_cast<std::uint8_t>(Stage::Fragment))
    report(Rule::UnknownStage, stage_at, {hex(at(stage_at))});
  return found;
}

}  // namespace

Result<Program> read_bytecode(std::span<const std::byte> bytes, std::string name) {
  if (Diagnostics found = check_header(bytes, name); !found.empty()) return found;
  Result<Program> result{Program()};  // filled in place
  Program& program = *result;
  program.name = std::move(name);
  program.version = load32(&bytes[1]);
  program.stage = static_cast<Stage>(bytes[stage_at]);
  std::span<const std::byte> rest = bytes.subspan(header_bytes);
  program.instructions.reserve(rest.size() / token_bytes);
  for (; rest.size() >= token_bytes; rest = rest.subspan(token_bytes))
    load_token(rest.data(), program.instructions.emplace_back());  // a copy would stall
  program.trailing.assign(rest.begin(), rest.end());
  return result;
}

bool looks_like_bytecode(std::span<const std::byte> bytes) {
  return !bytes.empty() && std::to_integer<std::uint8_t>(bytes.front()) == header_magic;
}

std::vector<std::byte> write_bytecode(const Program& program) {
  std::vector<std::byte> out;
  out.reserve(header_bytes + program.instructions.size() * token_bytes + program.trailing.size());
  base::put_u8(out, header_magic);
  base::put_little(out, program.version, 4);
  base::put_u8(out, header_stage_magic);
  base::put_u8(out, static_cast<std::uint8_t>(program.stage));
  for (const Instruction& instruction : program.instructions) {
    base::put_little(out, instruction.opcode, 4);
    base::put_little(out, instruction.dst.bits, 4);
    base::put_little(out, instruction.src1.bits, 8);
    base::put_little(out, instruction.src2.bits, 8);
  }
  base::put_bytes(out, program.trailing);
  return out;
}

}  // namespace agal
