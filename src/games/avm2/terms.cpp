#include "avm2/terms.hpp"

namespace agal::avm2 {
namespace {

// Combines the members of a term.
template <class... Members>
std::size_t hash_of(Members... members) {
  constexpr std::uint64_t factor = 0x9e37'79b9'7f4a'7c15;
  std::uint64_t hash = 0;
  ((hash = (hash ^ static_cast<std::uint64_t>(members)) * factor, hash ^= hash >> 32), ...);
  return static_cast<std::size_t>(hash);
}

struct MembersHash {
  std::size_t operator()(const Unknown& one) const { return hash_of(one.source, one.where, one.parameter); }
  std::size_t operator()(const Argument& one) const { return hash_of(one.number, one.name); }
  std::size_t operator()(const Property& one) const { return hash_of(one.object, one.name, one.since); }
  std::size_t operator()(const Slot& one) const { return hash_of(one.object, one.number); }
  std::size_t operator()(const CallResult& one) const {
    return hash_of(one.at, one.name, one.method, one.object, one.turn);
  }
  std::size_t operator()(const Widened& one) const { return hash_of(one.loop, one.variable, one.before); }
  std::size_t operator()(const Operation& one) const { return hash_of(one.code, one.left, one.right); }
  std::size_t operator()(const Null&) const { return 0; }
  std::size_t operator()(const Boolean& one) const { return hash_of(one.truth); }
  std::size_t operator()(const Integer& one) const { return hash_of(one.number); }
  std::size_t operator()(const String& one) const { return hash_of(one.index); }
  std::size_t operator()(const Concatenation& one) const { return hash_of(one.left, one.right); }
  std::size_t operator()(const Template& one) const { return hash_of(one.text, one.hole); }
  std::size_t operator()(const Altered& one) const { return hash_of(one.text, one.by); }
  std::size_t operator()(const List& one) const { return hash_of(one.front, one.last); }
  std::size_t operator()(const Choice& one) const { return hash_of(one.number); }
  std::size_t operator()(const Pattern& one) const { return hash_of(one.text, one.everywhere, one.is_literal); }
  std::size_t operator()(const ClassObject& one) const { return hash_of(one.name); }
  std::size_t operator()(const Array& one) const { return hash_of(one.number); }
};

}  // namespace

std::size_t TermHash::operator()(const Term& term) const {
  return hash_of(term.index(), std::visit(MembersHash(), term));
}

}  // namespace agal::avm2
