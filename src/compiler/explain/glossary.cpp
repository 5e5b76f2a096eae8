#include "agal/explain.hpp"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <optional>

#include "agal/diagnostic.hpp"
#include "agal/host.hpp"
#include "agal/program.hpp"
#include "agal/target.hpp"
#include "base/format.hpp"
#include "base/text.hpp"

namespace agal {
namespace {

std::string_view programs_of(Stage stage) {
  switch (stage) {
    case Stage::Vertex: return "vertex programs";
    case Stage::Fragment: return "fragment programs";
    case Stage::Any: return "vertex and fragment programs";
  }
  return {};
}

// ---------------------------------------------------------------------------------------------------------- opcodes

std::string_view status_text(OpcodeStatus status) {
  switch (status) {
    case OpcodeStatus::Shipped: return "";
    case OpcodeStatus::Reserved: return "  players reject it; --allow-reserved accepts it\n";
    case OpcodeStatus::Tombstone: return "  no player implements it\n";
  }
  return {};
}

std::string_view destination_text(DestinationRule rule) {
  switch (rule) {
    case DestinationRule::None: return "none";
    case DestinationRule::Xyz: return "at most x, y and z";
    case DestinationRule::Xyzw: return "any components";
  }
  return {};
}

std::string source_text(SourceRule rule, const OpcodeInfo& row) {
  switch (rule) {
    case SourceRule::None: return "none";
    case SourceRule::Vector: return "any components";
    case SourceRule::Scalar: return "one component, for example .x";
    case SourceRule::Matrix: return fmt::format("{} registers in a row, a {}x{} matrix", row.rows, row.rows, row.cols);
    case SourceRule::Sampler: return "a sampler";
  }
  return {};
}

std::string opcode_entry(const OpcodeInfo& row) {
  std::string out = fmt::format("{}: opcode 0x{:02x}, in {} from AGAL {} on\n", row.text,
                                static_cast<unsigned>(row.opcode), programs_of(row.stage), row.min_version);
  out += status_text(row.status);
  if (!row.formula.empty()) base::append(out, "  {}\n", row.formula);
  base::append(out, "\n  destination d  {}\n  source a       {}\n  source b       {}\n", destination_text(row.dest),
               source_text(row.src1, row), source_text(row.src2, row));
  return out;
}

// -------------------------------------------------------------------------------------------------------- registers

std::string_view use_text(RegisterUse use) {
  switch (use) {
    case RegisterUse::None: return "does not exist";
    case RegisterUse::Read: return "is read";
    case RegisterUse::Write: return "is written";
    case RegisterUse::ReadWrite: return "is read and written";
    case RegisterUse::Sample: return "is sampled";
  }
  return {};
}

void append_counts(std::string& out, const RegisterInfo& row, Stage stage, std::optional<std::uint32_t> number) {
  const auto line = [&](const std::string& where, std::uint32_t count) {
    const std::string_view prefix = row.prefix(stage);
    std::string text = count == 0 ? "none" : fmt::format("{}", count);
    if (count > 1) base::append(text, ": {}0 to {}{}", prefix, prefix, count - 1);
    if (number && *number >= count) base::append(text, "; {}{} is out of range", prefix, *number);
    base::append(out, "    {:<20} {}\n", where, text);
  };
  for (const Limits& limits : version_limits_table)
    line(fmt::format("AGAL {}", limits.agal_version), limits.count(row.type, stage));
  for (const ProfileInfo& profile : profile_table)
    line(std::string(profile.name), profile.limits.count(row.type, stage));
}

std::string register_entry(std::string_view word, const NamedRegister& found) {
  const RegisterInfo& row = info(found.name.type);
  std::string out = fmt::format("{}: {}{}, in {}\n", word, row.noun,
                                found.number ? fmt::format(" {}", *found.number) : "", programs_of(found.name.stage));
  for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
    if (!covers(found.name.stage, stage) || row.use(stage) == RegisterUse::None) continue;
    base::append(out, "  {} program: {}; number of registers:\n", name(stage), use_text(row.use(stage)));
    append_counts(out, row, stage, found.number);
  }
  return out;
}

// ------------------------------------------------------------------------------- sampler options, targets, profiles

std::string sampler_option_entry(std::string_view word, const SamplerOptionInfo& option) {
  const SamplerFieldInfo& field = info(option.field);
  const std::string_view before = option.field == SamplerField::Dim ? "" : "2d, ";
  std::string out = fmt::format("{}: {} of a sampler, for example <{}{}>\n", word, field.noun, before, option.text);
  if (!option.alias.empty()) base::append(out, "  also written {}\n", word == option.text ? option.alias : option.text);
  if (!option.accepted) out += "  no player accepts it\n";
  base::append(out, "\n  value {} in bits {} to {} of the operand; other values:\n", option.value, field.bit,
               field.bit + field.width - 1);
  for (const SamplerOptionInfo& other : sampler_option_table)
    if (other.field == option.field && other.option != option.option)
      base::append(out, "    {}  {}\n", other.value, other.text);
  return out;
}

std::string target_entry(const TargetInfo& row) {
  return fmt::format("{}: output language, {}; its files end in {}\n", row.name, info(row.family).title, row.suffix);
}

std::string family_entry(const TargetFamilyInfo& family) {
  std::string out =
      fmt::format("{}: {}; as a target it stands for {}\n\n", family.name, family.title, info(family.target).name);
  for (const TargetInfo& row : target_table)
    if (row.family == family.family) base::append(out, "  {:<15} {}\n", row.name, row.suffix);
  return out;
}

std::string profile_entry(const ProfileInfo& profile) {
  std::string out =
      fmt::format("{}: a Context3D profile, AGAL {}, at most {} tokens and {} nested conditionals\n\n", profile.name,
                  profile.limits.agal_version, profile.limits.tokens, profile.limits.nesting);
  for (const RegisterInfo& row : register_table)
    for (const Stage stage : {Stage::Vertex, Stage::Fragment})
      if (row.use(stage) != RegisterUse::None)
        base::append(out, "  {:<4} {:>3}  {} of {}\n", row.prefix(stage), profile.limits.count(row.type, stage),
                     row.noun, programs_of(stage));
  return out;
}

std::string host_entry(const HostInfo& row) {
  const auto named = [](bool first, std::string_view a, std::string_view b) { return first ? a : b; };
  std::string out = fmt::format("{}: the host {}; as --host it sets\n\n", row.name, row.title);
  const auto line = [&](std::string_view what, std::string_view value) {
    base::append(out, "  {:<12} {}\n", what, value);
  };
  line("target", info(row.target).name);
  line("constants", named(row.constants == ConstantsMode::Plain, "plain", "ubo"));
  line("clip-z", named(row.clip_z == ClipZ::ZeroToOne, "zero-to-one", "negative-one-to-one"));
  line("names", named(row.names == UniformNames::Registers, "vc, fc, fs0", "vc0, fc0, sampler0, vcPositionScale"));
  line("domain", named(row.domain == Domain::Plain, "plain", "abs"));
  line("ifg", named(row.ifg == IfgMode::Greater, "gt", "ge"));
  if (!row.bindings.empty()) line("bind", row.bindings);
  for (std::string_view rest = row.options; !rest.empty();) {
    const std::string_view each = rest.substr(0, rest.find(' '));
    line(each.substr(0, each.find('=')), each.substr(each.find('=') + 1));
    rest.remove_prefix(std::min(each.size() + 1, rest.size()));
  }
  base::append(out, "\n  {}\n", row.takes);
  return out;
}

// ------------------------------------------------------------------------------------------- words of
// AGALMacroAssembler

struct MacroWord {
  std::string_view word, form, summary;
};
constexpr auto macro_words = std::to_array<MacroWord>({
#define AGAL_MACRO_WORD(word, form, summary) {word, form, summary},
#define AGAL_MACRO_FUNCTION(name, form, body) {name, form, body},
#include "agal/tables/macro_words.def"
});

std::string macro_word_entry(const MacroWord& row) {
  std::string out = fmt::format("{}: in text for AGALMacroAssembler (--dialect macro)\n\n  {}\n  {}\n", row.word,
                                row.form, row.summary);
  if (row.word != "macro") return out;
  out += "\n  the expressions of this language, and their instructions:\n";
#define AGAL_MACRO_EXPRESSION(form, first, second) \
  base::append(out, "    {:<13} {}{}{}\n", form, first, *second == '\0' ? "" : "; ", second);
#include "agal/tables/macro_words.def"
  return out;
}

struct Term {
  std::string_view word, explanation;
};
constexpr auto term_table = std::to_array<Term>({
#define AGAL_TERM(word, explanation) {word, explanation},
#include "explain/terms.def"
#undef AGAL_TERM
});

const Term* find_term(std::string_view word) {
  for (const Term& row : term_table)
    if (row.word == word || (word.size() == row.word.size() + 1 && word.back() == 's' && word.starts_with(row.word)))
      return &row;
  return nullptr;
}

// ------------------------------------------------------------------------------------------------- errors at run time

struct PlayerError {
  std::string_view number, meaning, cause;
};
constexpr auto player_error_table = std::to_array<PlayerError>({
#define AGAL_PLAYER_ERROR(number, meaning, cause) {#number, meaning, cause},
#include "explain/player_errors.def"
});

struct NeighborError {
  std::string_view number, subject;
};
constexpr auto neighbor_table = std::to_array<NeighborError>({
#define AGAL_PLAYER_ERROR(number, meaning, cause)
#define AGAL_NEIGHBOR(number, subject) {#number, subject},
#include "explain/player_errors.def"
});

// The range of the errors of Stage3D. Every number in it is a rule, an error above, or unused.
constexpr std::string_view first_player_error = "3600", last_player_error = "3899";

// Returns the number of an error in "Error #3692", "#3692", "AGAL3692" or "3692"; "" if the word is something else.
std::string_view number_in(std::string_view word) {
  const std::size_t digits = word.find_first_of("0123456789");
  if (digits == std::string_view::npos) return {};
  std::string prefix = base::without_punctuation(word.substr(0, digits));
  if (!prefix.empty() && prefix != "error" && prefix != "agal" && prefix != "#" && prefix != "error#") return {};
  while (!word.empty() && (word.back() == '.' || word.back() == ':')) word.remove_suffix(1);
  return word.substr(digits);
}

std::string player_error_entry(std::string_view number) {
  if (const RuleInfo* const rule = find_rule(number)) return explain(*rule);
  for (const PlayerError& row : player_error_table)
    if (row.number == number)
      return fmt::format(
          "Error #{} of the player: {}\n\n  usual cause  {}\n\nNo check of a program finds this error: it "
          "depends on calls of Stage3D, or on the device.\n",
          row.number, row.meaning, row.cause);
  for (const NeighborError& row : neighbor_table)
    if (row.number == number)
      return fmt::format("Error #{} of the player is about {}, not about Stage3D.\n", row.number, row.subject);
  const bool is_number = number.size() == 4 && number.find_first_not_of("0123456789") == std::string_view::npos;
  if (is_number && number >= first_player_error && number <= last_player_error)
    return fmt::format("Stage3D does not have an error #{}: the player does not use this number.\n", number);
  return {};
}

}  // namespace

std::string glossary_entry(std::string_view word) {
  for (const OpcodeInfo& row : opcode_table)
    if (row.text == word) return opcode_entry(row);
  if (const std::optional<NamedRegister> found = find_register_named(word)) return register_entry(word, *found);
  if (const SamplerOptionInfo* const option = find_sampler_option(word)) return sampler_option_entry(word, *option);
  if (const TargetInfo* const target = find_target(word)) return target_entry(*target);
  if (const TargetFamilyInfo* const family = find_target_family(word)) return family_entry(*family);
  if (const ProfileInfo* const profile = find_profile(word)) return profile_entry(*profile);
  if (const HostInfo* const host = find_host(word)) return host_entry(*host);
  for (const MacroWord& row : macro_words)
    if (row.word == word) return macro_word_entry(row);
  if (std::string entry = player_error_entry(number_in(word)); !entry.empty()) return entry;
  if (const Term* const term = find_term(word)) return fmt::format("{}: {}\n", term->word, term->explanation);
  return {};
}

std::vector<std::string_view> glossary_words() {
  std::vector<std::string_view> words;
  words.reserve(opcode_table.size() + register_names.size() + 2 * sampler_option_table.size());
  for (const OpcodeInfo& row : opcode_table) words.push_back(row.text);
  for (const RegisterName& row : register_names) words.push_back(row.text);
  for (const SamplerOptionInfo& row : sampler_option_table) {
    words.push_back(row.text);
    if (!row.alias.empty()) words.push_back(row.alias);
  }
  for (const TargetInfo& row : target_table) words.push_back(row.name);
  for (const TargetFamilyInfo& row : target_family_table)
    if (has_name_of_its_own(row)) words.push_back(row.name);
  for (const ProfileInfo& row : profile_table) words.push_back(row.name);
  for (const HostInfo& row : host_table) words.push_back(row.name);
  // Completions of shells list the words, and # begins a comment there.
  for (const MacroWord& row : macro_words)
    if (!row.word.starts_with('#')) words.push_back(row.word);
  for (const Term& row : term_table) words.push_back(row.word);
  return words;
}

}  // namespace agal
