// Decodes the instructions of a method and analyzes its control flow: branch targets, loops, and the last reads of
// locals.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "avm2/abc.hpp"
#include "avm2/instructions.hpp"
#include "avm2/keys.hpp"

namespace agal::avm2 {

/// The number of locals that are followed.
inline constexpr std::size_t max_locals = 256;
/// The name of a local that has several names.
inline constexpr std::uint32_t several_names = 0xffff'ffffu;

struct Instruction {
  Opcode code = Opcode::nop;
  std::size_t begin = 0, end = 0;
  /// The operands. `hasnext2` has two locals in `index` and `second`. `debug` has a kind in `index`, a local in `count`
  /// and a name in `second`.
  std::uint32_t index = 0, count = 0, second = 0;
  std::uint8_t name_pops = 0;
  std::vector<std::size_t> targets;  // the targets of a branch; for a switch, the default and then the cases

  const InstructionInfo& info() const { return avm2::info(code); }
  /// Returns the local that the instruction reads or writes. Special instructions encode the first four locals.
  std::uint32_t local() const {
    return info().operands == Operands::Index ? index : static_cast<std::uint32_t>(code) & 3u;
  }
  /// Returns true if the next instruction in the code is not executed after this one.
  bool is_end() const;
  bool is_named() const { return info().operands == Operands::Name || info().operands == Operands::NameCount; }
  /// Returns true if the code computes the name of the property.
  bool is_keyed(const Abc& abc) const { return name_pops > 0 && abc.name_string(index) == 0; }
  /// Returns true if the instruction converts objects to texts or numbers, as it does when it compares them.
  bool converts(const Abc& abc) const;
  /// Returns the number of values that the instruction pops.
  std::size_t popped() const;
};

/// Decodes the instruction at a position in the code of a file. Indices in the operands are converted from the file's
/// lists to the common lists of `abc`. Returns nullopt if the code is invalid.
std::optional<Instruction> read_instruction(const Abc& abc, Bytes code, std::size_t at, std::uint32_t file = 0);
inline std::optional<Instruction> read_instruction(const Abc& abc, const MethodBody& body, std::size_t at) {
  return read_instruction(abc, body.code, at, body.file);
}

/// The code from the target of a backward branch to the end of the branch. It is a loop, or the cases of a `switch`
/// that precede their conditions.
struct Loop {
  std::size_t begin = 0, end = 0;
  std::vector<std::uint32_t> locals;  // locals that the loop writes
  std::vector<std::uint32_t> names;   // the names of stored properties and called methods, and stored slots
  std::size_t last = 0;               // the position of the backward branch
  bool repeats = false;               // true if the branch can be reached from its target
  /// The locals that the loop writes and uses in other ways than for counting, conditions and indices. Empty if the
  /// loop does not push strings.
  std::vector<std::uint32_t> in_texts;
  bool contains(std::size_t at) const { return at >= begin && at < end; }
};

struct ControlFlow {
  std::vector<bool> is_target;         // true for each position that is the target of a branch
  std::vector<Loop> loops;             // sorted by `end`
  std::vector<std::size_t> last_read;  // the end of the last read of each local
  bool has_tracked = false;            // true if the code pushes a tracked string
  bool calls_values = false;           // true if the code calls a function that is a value
  bool constructs_values = false;      // true if the code constructs an object of a class that is a value
  bool converts = false;               // true if the code converts values to texts or numbers, or compares them
  bool iterates = false;               // true if the code iterates over the properties of an object
  // Strings of the pool:
  std::vector<std::uint32_t> pushed;  // strings that the code pushes
  std::vector<std::uint32_t> read;    // the names of properties that it reads, sorted
  std::vector<std::uint32_t> stored;  // the names of properties that it stores
  std::vector<std::uint32_t> made;    // the names of properties of the objects that it makes with their values
  std::vector<std::uint32_t> stored_elsewhere;  // the names that it stores in other objects than `this`
  std::vector<std::uint32_t> outer_slots;       // slots that it stores, if it uses variables of outer functions by slot
  std::vector<std::uint32_t> takes_self;        // the names of methods that it calls with `this` as an argument
  std::vector<std::uint32_t> hidden;            // names that may be private or protected
  std::vector<std::uint32_t> called;            // the names of methods that it calls and of classes that it constructs
  std::vector<std::uint32_t> local_names;  // the names of locals, in code that was compiled for debugging; 0: unknown
  std::vector<std::uint32_t> functions;    // the functions that the code makes, as methods
  std::vector<std::uint32_t> slot_names;   // the names of variables that functions share with the code, by slot
  // Accesses to properties whose names are computed:
  std::vector<std::pair<std::size_t, KeyKind>> keys;  // sorted by position, without accesses to items of lists
  struct ByKey {
    KeyKind stores = KeyKind::Item, reads = KeyKind::Item, calls = KeyKind::Item;
  } by_key;  // the most that they may touch

  /// Returns true if no loop was left out because there are too many.
  bool has_all_loops() const;
  /// Returns the name of the variable in a slot; 0 if it does not have one.
  std::uint32_t variable(std::uint32_t slot) const { return slot < slot_names.size() ? slot_names[slot] : 0; }
  /// Returns true if functions share a variable with this name.
  bool has_variable(std::uint32_t name) const;
  /// Returns what the access by key at a position may touch.
  KeyKind key_at(std::size_t at) const;
};

/// Analyzes a method. `tracked` is true for each string of the pool that looks like assembly.
ControlFlow read_control_flow(const Abc& abc, const MethodBody& body, const std::vector<bool>& tracked);

/// The code of a movie: `tracked` is true for each string of the pool that looks like assembly.
struct MovieCode {
  MovieCode(const Abc& movie, const std::vector<bool>& strings);

  const Abc& abc;
  const std::vector<bool>& tracked;
  std::vector<ControlFlow> control_flow{};  // the control flow of each body
};

}  // namespace agal::avm2
