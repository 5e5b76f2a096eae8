#include "c/address_set.hpp"

#include <cstdint>
#include <utility>

namespace agal::c {

// The slot where the search for the address begins.
std::size_t AddressSet::home(const void* address) const {
  const std::uint64_t hash = reinterpret_cast<std::uintptr_t>(address) * 0x9e37'79b9'7f4a'7c15ull;
  return static_cast<std::size_t>(hash >> 32) & (slots_.size() - 1);
}

// The slot of the address, or the free slot where it would be. There is at least one free slot.
std::size_t AddressSet::place(const void* address) const {
  std::size_t slot = home(address);
  while (slots_[slot] != nullptr && slots_[slot] != address) slot = next(slot);
  return slot;
}

bool AddressSet::contains(const void* address) const {
  return address != nullptr && !slots_.empty() && slots_[place(address)] == address;
}

void AddressSet::add(const void* address) {
  if (2 * (used_ + 1) > slots_.size()) grow();
  slots_[place(address)] = address;
  ++used_;
}

void AddressSet::grow() {
  constexpr std::size_t min_slots = 16;
  const std::vector<const void*> old =
      std::exchange(slots_, std::vector<const void*>(slots_.empty() ? min_slots : 2 * slots_.size()));
  for (const void* address : old)
    if (address != nullptr) slots_[place(address)] = address;
}

bool AddressSet::remove(const void* address) {
  if (!contains(address)) return false;
  std::size_t free = place(address);
  --used_;
  // Addresses behind the free slot that are not found without it move there.
  for (std::size_t slot = next(free); slots_[slot] != nullptr; slot = next(slot)) {
    const std::size_t mask = slots_.size() - 1;
    const std::size_t from_home = (slot - home(slots_[slot])) & mask;
    if (from_home >= ((slot - free) & mask)) slots_[std::exchange(free, slot)] = slots_[slot];
  }
  slots_[free] = nullptr;
  return true;
}

}  // namespace agal::c
