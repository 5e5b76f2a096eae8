#include "prove/proof_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "agal/interpret.hpp"
#include "base/format.hpp"
#include "base/json_writer.hpp"

namespace agal::prove {
namespace {

using base::JsonStyle;
using base::JsonWriter;

constexpr std::string_view not_expressible = "not expressible";

std::string label_of(const ProofSubject& subject) {
  std::string label = subject.one_of_two ? fmt::format("{}, {}", subject.with, name(subject.stage)) : subject.with;
  if (!subject.front_end.empty()) label += fmt::format(" (read by {})", subject.front_end);
  return label;
}

// The sign of a NaN says nothing.
std::string value_text(float value) { return std::isnan(value) ? "NaN" : fmt::format("{}", value); }

std::string example_text(const Counterexample& example, Stage stage) {
  const bool by_pixel = std::any_of(example.inputs.begin(), example.inputs.end(),
                                    [](const auto& each) { return each.values.size() > 1; });
  std::string out =
      fmt::format(": {} is {}, the program has {}{}, for\n", example.output, value_text(example.found),
                  value_text(example.expected), by_pixel ? fmt::format(" in pixel {}", example.pixel) : "");
  for (const Counterexample::Input& one : example.inputs) {
    out += fmt::format("  {} =", register_name(one.type, one.number, stage));
    for (std::size_t i = 0; i < one.values.size(); ++i)
      out += fmt::format("{} {}", i == 0 ? "" : ";", base::joined(one.values[i], ", "));
    out += '\n';
  }
  if (example.samples) out += "  with the textures that --format=json shows\n";
  return out;
}

// Writes the first level. The reader computes the other levels.
void write_texture(JsonWriter& out, const Texture& texture) {
  const Texture::Level& level = texture.levels.front();
  out.object([&] {
    out.member("dimension", name(texture.kind));
    out.key("size");
    std::vector<std::uint32_t> size{level.width, level.height};
    if (texture.kind == TextureKind::Volume) size.push_back(level.depth);
    out.list(size);
    out.key("levels");
    out.list([&] {
      std::vector<float> lanes;
      for (const Float4& texel : level.texels) lanes.insert(lanes.end(), texel.begin(), texel.end());
      out.list(lanes);
    });
    out.member("mipmaps", true);
  });
}

void write_textures(JsonWriter& out, const Counterexample& example, Stage stage) {
  out.key("textures");
  out.object([&] {
    for (std::uint32_t n = 0; n < example.textures.size(); ++n) {
      if (!example.textures[n]) continue;
      out.key(register_name(RegisterType::Sampler, n, stage));
      write_texture(out, example.textures[n]->texture);
    }
  });
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
      if (one.type == RegisterType::InstanceId) out.member("instance", static_cast<std::uint32_t>(one.values[0][0]));
    if (!example.textures.empty()) write_textures(out, example, stage);
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
    out.members({{"program", subject.program}, {"with", subject.with}, {"stage", name(subject.stage)}});
    if (!subject.front_end.empty()) out.member("front_end", subject.front_end);
    out.members({{"verdict", name(proof.verdict)}, {"terms", proof.terms}, {"reason", proof.reason}});
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

}  // namespace agal::prove
