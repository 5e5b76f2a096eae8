// Sorts lists where the size of the code matters more than its speed.
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>

namespace agal::base {

/// Sorts like std::sort, for lists that are short or rarely sorted. Each call of std::sort for another type or order
/// adds at least 5 KB of WebAssembly, and a heap sort adds far less.
template <class Range, class Less = std::less<>>
void sort(Range& range, Less less = {}) {
  std::make_heap(std::begin(range), std::end(range), less);
  std::sort_heap(std::begin(range), std::end(range), less);
}

}  // namespace agal::base
