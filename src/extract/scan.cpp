#include "extract/scan.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "agal/bytecode.hpp"
#include "agal/validate.hpp"

namespace agal::extraction {
namespace {

constexpr std::size_t version_at = 1, stage_magic_at = 5, stage_at = 6;

bool is_header(Bytes bytes) {
  if (bytes.size() < header_bytes + token_bytes) return false;
  Reader reader(bytes, version_at);
  const std::uint32_t version = reader.u32();
  return bytes[0] == std::byte{header_magic} && version >= 1 && version <= newest_version &&
         bytes[stage_magic_at] == std::byte{header_stage_magic} && bytes[stage_at] <= std::byte{1};
}

// The next header, nullopt where there is none.
std::optional<std::size_t> find_header(Bytes bytes, std::size_t from) {
  while (from + header_bytes + token_bytes <= bytes.size()) {
    const void* const at = std::memchr(bytes.data() + from, header_magic, bytes.size() - from);
    if (at == nullptr) return std::nullopt;
    from = static_cast<std::size_t>(static_cast<const std::byte*>(at) - bytes.data());
    if (is_header(bytes.subspan(from))) return from;
    ++from;
  }
  return std::nullopt;
}

// A token as an assembler writes it: what may follow a program seldom looks like that, all zeros least of all.
bool is_plausible_token(const Instruction& token, Stage stage) {
  const OpcodeInfo* const op = token.info();
  if (op == nullptr || op->status == OpcodeStatus::Tombstone) return false;
  if (op->stage != Stage::Any && op->stage != stage) return false;
  if (op->dest == DestinationRule::None ? token.dst.bits != 0 : token.dst.mask() == 0 || token.dst.reserved() != 0)
    return false;
  if (op->src1 == SourceRule::None ? token.src1.bits != 0 : token.src1.reserved() != 0) return false;
  if (op->src2 == SourceRule::Sampler) return token.sampler().reserved() == 0;
  return op->src2 == SourceRule::None ? token.src2.bits == 0 : token.src2.reserved() == 0;
}

bool writes_output(const Program& program) {
  return std::any_of(program.instructions.begin(), program.instructions.end(), [](const Instruction& token) {
    const OpcodeInfo* const op = token.info();
    return op != nullptr && op->dest != DestinationRule::None &&
           token.dst.type_code() == static_cast<std::uint32_t>(RegisterType::Output);
  });
}

ValidateOptions firm_rules() {
  ValidateOptions options;
  options.level = ValidationLevel::Off;
  options.ignore_limits = true;
  options.allow_reserved = true;
  return options;
}

bool has_open_conditional(const Program& program) {
  std::size_t open = 0;
  for (const Instruction& token : program.instructions) {
    const OpcodeInfo* const op = token.info();
    if (op != nullptr && op->flow == Flow::If) ++open;
    if (op != nullptr && op->flow == Flow::EndIf && open > 0) --open;
  }
  return open > 0;
}

// The first token that breaks a firm rule, 0-based; the number of tokens where none does.
std::size_t first_fault(const Program& program, std::string& problem) {
  std::size_t first = program.instructions.size();
  for (const Diagnostic& diagnostic : validate(program, firm_rules())) {
    if (diagnostic.severity != Severity::Error) continue;
    const std::size_t token = diagnostic.location.token ? *diagnostic.location.token - std::size_t{1} : 0;
    if (token < first || problem.empty()) problem = diagnostic.message;
    first = std::min(first, token);
  }
  return first;
}

// The header at the front of `bytes`, and all tokens up to the first that makes no sense.
Program longest_run(Bytes bytes) {
  const std::size_t most = version_limits(newest_version).tokens;
  Result<Program> read = read_bytecode(bytes.first(std::min(bytes.size(), header_bytes + most * token_bytes)));
  Program program = std::move(*read);  // the header has been looked at
  const auto end = std::find_if(program.instructions.begin(), program.instructions.end(),
                                [&](const Instruction& token) { return !is_plausible_token(token, program.stage); });
  program.instructions.erase(end, program.instructions.end());
  program.trailing.clear();
  return program;
}

// The same cut before what breaks a firm rule, so that the chance likeness of what follows does no harm. A conditional
// that stays open is no such thing: the program goes on where it is not understood.
Program trimmed(Program program) {
  std::string problem;
  const std::size_t end = first_fault(program, problem);
  if (!has_open_conditional(program)) program.instructions.resize(end);
  return program;
}

std::size_t size_of(const Program& program) { return Program::offset_of(program.instructions.size()); }

}  // namespace

bool is_plausible(const Program& program, std::string* problem) {
  std::string why;
  if (program.instructions.empty())
    why = "no token follows the header";
  else if (first_fault(program, why) == program.instructions.size() && why.empty() && !writes_output(program))
    why = "it writes no output";
  if (problem != nullptr) *problem = why;
  return why.empty();
}

namespace {

// Bytes that begin with a header and were put there as one thing. Returns whether they are dealt with.
bool scan_whole(Bytes bytes, const ScanListener& listener) {
  Result<Program> program = read_bytecode(bytes);
  if (!program) return false;
  std::string problem;
  if (is_plausible(*program, &problem)) {
    listener.found({0, std::move(*program)});
    return true;
  }
  // As long as a program, and alone: a program it was meant to be, and half of it would be another one.
  if (!program->trailing.empty() || find_header(bytes, 1)) return false;
  listener.refused(0, problem);
  return true;
}

}  // namespace

void scan_bytecode(Bytes bytes, const ScanOptions& options, const ScanListener& listener) {
  if (options.whole && !options.cut && is_header(bytes) && scan_whole(bytes, listener)) return;
  std::size_t from = 0;
  while (const std::optional<std::size_t> at = find_header(bytes, from)) {
    const Program run = longest_run(bytes.subspan(*at));
    // Never searched twice: headers inside a run that is no program are not worth quadratic time.
    from = *at + size_of(run);
    Program program = trimmed(run);
    std::string problem;
    const bool complete = !options.cut || from + token_bytes <= bytes.size();
    if (!complete)
      listener.refused(*at, "it is cut off");
    else if (is_plausible(program, &problem))
      listener.found({*at, std::move(program)});
    else
      listener.refused(*at, problem);
  }
}

}  // namespace agal::extraction
