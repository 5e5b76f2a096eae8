#include "target/naming.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "agal/limits.hpp"
#include "agal/operands.hpp"
#include "base/sort.hpp"
#include "target/bindings.hpp"
#include "target/names.hpp"

namespace agal::target {
namespace {

bool can_be_named(RegisterType type, std::optional<Stage> stage) {
  using enum RegisterType;
  if (type == Output) return stage == Stage::Fragment;
  return type == Attribute || type == Varying || type == Constant || type == Sampler;
}

}  // namespace

std::optional<std::uint32_t> register_number(std::string_view digits) {
  constexpr std::uint32_t max = 0xffff;
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool is_whole = error == std::errc() && end == digits.data() + digits.size();
  const bool has_leading_zeros = digits.size() > 1 && digits.front() == '0';
  return is_whole && !has_leading_zeros && number <= max ? std::optional<std::uint32_t>(number) : std::nullopt;
}

std::optional<NamedRegisters> find_named_registers(std::string_view text) {
  NamedRegisters out;
  out.separate_sampler = is_separate_sampler(text);
  if (out.separate_sampler) text.remove_suffix(separate_sampler_suffix.size());
  const std::size_t dots = text.find("..");
  const std::string_view first = text.substr(0, dots);
  const auto found = find_register_named(first);
  if (!found || found->number.value_or(0) >= translatable_registers) return std::nullopt;
  if (found->number && !register_number(first.substr(first.find_first_of("0123456789")))) return std::nullopt;
  out.type = found->name.type;
  if (out.type != RegisterType::Varying) out.stage = found->name.stage;
  out.first = found->number.value_or(0);
  if (!can_be_named(out.type, out.stage) || (out.separate_sampler && out.type != RegisterType::Sampler))
    return std::nullopt;
  const bool is_constant = out.type == RegisterType::Constant;
  out.all = is_constant && !found->number;
  if (!found->number && !is_constant && info(out.type).numbered) return std::nullopt;
  if (dots == text.npos) return out;
  const std::optional<std::uint32_t> last = register_number(text.substr(dots + 2));
  if (!is_constant || out.all || !last || *last < out.first || *last >= translatable_registers) return std::nullopt;
  out.count = *last - out.first + 1;
  return out;
}

Naming::Naming(std::span<const Rename> renames) {
  for (const Rename& rename : renames)
    if (const auto registers = find_named_registers(rename.registers)) rows_.push_back({*registers, rename.name});
}

std::string_view Naming::find_chosen(RegisterType type, std::uint32_t number, Stage stage,
                                     bool separate_sampler) const {
  for (const Row& row : rows_) {
    const NamedRegisters& registers = row.registers;
    if (registers.type == type && registers.first == number && registers.stage.value_or(stage) == stage &&
        registers.separate_sampler == separate_sampler && !registers.all)
      return row.name;
  }
  return {};
}

std::string_view Naming::constants(Stage stage) const {
  for (const Row& row : rows_)
    if (row.registers.all && row.registers.stage == stage) return row.name;
  return {};
}

std::vector<ConstantPart> Naming::parts(Stage stage, std::uint32_t count) const {
  std::vector<ConstantPart> named;
  for (const Row& row : rows_) {
    const NamedRegisters& registers = row.registers;
    if (registers.type == RegisterType::Constant && !registers.all && registers.stage == stage &&
        registers.first < count)
      named.push_back({row.name, registers.first, std::min(registers.count, count - registers.first), true});
  }
  if (named.empty()) return named;
  base::sort(named, [](const ConstantPart& a, const ConstantPart& b) { return a.first < b.first; });
  std::vector<ConstantPart> out;
  std::uint32_t next = 0;
  const auto fill_to = [&](std::uint32_t end) {
    if (next < end) out.push_back({register_name(RegisterType::Constant, next, stage), next, end - next, false});
  };
  for (ConstantPart& part : named) {
    fill_to(part.first);
    next = std::max(next, part.first + part.count);
    out.push_back(std::move(part));
  }
  fill_to(count);
  return out;
}

std::string why_not_alone(const Naming::Row& row, const OutputOptions& options) {
  const std::string& name = row.name;
  const RegisterType type = row.registers.type;
  if (std::string reason = why_not_free(name); !reason.empty()) return reason;
  const bool is_output = type == RegisterType::Varying || type == RegisterType::Output;
  if (is_output && (name == "position" || name == "depth")) return "WGSL text has an output of that name";
  const bool is_uniform = type == RegisterType::Constant || type == RegisterType::Sampler;
  if (is_uniform && options.host && is_uniform_of_host(*options.host, name))
    return "the engine sets the uniform of that name";
  for (const std::string* const entry : {&options.entry_points.vertex, &options.entry_points.fragment})
    if (name == *entry || name == "vertex_" + *entry || name == "fragment_" + *entry)
      return "it is the name of an entry point";
  return {};
}

std::string why_not_with(const Naming::Row& row, const Naming::Row& other, const std::string& registers) {
  const auto is_sampler_of = [](const std::string& name, const Naming::Row& texture) {
    return texture.registers.type == RegisterType::Sampler && !texture.registers.separate_sampler &&
           name == texture.name + std::string(separate_sampler_suffix);
  };
  if (row.name == other.name) return fmt::format("{} has this name", registers);
  if (is_sampler_of(row.name, other)) return fmt::format("the sampler of {} has this name", registers);
  if (is_sampler_of(other.name, row)) return fmt::format("{} has the name of its sampler", registers);
  const NamedRegisters &a = row.registers, &b = other.registers;
  const bool same_kind =
      a.type == b.type && a.stage == b.stage && a.separate_sampler == b.separate_sampler && a.all == b.all;
  if (same_kind && a.first < b.first + b.count && b.first < a.first + a.count)
    return fmt::format("{} has another name", registers);
  return {};
}

}  // namespace agal::target
