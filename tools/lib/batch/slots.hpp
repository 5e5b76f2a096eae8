// Limits the number of threads that work at a time, where others wait for a network.
#pragma once

#include <semaphore>
#include <utility>

namespace agal::batch {

class Slots {
 public:
  explicit Slots(unsigned count) : free_(static_cast<std::ptrdiff_t>(count)) {}

 private:
  friend class Slot;
  std::counting_semaphore<> free_;
};

/// The right to work, during the lifetime of this. Null `slots`: without a limit.
class Slot {
 public:
  explicit Slot(Slots* slots) : slots_(slots) {
    if (slots_ != nullptr) slots_->free_.acquire();
  }
  ~Slot() {
    if (slots_ != nullptr) slots_->free_.release();
  }
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;

  /// Calls `wait`, and lets another thread work meanwhile.
  template <class Wait>
  auto while_waiting(const Wait& wait) {
    if (slots_ != nullptr) slots_->free_.release();
    auto result = wait();
    if (slots_ != nullptr) slots_->free_.acquire();
    return result;
  }

 private:
  Slots* slots_;
};

}  // namespace agal::batch
