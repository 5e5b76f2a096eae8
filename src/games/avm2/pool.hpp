// Builds the constant pool of an ABC file.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.hpp"

namespace agal::avm2 {

enum class NamespaceKind : std::uint8_t { Private = 0x05, Package = 0x16 };

/// A constant pool. Each function adds an entry if it is new, and returns its index.
class ConstantPool {
 public:
  std::uint32_t string(std::string_view text);
  std::uint32_t integer(std::int32_t value);
  std::uint32_t name_space(NamespaceKind kind, std::string_view package);
  /// Adds a set with one namespace.
  std::uint32_t name_space_set(std::uint32_t name_space);
  std::uint32_t name(std::uint32_t name_space, std::string_view text);
  /// Adds a name whose text is on the stack at run time. `name_space_set` is 0 if it has no set of namespaces.
  std::uint32_t late_name(std::uint32_t name_space_set);

  void write(base::ByteVector& out) const;

 private:
  using Name = std::pair<std::uint32_t, std::uint32_t>;  // namespace and string; late names: namespace set and 0

  std::vector<std::int32_t> integers_;
  std::vector<std::string> strings_;
  std::map<std::string, std::uint32_t, std::less<>> string_numbers_;
  std::vector<std::pair<NamespaceKind, std::uint32_t>> namespaces_;  // kind, string
  std::vector<std::uint32_t> sets_;
  std::vector<Name> names_;
};

}  // namespace agal::avm2
