// The names that the caller chooses for registers in the text (`OutputOptions::renames`).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agal/target.hpp"

namespace agal::target {

/// Registers that share a name: a single register, or consecutive constants of a stage.
struct NamedRegisters {
  RegisterType type = RegisterType::Constant;  // Attribute, Varying, Constant, Sampler or Output
  std::optional<Stage> stage;                  // unset for varyings, which belong to both stages
  std::uint32_t first = 0, count = 1;
  bool all = false;               // true for the array of all constants
  bool separate_sampler = false;  // true for the separate sampler of a texture instead of the texture
};

/// Parses the number in the name of a register: decimal digits without leading zeros, at most 65535. "fs00" is not fs0.
std::optional<std::uint32_t> register_number(std::string_view digits);

/// Finds the registers that a text names: "va0", "v3", "vc", "vc0", "vc0..3", "fs0", "fs0_sampler", "oc". Returns
/// nullopt for registers that cannot be renamed.
std::optional<NamedRegisters> find_named_registers(std::string_view text);

/// Constants that a text declares as one variable or one member.
struct ConstantPart {
  std::string name;
  std::uint32_t first = 0, count = 1;  // if the count is 1, it is a single register and not an array
  bool is_chosen = false;              // true if the caller chose the name
  bool operator==(const ConstantPart&) const = default;
};

/// All chosen names.
class Naming {
 public:
  /// Reads chosen names. Registers that cannot have a name are ignored.
  explicit Naming(std::span<const Rename> renames);
  Naming() = default;

  bool empty() const { return rows_.empty(); }
  /// Returns the chosen name of one register, or of its separate sampler; "" if no name was chosen.
  std::string_view find(RegisterType type, std::uint32_t number, Stage stage, bool separate_sampler = false) const {
    return empty() ? std::string_view() : find_chosen(type, number, stage, separate_sampler);
  }
  /// Returns the chosen name of the array of all constants; "" if no name was chosen.
  std::string_view constants(Stage stage) const;
  /// Splits the first `count` constants of a stage into parts with a name. Registers without a chosen name are in parts
  /// that are named after their first register. Returns no parts if none of the registers has a chosen name.
  std::vector<ConstantPart> parts(Stage stage, std::uint32_t count) const;

  struct Row {
    NamedRegisters registers;
    std::string name;
  };
  const std::vector<Row>& rows() const { return rows_; }

 private:
  std::string_view find_chosen(RegisterType type, std::uint32_t number, Stage stage, bool separate_sampler) const;

  std::vector<Row> rows_;
};

/// Returns the reason why registers cannot have their name even if it is the only one; "" if they can.
std::string why_not_alone(const Naming::Row& row, const OutputOptions& options);

/// Returns the reason why registers cannot have their name if others, called `registers`, have theirs; "" if they can.
std::string why_not_with(const Naming::Row& row, const Naming::Row& other, const std::string& registers);

}  // namespace agal::target
