// Generates programs that consist mostly of branches, for tests and benchmarks.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace agal::test {

struct BranchShape {
  std::string_view name;
  std::string_view piece;  // the repeated piece
  std::string_view end;    // repeated after all pieces, in nested shapes
};

/// The shapes. Flat: consecutive branches. Nested: branches inside each other. Each `kil` or `if` has an effect, so
/// that passes cannot remove it.
inline constexpr auto branch_shapes = std::to_array<BranchShape>({
    {"kills", "kil v0.x\nkil ft0.y\nkil ft0.z\nkil ft0.w\nsub ft0, ft0, fc0\n", ""},
    {"ifs", "ifg ft0.x, v1.y\nmul ft0, ft0, fc0\neif\n", ""},
    {"ifs with els", "ifg ft0.x, v1.y\nmul ft0, ft0, fc0\nels\nadd ft0, ft0, fc1\neif\n", ""},
    {"kills in ifs", "ifg ft0.x, v1.y\nkil ft0.z\neif\nsub ft0, ft0, fc0\n", ""},
    {"kills in ifs with els", "ifg ft0.x, v1.y\nkil ft0.z\nels\nkil ft0.w\neif\nsub ft0, ft0, fc0\n", ""},
    {"nested ifs", "ifg ft0.x, v1.y\nmul ft0, ft0, fc0\n", "eif\n"},
    {"nested ifs with els", "ifg ft0.x, v1.y\nmul ft0, ft0, fc0\n", "els\nadd ft0, ft0, fc1\neif\n"},
    {"nested kills in ifs", "ifg ft0.x, v1.y\nkil ft0.z\nsub ft0, ft0, fc0\n", "eif\n"},
});

/// Returns a fragment program of AGAL 4 as text, with as many pieces of the shape as fit into `tokens`, at least one.
std::string branch_program(const BranchShape& shape, std::uint32_t tokens);

/// Returns the number of structured branches (OpSelectionMerge) in a SPIR-V module.
std::uint32_t branches_in(std::span<const std::uint32_t> words);

}  // namespace agal::test
