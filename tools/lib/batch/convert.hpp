// Converts one program to all requested products: a shader for each target, and the reflection.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "agal/games/extract.hpp"
#include "agal/lint.hpp"
#include "manifest/record.hpp"

namespace agal::batch {

using manifest::disassembly_suffix;
using manifest::NotExpressible;
using manifest::ProofAnswer;
using manifest::Status;

/// The products to write for each program.
struct Emit {
  std::vector<Target> targets;  // ascending, each once
  // The reflection of the first target that can express the program, or of `spv` if `targets` is empty.
  bool reflect = false;
};

/// A product's name for --emit, and the suffix of its file, which follows the stem (names.hpp).
struct ProductName {
  std::string_view name, suffix;
};
inline constexpr ProductName reflect_product{"reflect", ".reflect.json"};

/// Returns all products of `emit`, in the order of Conversion::products.
std::vector<ProductName> product_names(const Emit& emit);

struct ConvertOptions {
  Emit emit;
  CompileOptions compile;         // `compile.target` and `compile.reflect` are ignored
  LintOptions lint{.rules = {}};  // the lints that check accepted programs
  bool warnings_are_errors = false;
  bool prove = false;  // prove each product whose target can be converted back to SPIR-V
};

struct Product {
  std::string name;  // the name in --emit
  std::string bytes;
};

/// The result for a program. It depends only on the program and the options. It does not depend on the program's name,
/// except in debug information: the diagnostics do not contain a file.
struct Conversion {
  Status status = Status::Accepted;  // or Rejected
  std::string disassembly;
  std::vector<Product> products;  // ordered like `product_names`, without failed products
  std::vector<NotExpressible> not_expressible;
  std::vector<ProofAnswer> proofs;  // answers for the products that were checked; empty without `prove`
  Diagnostics diagnostics;
};

/// Compiles the program for each target. Messages of the common steps are reported once. An error that concerns all
/// targets rejects the program, and so does a difference that a proof finds. A rejected program does not have products.
Conversion convert(const Program& program, const ConvertOptions& options);

}  // namespace agal::batch
