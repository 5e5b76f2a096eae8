#include "extract/recognize.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "agal/bytecode.hpp"
#include "agal/validate.hpp"

namespace agal::extraction {

bool begins_program(Bytes bytes) {
  constexpr std::size_t version_at = 1, stage_magic_at = 5, stage_at = 6;
  if (bytes.size() < header_bytes + token_bytes) return false;
  const std::uint32_t version = base::ByteReader(bytes, version_at).u32();
  return bytes[0] == std::byte{header_magic} && version >= 1 && version <= newest_version &&
         bytes[stage_magic_at] == std::byte{header_stage_magic} && bytes[stage_at] <= std::byte{1};
}

namespace {

// Returns the offset of the next header; nullopt if there is none.
std::optional<std::size_t> find_header(Bytes bytes, std::size_t from) {
  while (from + header_bytes + token_bytes <= bytes.size()) {
    const void* const at = std::memchr(bytes.data() + from, header_magic, bytes.size() - from);
    if (at == nullptr) return std::nullopt;
    from = static_cast<std::size_t>(static_cast<const std::byte*>(at) - bytes.data());
    if (begins_program(bytes.subspan(from))) return from;
    ++from;
  }
  return std::nullopt;
}

// Returns true if a token looks like the output of an assembler. Bytes after a program rarely do, and all zeros never
// do.
bool is_plausible_token(const Instruction& token, Stage stage) {
  const OpcodeInfo* const op = token.info();
  if (op == nullptr || op->status == OpcodeStatus::Tombstone) return false;
  if (op->stage != Stage::Any && op->stage != stage) return false;
  if (op->dest == DestinationRule::None ? token.dst.bits != 0 : token.dst.mask() == 0 || token.dst.reserved() != 0)
    return false;
  if (op->src1 == SourceRule::None ? token.src1.bits != 0 : token.src1.reserved() != 0) return false;
  if (op->samples()) return token.sampler().reserved() == 0;
  return op->src2 == SourceRule::None ? token.src2.bits == 0 : token.src2.reserved() == 0;
}

bool writes_output(const Program& program) {
  return std::any_of(program.instructions.begin(), program.instructions.end(), [](const Instruction& token) {
    const OpcodeInfo* const op = token.info();
    return op != nullptr && op->dest != DestinationRule::None && token.dst.type() == RegisterType::Output;
  });
}

ValidateOptions mandatory_rules() {
  ValidateOptions options;
  options.level = ValidationLevel::Off;
  options.ignore_limits = true;
  options.allow_reserved = true;
  return options;
}

// Returns the first token that breaks a rule that is not downgradable, 0-based; the number of tokens if none does.
std::size_t first_fault(const Program& program, std::string& problem) {
  std::size_t first = program.instructions.size();
  for (const Diagnostic& diagnostic : validate(program, mandatory_rules())) {
    if (diagnostic.severity != Severity::Error) continue;
    const std::size_t token = diagnostic.location.token ? *diagnostic.location.token - std::size_t{1} : 0;
    if (token < first || problem.empty()) problem = diagnostic.message;
    first = std::min(first, token);
  }
  return first;
}

struct BytecodeRun {
  Program program;
  bool damaged = false;  // the bytes after the last token resemble a token: the program is damaged there, and is lost
};

// Returns true if bytes are like a token in everything except the opcode or the stage.
bool resembles_token(const Instruction& token) {
  constexpr std::uint32_t beyond_opcodes = 0x100;
  return token.opcode < beyond_opcodes && token.dst.mask() != 0 && token.dst.reserved() == 0 &&
         find_register(token.dst.type_code()) != nullptr && token.src1.bits != 0 && token.src1.reserved() == 0;
}

// Reads the header at the start of `bytes`, and at most `tokens` tokens.
Program read_tokens(Bytes bytes, std::size_t tokens) {
  return std::move(*read_bytecode(bytes.first(std::min(bytes.size(), header_bytes + tokens * token_bytes))));
}

// Reads the header at the start of `bytes`, and all tokens up to the first invalid one.
BytecodeRun read_run(Bytes bytes) {
  const std::size_t max_tokens = version_limits(newest_version).tokens;
  BytecodeRun run;
  Program& program = run.program;
  std::vector<Instruction>::iterator end;
  // Reads in growing steps instead of max_tokens at once, because data that is not a program ends the run early.
  for (std::size_t tokens = 4;; tokens = std::min(2 * tokens, max_tokens)) {
    program = read_tokens(bytes, tokens);
    end = std::find_if(program.instructions.begin(), program.instructions.end(),
                       [&](const Instruction& token) { return !is_plausible_token(token, program.stage); });
    if (end != program.instructions.end() || program.instructions.size() < tokens || tokens == max_tokens) break;
  }
  if (end != program.instructions.end()) {
    const std::size_t at = Program::offset_of(static_cast<std::size_t>(end - program.instructions.begin()));
    // The length and header of a following program may resemble a token too.
    const Bytes token = bytes.subspan(at, std::min<std::size_t>(bytes.size() - at, 2 * token_bytes + header_bytes));
    run.damaged = resembles_token(*end) && !find_header(token, 0);
  }
  program.instructions.erase(end, program.instructions.end());
  program.trailing.clear();
  return run;
}

// Returns true if truncated bytes may be the beginning of a token. An empty range may be.
bool may_begin_token(Bytes bytes) {
  constexpr std::size_t opcode_bytes = 4;
  return bytes.size() < opcode_bytes || find_opcode(base::ByteReader(bytes).u32()) != nullptr;
}

}  // namespace

bool is_plausible(const Program& program, std::string* problem) {
  std::string why;
  if (program.instructions.empty())
    why = "no token follows the header";
  else if (first_fault(program, why) == program.instructions.size() && why.empty() && !writes_output(program))
    why = "it does not write an output";
  if (problem != nullptr) *problem = why;
  return why.empty();
}

namespace {

// Handles bytes that begin with a header and are one unit. Returns true if they are one program.
bool scan_whole(Bytes bytes, const ScanListener& listener) {
  Result<Program> program = read_bytecode(bytes);
  if (!program || !is_plausible(*program)) return false;
  listener.found({0, std::move(*program)});
  return true;
}

}  // namespace

void scan_bytecode(Bytes bytes, const ScanOptions& options, const ScanListener& listener) {
  if (options.whole && !options.cut && begins_program(bytes) && scan_whole(bytes, listener)) return;
  std::size_t from = 0;
  while (const std::optional<std::size_t> at = find_header(bytes, from)) {
    BytecodeRun run = read_run(bytes.subspan(*at));
    // Headers inside a run that is not a program are skipped, so that no byte is searched twice.
    from = *at + Program::offset_of(run.program.instructions.size());
    std::string problem;
    if (options.cut && from + token_bytes > bytes.size() && may_begin_token(bytes.subspan(from)))
      problem = "it is truncated";
    else if (run.damaged)
      problem = fmt::format("token {} is not valid", run.program.instructions.size() + 1);
    else
      is_plausible(run.program, &problem);
    if (problem.empty())
      listener.found({*at, std::move(run.program)});
    else
      listener.refused(*at, problem);
  }
}

}  // namespace agal::extraction
