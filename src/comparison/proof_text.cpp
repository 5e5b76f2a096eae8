#include "comparison/proof_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "agal/interpret.hpp"
#include "base/json_writer.hpp"

namespace agal::comparison {
namespace {

using base::JsonStyle;
using base::JsonWriter;

constexpr std::string_view not_expressible = "not expressible";

std::string label_of(const ProofSubject& subject) {
  return subject.one_of_two ? fmt::format("{}, {}", subject.with, name(subject.stage)) : subject.with;
}

std::string example_text(const Counterexample& example, Stage stage) {
  const bool by_pixel = std::any_of(example.inputs.begin(), example.inputs.end(),
                                    [](const auto& each) { return each.values.size() > 1; });
  std::string out = fmt::format(": {} is {}, the program has {}{}, for\n", example.output, example.found,
                                example.expected, by_pixel ? fmt::format(" in pixel {}", example.pixel) : "");
  for (const Counterexample::Input& one : example.inputs) {
    out += fmt::format("  {} =", register_name(one.type, one.number, stage));
    for (std::size_t i = 0; i < one.values.size(); ++i)
      out += fmt::format("{} {}", i == 0 ? "" : ";", fmt::join(one.values[i], ", "));
    out += '\n';
  }
  if (example.samples) out += "  with texels that hang on their coordinates\n";
  return out;
}

void write_inputs(JsonWriter& out, const Counterexample& example, Stage stage) {
  const auto group = [&](std::string_view name, RegisterType type) {
    out.key(name);
    out.object([&] {
      for (const Counterexample::Input& one : example.inputs) {
        if (one.type != type) continue;
        out.key(register_name(type, one.number, stage));
        if (one.values.size() == 1)
          out.list(one.values[0]);
        else
          out.list(one.values, [&](const std::array<float, 4>& lanes) { out.list(lanes); });
      }
    });
  };
  out.object([&] {
    group("constants", RegisterType::Constant);
    if (stage == Stage::Vertex)
      group("attributes", RegisterType::Attribute);
    else
      group("varyings", RegisterType::Varying);
    for (const Counterexample::Input& one : example.inputs)
      if (one.type == RegisterType::InstanceId) out.member("instance", one.values[0][0]);
  });
}

void write_example(JsonWriter& out, const Counterexample& example, Stage stage) {
  out.object([&] {
    out.members({{"output", example.output}, {"pixel", example.pixel}, {"samples", example.samples}});
    out.key("expected");
    out.raw(float_as_json(example.expected));
    out.key("found");
    out.raw(float_as_json(example.found));
    out.key("inputs");
    write_inputs(out, example, stage);
  });
}

}  // namespace

std::string answer_of(const Proof& proof) {
  std::string answer(name(proof.verdict));
  if (proof.verdict == Verdict::Equal && proof.proof_class != ProofClass::Exact)
    answer += fmt::format(" up to {}", name(proof.proof_class));
  return answer;
}

std::string proof_text(const ProofSubject& subject, const Proof& proof) {
  std::string out = fmt::format("{}: {}", label_of(subject), answer_of(proof));
  for (std::size_t i = 0; i < proof.rules.size(); ++i)
    out += fmt::format("{}{} ({})", i == 0 ? ": " : ", ", proof.rules[i].name, proof.rules[i].count);
  if (!proof.reason.empty()) out += fmt::format(": {}", proof.reason);
  out += proof.counterexample ? example_text(*proof.counterexample, subject.stage) : "\n";
  if (!proof.expected.empty() && proof.verdict != Verdict::Equal)
    out += fmt::format("  {} of the program: {}\n  {} of the other: {}\n", proof.output, proof.expected, proof.output,
                       proof.found);
  return out;
}

std::string proof_json(const ProofSubject& subject, const Proof& proof) {
  JsonWriter out(JsonStyle::OneLine);
  out.object([&] {
    out.members({{"program", subject.program},
                 {"with", subject.with},
                 {"stage", name(subject.stage)},
                 {"verdict", name(proof.verdict)},
                 {"terms", proof.terms},
                 {"reason", proof.reason}});
    if (proof.verdict == Verdict::Equal)
      out.member("class", name(proof.proof_class));
    else if (!proof.expected.empty())
      out.members({{"output", proof.output}, {"expected", proof.expected}, {"found", proof.found}});
    out.key("rules");
    out.list([&] {
      for (const RuleUse& use : proof.rules)
        out.object({{"name", use.name}, {"class", name(use.rule_class)}, {"count", use.count}});
    });
    if (!proof.counterexample) return;
    out.key("counterexample");
    write_example(out, *proof.counterexample, subject.stage);
  });
  return out.line();
}

std::string not_expressible_text(const ProofSubject& subject, std::string_view codes) {
  return fmt::format("{}: {}: {}\n", label_of(subject), not_expressible, codes);
}

std::string not_expressible_json(const ProofSubject& subject, std::string_view codes) {
  JsonWriter out(JsonStyle::OneLine);
  out.object({{"program", subject.program}, {"with", subject.with}, {"verdict", not_expressible}, {"reason", codes}});
  return out.line();
}

}  // namespace agal::comparison
