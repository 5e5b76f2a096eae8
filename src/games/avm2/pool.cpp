#include "avm2/pool.hpp"

#include <algorithm>

namespace agal::avm2 {
namespace {

using base::put_sized_text;
using base::put_u8;
using base::put_variable;

constexpr std::uint8_t qualified_name = 0x07, late_multiname = 0x1b;

// Indices begin at 1.
template <class T>
std::uint32_t index_in(std::vector<T>& list, const T& value) {
  auto known = std::find(list.begin(), list.end(), value);
  if (known == list.end()) known = list.insert(list.end(), value);
  return static_cast<std::uint32_t>(known - list.begin() + 1);
}

// The size of a list counts the element 0, which is not stored, but an empty list has the size 0.
template <class T, class Put>
void put_list(base::ByteVector& out, const std::vector<T>& list, const Put& put) {
  put_variable(out, list.empty() ? 0 : static_cast<std::uint32_t>(list.size() + 1));
  for (const T& value : list) put(value);
}

}  // namespace

std::uint32_t ConstantPool::string(std::string_view text) {
  if (const auto known = string_numbers_.find(text); known != string_numbers_.end()) return known->second;
  strings_.emplace_back(text);
  const auto number = static_cast<std::uint32_t>(strings_.size());
  string_numbers_.emplace(text, number);
  return number;
}

std::uint32_t ConstantPool::integer(std::int32_t value) { return index_in(integers_, value); }

std::uint32_t ConstantPool::name_space(NamespaceKind kind, std::string_view package) {
  return index_in(namespaces_, {kind, string(package)});
}

std::uint32_t ConstantPool::name_space_set(std::uint32_t name_space) { return index_in(sets_, name_space); }

std::uint32_t ConstantPool::name(std::uint32_t name_space, std::string_view text) {
  return index_in(names_, {name_space, string(text)});
}

std::uint32_t ConstantPool::late_name(std::uint32_t name_space_set) { return index_in(names_, {name_space_set, 0}); }

void ConstantPool::write(base::ByteVector& out) const {
  put_list(out, integers_, [&](std::int32_t value) { put_variable(out, static_cast<std::uint32_t>(value)); });
  put_variable(out, 0);  // unsigned integers
  put_variable(out, 0);  // numbers
  put_list(out, strings_, [&](const std::string& text) { put_sized_text(out, text); });
  put_list(out, namespaces_, [&](const auto& row) {
    put_u8(out, static_cast<std::uint8_t>(row.first));
    put_variable(out, row.second);
  });
  put_list(out, sets_, [&](std::uint32_t name_space) {
    put_variable(out, 1);
    put_variable(out, name_space);
  });
  put_list(out, names_, [&](const Name& row) {
    put_u8(out, row.second == 0 ? late_multiname : qualified_name);
    put_variable(out, row.first);
    if (row.second != 0) put_variable(out, row.second);
  });
}

}  // namespace agal::avm2
