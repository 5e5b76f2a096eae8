// Programs that are branches and little else: what tests and benchmarks of many branches run over.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace agal::test {

struct BranchShape {
  std::string_view name;
  std::string_view piece;  // repeated
  std::string_view end;    // for what nests: repeated after all pieces
};

/// Flat: one branch behind the other. Nested: one inside the other. In each shape a `kil` or an `if` has work of its
/// own, so that no pass can take it away.
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

/// A fragment program of AGAL 4 as text: the shape with as many whole pieces as fit into `tokens`, at least one.
std::string branch_program(const BranchShape& shape, std::uint32_t tokens);

}  // namespace agal::test
