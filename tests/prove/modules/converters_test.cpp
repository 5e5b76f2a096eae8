// Converts both corpora (support/corpus.hpp) with the AGAL converters of OpenFL and AwayJS, and checks the tables in
// docs/data/converters.md.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "agal/isa.hpp"
#include "converters.hpp"
#include "front_end.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"
#include "support/golden.hpp"
#include "support/lowering.hpp"

namespace agal::test {
namespace {

// ------------------------------------------------------------------------------------- known differences

template <class Has>
bool any_token(const Program& program, Has&& has) {
  return std::any_of(program.instructions.begin(), program.instructions.end(), has);
}

bool has_bias(const Program& program, std::string_view) {
  return any_token(program, [](const Instruction& t) { return t.samples() && t.sampler().bias() != 0; });
}

bool fetches_single(const Program& program, std::string_view) {
  return any_token(program, [](const Instruction& t) { return t.samples() && t.sampler().has(SamplerOption::Single); });
}

// A constant array may be shorter than the registers of AGAL. GLSL leaves reads beyond its end undefined.
bool says_array(const Program&, std::string_view said) { return said.find("array") != said.npos; }

bool is_matrix_product(const Instruction& t) { return t.info() != nullptr && t.info()->rows > 1; }

// Returns true if a matrix product overwrites a register that its later rows read.
bool overwrites_operand(const Program& program, std::string_view) {
  return any_token(program, [](const Instruction& t) {
    if (!is_matrix_product(t) || t.info()->rows == 4) return false;
    const auto reads = [&](const Source& source, std::uint32_t rows) {
      return source.type() == t.dst.type() && source.index() <= t.dst.index() && t.dst.index() < source.index() + rows;
    };
    return reads(t.src1, 1) || reads(t.src2, t.info()->rows);
  });
}

bool has_matrix_elsewhere(const Program& program, std::string_view) {
  return any_token(program, [](const Instruction& t) {
    return is_matrix_product(t) && t.info()->rows == 4 &&
           (t.src2.indirect() || t.src2.type() != RegisterType::Constant);
  });
}

// A kind of difference: its converter and fate, a condition that recognizes it, and the smallest program that shows it.
struct Kind {
  Converter converter;
  Fate fate;
  std::string_view what;
  bool (*has)(const Program&, std::string_view said);
  std::string_view reduced;
  bool clip_space = false;
};

bool has_matrix_mask(const Program& program, std::string_view) {
  return any_token(
      program, [](const Instruction& t) { return is_matrix_product(t) && t.info()->rows == 4 && t.dst.mask() != 0xf; });
}

bool never(const Program&, std::string_view) { return false; }
bool always(const Program&, std::string_view) { return true; }
bool says_version(const Program&, std::string_view said) { return said == "Version must be 1"; }
bool says_opcode(const Program&, std::string_view said) { return said.starts_with("Opcode "); }
bool says_matrix(const Program&, std::string_view said) { return said.find("multiple ways") != said.npos; }
bool says_types(const Program&, std::string_view said) {
  return said.find("cannot convert") != said.npos || said.find("wrong operand types") != said.npos;
}
bool says_relative(const Program&, std::string_view said) {
  return said.find("'vcarrr'") != said.npos || said.find("'va") != said.npos;
}
bool says_no_matrix(const Program&, std::string_view said) { return said.find("'vc' : undeclared") != said.npos; }
bool says_version_line(const Program&, std::string_view said) { return said.find("#version") != said.npos; }
bool says_undeclared(const Program&, std::string_view said) { return said.find("undeclared") != said.npos; }
bool says_derivative(const Program&, std::string_view said) { return said.find("needs a derivative") != said.npos; }
bool says_no_output(const Program&, std::string_view said) { return said.starts_with("it does not write"); }

constexpr auto open_fl = Converter::OpenFl;
constexpr auto away_js = Converter::AwayJs;

// Returns the kinds of differences. The first kind that matches a result explains it.
const std::vector<Kind>& kinds() {
  static const std::vector<Kind> list{
      {open_fl, Fate::Refused, "AGAL 2, 3 and 4", says_version, "//! agal 2 fragment\nmov oc, v0\n"},
      {open_fl, Fate::Refused, "a branch", says_opcode, "//! agal 1 fragment\nifl v0.x, v0.y\neif\nmov oc, v0\n"},
      {open_fl, Fate::Refused, "a constant in a matrix, and also alone", says_matrix,
       "//! agal 1 vertex\nm44 op, va0, vc0\nmov v0, vc0\n"},
      {open_fl, Fate::DoesNotCompile, "a fetch or a product with a matrix that writes some components", says_types,
       "//! agal 1 fragment\nmov ft0, v0\ntex ft0.xyz, v0, fs0 <2d>\nmov oc, ft0\n"},
      {open_fl, Fate::NotDecided, "relative addressing, in an array of fewer registers than AGAL has", says_array,
       "//! agal 1 vertex\nmov op, vc[va0.x+4]\n"},
      {open_fl, Fate::Different, "a fetch after `kil` or in a branch", says_derivative,
       "//! agal 1 fragment\nkil v1.x\ntex oc, v0, fs0 <2d, linear, miplinear>\n"},
      {open_fl, Fate::Different, "a fetch with a bias", has_bias,
       "//! agal 1 fragment\ntex oc, v0, fs0 <2d, linear, miplinear, 2.0>\n"},
      {open_fl, Fate::Different, "`nrm` that writes two components", never,
       "//! agal 1 fragment\nmov ft0, v0\nnrm ft0.xy, v1\nmov oc, ft0\n"},
      {open_fl, Fate::Different, "`kil` of several components", never,
       "//! agal 1 fragment\nkil v0.xyzw\nmov oc, v1\n"},
      {open_fl, Fate::Refused, "a fetch that wraps in one direction", never,
       "//! agal 1 fragment\ntex oc, v0, fs0 <2d, clamp_u_repeat_v>\n"},
      {open_fl, Fate::Different, "a fetch from a volume", never,
       "//! agal 1 fragment\nmov ft0, v0\ntex ft0, v0, fs0 <3d>\nmov oc, ft0\n"},
      {open_fl, Fate::Different, "z of the position, where WebGL clips it", never, "//! agal 1 vertex\nmov op, va0\n",
       true},
      {away_js, Fate::Refused, "`tld`", says_opcode, "//! agal 3 vertex\ntld op, va0, vs0 <2d>\n"},
      {away_js, Fate::Refused, "the instance number and the depth", always, "//! agal 3 vertex\nmov op, iid\n"},
      {away_js, Fate::DoesNotCompile, "relative addressing", says_relative, "//! agal 1 vertex\nmov op, vc[va0.x]\n"},
      {away_js, Fate::DoesNotCompile, "`m44` in a fragment program, or without constants", says_no_matrix,
       "//! agal 1 fragment\nm44 oc, v0, fc0\n"},
      {away_js, Fate::DoesNotCompile, "`ted`", never, "//! agal 2 fragment\nted oc, v0, fs0 <2d>\n"},
      {away_js, Fate::DoesNotCompile, "derivatives", says_version_line, "//! agal 2 fragment\nddx oc, v0\n"},
      {away_js, Fate::DoesNotCompile, "a temporary that is first written in a branch", says_undeclared,
       "//! agal 2 fragment\nifg v0.x, v0.y\nmov ft0, v1\nels\nmov ft0, v2\neif\nmov oc, ft0\n"},
      {away_js, Fate::Different, "several colors", says_no_output, "//! agal 2 fragment\nmov oc, v0\nmov oc1, v1\n"},
      {away_js, Fate::Different, "`m33` or `m34` that overwrites what it reads", overwrites_operand,
       "//! agal 1 fragment\nmov ft0, v0\nm33 ft0.xyz, ft0, fc0\nmov oc, ft0\n"},
      {away_js, Fate::Different, "`m44` by relative address, or in other registers", has_matrix_elsewhere,
       "//! agal 1 vertex\nmov vt0, va1\nm44 vt1, va0, vc[vt0.x+4]\nadd op, vt1, vc9\n"},
      {away_js, Fate::NotDecided, "`m44` by relative address, beyond its array", says_array,
       "//! agal 1 vertex\nmov vt0, va1\nm44 op, va0, vc[vt0.x+4]\n"},
      {away_js, Fate::Different, "`m44` that writes some components", has_matrix_mask,
       "//! agal 1 vertex\nmov vt0, vc4\nm44 vt0.y, va0, vc0\nmov op, vt0\n"},
      {away_js, Fate::Different, "a fetch after `kil` or in a branch", says_derivative,
       "//! agal 1 fragment\nkil v1.x\ntex oc, v0, fs0 <2d, linear, miplinear>\n"},
      {away_js, Fate::NotDecided, "a fetch after `kil`, of whose result no digit is certain", always,
       "//! agal 1 fragment\nkil v1.x\ntex ft0, v0, fs0 <2d, linear, miplinear>\nexp ft0, ft0\nexp ft0, ft0\n"
       "exp ft0, ft0\nexp ft0, ft0\nexp ft0, ft0\nexp ft0, ft0\nsin oc, ft0\n"},
      {away_js, Fate::Different, "a fetch with a bias", has_bias,
       "//! agal 1 fragment\ntex oc, v0, fs0 <2d, linear, miplinear, 2.0>\n"},
      {away_js, Fate::Different, "a fetch with `single`", fetches_single,
       "//! agal 1 fragment\ntex oc, v0, fs0 <2d, single>\n"},
  };
  return list;
}

// -------------------------------------------------------------------------------------------------- the tables

struct FateName {
  Fate fate;
  const char* name;
};
constexpr std::array fate_names{
    FateName{Fate::Equal, "equal"},
    FateName{Fate::EqualUpTo, "equal up to a class"},
    FateName{Fate::Different, "different, with inputs that show it, or an output is missing"},
    FateName{Fate::NotDecided, "not decided"},
    FateName{Fate::DoesNotCompile, "the text does not compile"},
    FateName{Fate::Refused, "refused"},
};

// Returns the program on one line: "mov ft0, v0; m33 ft0.xyz, ft0, fc0; mov oc, ft0".
std::string on_one_line(std::string_view agal) {
  std::string line(agal.substr(agal.find('\n') + 1));
  line.pop_back();
  replace_all(line, "\n", "; ");
  return line;
}

// Returns the result of converting the smallest program that shows a kind of difference.
std::string outcome(const Kind& kind) {
  const Converted one = convert(kind.converter, {assembled(kind.reduced)}, kind.clip_space)[0];
  EXPECT_EQ(one.fate, kind.fate) << kind.what << "\n" << one.said << one.text;
  if (one.proof.counterexample) {
    const Counterexample& example = *one.proof.counterexample;
    return fmt::format("`{}` is {:.3g}, not {:.3g}", example.output, example.found, example.expected);
  }
  std::string said = one.said.substr(0, one.said.find('\n'));
  replace_all(said, "ERROR: ", "");
  said.erase(said.find_last_not_of(' ') + 1);
  const std::size_t place = said.find(": '");  // e.g. "0:9: 'vc' : undeclared identifier"
  return place != said.npos && said.starts_with("0:") ? said.substr(place + 2) : said;
}

struct Counts {
  std::map<Fate, std::size_t> fates;
  std::map<std::string_view, std::size_t> rules, kinds;
};

Counts count_all(Converter converter) {
  Counts counts;
  const std::vector<Program>& programs = translatable_programs();
  const std::vector<Converted> all = convert(converter, programs);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Converted& one = all[i];
    ++counts.fates[one.fate];
    for (const RuleUse& use : one.proof.rules) ++counts.rules[use.name];
    if (one.fate == Fate::Equal || one.fate == Fate::EqualUpTo) continue;
    const auto kind = std::find_if(kinds().begin(), kinds().end(), [&](const Kind& each) {
      return each.converter == converter && each.fate == one.fate && each.has(programs[i], one.said);
    });
    if (kind == kinds().end())
      ADD_FAILURE() << programs[i].name << ": no kind of difference explains it: " << one.said << one.proof.expected
                    << "\n"
                    << one.proof.found;
    else
      ++counts.kinds[kind->what];
  }
  return counts;
}

TEST(Converters, MatchTablesOfDocument) {
  AGAL_NEED(Facility::Converters, missing_converters());
  AGAL_NEED(Facility::Shared, shared_corpus().missing);
  std::array counts{count_all(open_fl), count_all(away_js)};
  std::string table =
      fmt::format("| Programs | {} | {} |\n|---|---:|---:|\n", package_of(open_fl), package_of(away_js));
  for (const auto& [fate, name] : fate_names)
    table += fmt::format("| {} | {} | {} |\n", name, counts[0].fates[fate], counts[1].fates[fate]);
  table += "\nClasses above `exact`, and how many programs need them:";
  for (const Converter converter : {open_fl, away_js}) {
    table += converter == open_fl ? " OpenFL" : "; AwayJS";
    for (const auto& [rule, count] : counts[static_cast<std::size_t>(converter)].rules)
      table += fmt::format(" `{}` {},", rule, count);
    table.pop_back();
  }
  table += ".\n\n| Has | Programs | Reduced | Becomes |\n|---|---:|---|---|\n";
  for (const Kind& kind : kinds())
    table += fmt::format("| {}: {} | {} | `{}` | {} |\n", kind.converter == open_fl ? "OpenFL" : "AwayJS", kind.what,
                         counts[static_cast<std::size_t>(kind.converter)].kinds[kind.what], on_one_line(kind.reduced),
                         outcome(kind));
  expect_section("docs/data/converters.md", "converters", table);
}

}  // namespace
}  // namespace agal::test
