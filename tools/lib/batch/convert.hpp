// Converts one program to all requested products.
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
using manifest::ProofAnswer;
using manifest::Status;

/// The products of each program.
struct Emit {
  std::vector<Target> targets;  // ascending, each once
  bool reflect = false;         // for the first target that can express the program, or for `spv` if there is none
};

/// A name for --emit, and the suffix that is appended to the stem of a file name.
struct ProductName {
  std::string_view name, suffix;
};
inline constexpr ProductName reflect_product{"reflect", ".reflect.json"};

/// All products of `emit`, in the order of Conversion::products.
std::vector<ProductName> product_names(const Emit& emit);

struct ConvertOptions {
  Emit emit;
  CompileOptions compile;         // its target and `reflect` are ignored
  LintOptions lint{.rules = {}};  // for programs that are not rejected
  bool warnings_are_errors = false;
  bool prove = false;  // each product whose target has a way back to SPIR-V
};

struct Product {
  std::string name;  // as for --emit
  std::string bytes;
};

/// The result for a program. It depends only on the program and the options, not on the name of the program: the
/// diagnostics do not contain a file.
struct Conversion {
  Status status = Status::Accepted;  // or Rejected
  std::string disassembly;
  std::vector<Product> products;  // in the order of `product_names`, without those that failed
  std::vector<NotExpressible> not_expressible;
  std::vector<ProofAnswer> proofs;  // with `prove`, of products that are proved or are not
  Diagnostics diagnostics;
};

/// Compiles the program for each target. Messages of the common steps are reported once. An error that does not only
/// concern a target rejects the program: then there is no product. Nor is there one if a proof finds a difference.
Conversion convert(const Program& program, const ConvertOptions& options);

}  // namespace agal::batch
