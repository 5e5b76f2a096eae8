// Common parts of readers for the JSON inputs of the command: registers, numbers, and messages with a path in the file.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agal/interpret.hpp"

namespace agalc {

/// Reads parts of a file. All errors are collected. Each error has the path in the file.
class JsonReader {
 public:
  agal::Diagnostics diagnostics;

 protected:
  using json = nlohmann::json;

  /// `slug` is the rule for invalid content. Its arguments are a path and a message.
  JsonReader(const std::string& file, std::string_view slug) : file_(file), slug_(slug) {}

  void fault(const std::string& path, std::string_view message);
  void unknown_key(const std::string& path, const std::string& key, const std::vector<std::string_view>& known);
  bool is_object(const std::string& path, const json& value);

  std::optional<float> number(const std::string& path, const json& value);
  /// Reads one to four numbers. The other numbers are taken from `missing`.
  std::optional<agal::Float4> vector(const std::string& path, const json& value, const agal::Float4& missing);
  static bool is_list_of_lists(const json& value) { return value.is_array() && !value.empty() && value[0].is_array(); }
  std::optional<std::uint32_t> register_number(const std::string& path, const std::string& name,
                                               agal::RegisterType type, agal::Stage stage);
  /// Calls `read(path, stage, number, value)` for each register of this kind in the object of a key. If `stage` is
  /// unset, the first letter of a register determines the stage.
  template <class Read>
  void registers(const std::string& key, const json& object, agal::RegisterType type, std::optional<agal::Stage> stage,
                 Read&& read) {
    if (!is_object(key, object)) return;
    for (const auto& [name, value] : object.items()) {
      const std::string path = key + "." + name;
      const agal::Stage of_register =
          stage.value_or(name.starts_with('v') ? agal::Stage::Vertex : agal::Stage::Fragment);
      const std::optional<std::uint32_t> number = register_number(path, name, type, of_register);
      if (number) read(path, of_register, *number, value);
    }
  }
  /// Reads an object of constants. Each value is a register, or a list of consecutive registers.
  std::map<std::uint32_t, agal::Float4> constants(const std::string& where, const json& object, agal::Stage stage);
  /// Reads one entry of an object of constants.
  void add_constants(const std::string& path, std::uint32_t first, const json& value,
                     std::map<std::uint32_t, agal::Float4>& list);
  /// Reads a list of sampler options.
  std::optional<agal::SamplerOperand> state(const std::string& path, const json& list);

  const std::string& file() const { return file_; }

 private:
  const std::string& file_;
  std::string_view slug_;
};

}  // namespace agalc
