#include "exec/variants.hpp"

namespace agal::exec {
namespace {

template <class Change>
Semantics with(Change change) {
  Semantics semantics;
  change(semantics);
  return semantics;
}

constexpr std::string_view relative_text =
    "//! agal 1 vertex\nmov vt0, va0\nmov vt1, vc[vt0.x+4]\nadd vt1, vt1, vc[vt0.y]\nmov op, vt1\n";

}  // namespace

const std::vector<Variant>& semantics_variants() {
  static const std::vector<Variant> variants{
      {"--ifg=ge", with([](Semantics& s) { s.ifg = IfgMode::GreaterEqual; }),
       "//! agal 2 fragment\n"
       "sge ft0, v0, fc0\nsge ft1, v0, fc1\nmov ft2, fc2\nifg ft0.x, ft1.x\nmov ft2, v0\neif\nmov oc, ft2\n"},
      {"--domain=abs", with([](Semantics& s) { s.domain = Domain::Abs; }),
       "//! agal 1 fragment\n"
       "sat ft0, v0\nsub ft0, ft0, fc0\nsqt ft1.x, ft0.x\nrsq ft1.y, ft0.y\nlog ft1.z, ft0.z\n"
       "pow ft1.w, ft0.w, fc1.w\nmov oc, ft1\n"},
      {"--nrm-zero=zero", with([](Semantics& s) { s.normalize_zero = NormalizeZero::Zero; }),
       "//! agal 1 fragment\n"
       "sge ft0, v0, fc0\nnrm ft0.xyz, ft0.xyz\nmov oc, ft0\n"},
      {"--index=round", with([](Semantics& s) { s.index_conversion = IndexConversion::Round; }), relative_text},
      {"--index=floor", with([](Semantics& s) { s.index_conversion = IndexConversion::Floor; }), relative_text},
      {"--indirect-offset=signed", with([](Semantics& s) { s.offset_sign = OffsetSign::Signed; }),
       "//! agal 3 vertex\n"
       "mov vt0, va0\nmul vt0.x, vt0.x, vc0.x\nmov vt1, vc[vt0.x+200]\nmov op, vt1\n"},
      {"--unwritten=undefined", with([](Semantics& s) { s.unwritten = Unwritten::Undefined; }),
       "//! agal 1 fragment\n"
       "mov ft0.x, v0\nadd ft0, ft0, v0\nmov oc, ft0\n"},
      {"--allow-reserved",
       {},
       "//! agal 2 fragment\n"
       "sgn ft0, v0\nadd oc, ft0, fc0\n",
       true},
  };
  return variants;
}

}  // namespace agal::exec
