// One program to everything that was asked for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "agal/extract.hpp"
#include "agal/lint.hpp"
#include "manifest/record.hpp"

namespace agal::batch {

using manifest::disassembly_suffix;
using manifest::NotExpressible;
using manifest::Status;

/// What is made of each program.
struct Emit {
  std::vector<Target> targets;  // ascending, each once
  bool reflect = false;         // of the first target that can express the program, or of `spv` if there is none
};

/// A name as --emit takes it, and what is appended to a stem to name the file.
struct ProductName {
  std::string_view name, suffix;
};
inline constexpr ProductName reflect_product{"reflect", ".reflect.json"};

/// All products of `emit`, in the order in which a conversion has them.
std::vector<ProductName> product_names(const Emit& emit);

struct ConvertOptions {
  Emit emit;
  CompileOptions compile;         // its target and `reflect` are not looked at
  LintOptions lint{.rules = {}};  // of what is not rejected
  bool warnings_are_errors = false;
};

struct Product {
  std::string name;  // as --emit takes it
  std::string bytes;
};

/// What became of a program. It depends on the program and the options alone, not on what the program is called: the
/// diagnostics name no file.
struct Conversion {
  Status status = Status::Accepted;  // or Rejected
  std::string disassembly;
  std::vector<Product> products;  // in the order of `product_names`; those that could be made
  std::vector<NotExpressible> not_expressible;
  Diagnostics diagnostics;
};

/// Compiles the program for each target. What was found before the targets part is said once. The first error that is
/// not a target's own rejects the program: then there is no product.
Conversion convert(const Program& program, const ConvertOptions& options);

}  // namespace agal::batch
