// What mutated sources call in the place of operators and constants: tools/dev/mutate includes this before each of them.
// Without a mutant, or in a constant expression, each function gives what the source says.
#pragma once

#include <cstdint>
#include <type_traits>

namespace agal::mutants {

extern const std::uint32_t current;     // from AGAL_MUTANT; `none` if it is not set
extern std::uint8_t* const reached;     // by number: whether it was executed; nullptr without AGAL_MUTANT_REACHED
constexpr std::uint32_t none = 0;       // also the number of alternatives that are not in this build
constexpr std::uint32_t max = 1 << 16;  // numbers are below this

inline bool executes(std::uint32_t number) {
  if (reached != nullptr) reached[number] = 1;
  return number == current && number != none;
}

}  // namespace agal::mutants

/// Whether the mutant is the one that is executed.
constexpr bool agal_on(std::uint32_t number) {
  return std::is_constant_evaluated() ? false : agal::mutants::executes(number);
}

// An operator with two alternatives, each of which has a number. The constraint turns an alternative that the types do
// not have into an error at the call, where tools/dev/mutate finds it.
#define AGAL_MUTATED(name, original, first, second)                                   \
  template <class L, class R>                                                         \
  requires requires(const L& l, const R& r) { (original), (first), (second); }        \
  constexpr auto name(std::uint32_t one, std::uint32_t two, const L& l, const R& r) { \
    using Type = std::decay_t<decltype(original)>;                                    \
    return agal_on(one)   ? static_cast<Type>(first)                                  \
           : agal_on(two) ? static_cast<Type>(second)                                 \
                          : static_cast<Type>(original);                              \
  }
// clang-format off
AGAL_MUTATED(agal_less, (l) < (r), (l) <= (r), (l) >= (r))
AGAL_MUTATED(agal_less_equal, (l) <= (r), (l) < (r), (l) > (r))
AGAL_MUTATED(agal_greater, (l) > (r), (l) >= (r), (l) <= (r))
AGAL_MUTATED(agal_greater_equal, (l) >= (r), (l) > (r), (l) < (r))
AGAL_MUTATED(agal_equal, (l) == (r), (l) != (r), (l) != (r))
AGAL_MUTATED(agal_unequal, (l) != (r), (l) == (r), (l) == (r))
AGAL_MUTATED(agal_plus, (l) + (r), (l) - (r), (l) - (r))
AGAL_MUTATED(agal_minus, (l) - (r), (l) + (r), (r) - (l))
AGAL_MUTATED(agal_times, (l) * (r), (l) + (r), (l) + (r))
AGAL_MUTATED(agal_divided, (l) / (r), (l) * (r), (r) / (l))
AGAL_MUTATED(agal_modulo, (l) % (r), (l) / (r), (r) % (l))
AGAL_MUTATED(agal_shift_left, (l) << (r), (l) >> (r), (r) << (l))
AGAL_MUTATED(agal_shift_right, (l) >> (r), (l) << (r), (r) >> (l))
AGAL_MUTATED(agal_bit_and, (l) & (r), (l) | (r), (l) ^ (r))
AGAL_MUTATED(agal_bit_or, (l) | (r), (l) & (r), (l) ^ (r))
// clang-format on
#undef AGAL_MUTATED

/// One of two arguments of the same type: they change places.
template <class T, class U>
requires std::is_same_v<T, U>
constexpr T&& agal_either(std::uint32_t number, T&& one, U&& other) {
  return agal_on(number) ? static_cast<T&&>(other) : static_cast<T&&>(one);
}

/// A number as an element of a braced list, where a computed one would be narrowed.
template <class N>
struct AgalElement {
  N value;
  template <class T>
  requires std::is_arithmetic_v<T>
  constexpr operator T() const { return static_cast<T>(value); }
};
template <class N>
constexpr AgalElement<N> agal_element(std::uint32_t number, N value) {
  return {static_cast<N>(value + (agal_on(number) ? 1 : 0))};
}

/// A text, or none.
constexpr const char* agal_text(std::uint32_t number, const char* text) { return agal_on(number) ? "" : text; }
