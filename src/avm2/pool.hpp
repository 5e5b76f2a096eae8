// The constant pool of an ABC file that is written.
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

/// Each function returns an index in the pool, without duplicates.
class ConstantPool {
 public:
  std::uint32_t string(std::string_view text);
  std::uint32_t integer(std::int32_t value);
  std::uint32_t name_space(NamespaceKind kind, std::string_view package);
  /// A set with one namespace.
  std::uint32_t name_space_set(std::uint32_t name_space);
  std::uint32_t name(std::uint32_t name_space, std::string_view text);
  /// A name that is taken from the stack, in a set of namespaces; 0: in none.
  std::uint32_t late_name(std::uint32_t name_space_set);

  void write(base::ByteVector& out) const;

 private:
  using Name = std::pair<std::uint32_t, std::uint32_t>;  // namespace, string; a late name: its set, 0

  std::vector<std::int32_t> integers_;
  std::vector<std::string> strings_;
  std::map<std::string, std::uint32_t, std::less<>> string_numbers_;
  std::vector<std::pair<NamespaceKind, std::uint32_t>> namespaces_;  // kind, string
  std::vector<std::uint32_t> sets_;
  std::vector<Name> names_;
};

}  // namespace agal::avm2
