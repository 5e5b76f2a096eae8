#include "smith/features.hpp"

#include <fmt/format.h>

#include <map>

namespace agal::smith {
namespace {

std::string noun(std::uint32_t type_code) { return std::string(info(static_cast<RegisterType>(type_code)).noun); }

class FeatureScan {
 public:
  FeatureScan(const Program& program, std::set<std::string>& features) : program_(program), features_(features) {}

  void run() {
    add("{} of version {}", name(program_.stage), program_.version);
    for (const Instruction& token : program_.instructions) {
      add("{} {}", name(program_.stage), token.info()->text);
      flow(token, *token.info());
      destination(token, *token.info());
      source(token, *token.info(), false);
      source(token, *token.info(), true);
    }
    for (const auto& [output, times] : writes_)
      if (times > 1) add("{} written {}", output, times > 2 ? "often" : "twice");
    if (colors_ > 0) add("{} color outputs", colors_);
  }

 private:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    features_.insert(fmt::format(format, std::forward<Arguments>(arguments)...));
  }

  void flow(const Instruction& token, const OpcodeInfo& op) {
    switch (op.flow) {
      case Flow::If: add("{} ifs deep", ++depth_); break;
      case Flow::Else: add("els at depth {}", depth_); break;
      case Flow::EndIf: --depth_; break;
      case Flow::Kill:
      case Flow::None: break;
    }
    if (depth_ > 0 && op.flow == Flow::Kill) add("kil inside if");
    if (depth_ > 0 && op.shape == Shape::Texel) add("{} inside if", op.text);
    if (depth_ > 0 && op.shape == Shape::Rows) add("matrix inside if");
    if (depth_ > 0 && (token.src1.indirect() || (op.src2 != SourceRule::Sampler && token.src2.indirect())))
      add("relative inside if");
  }

  void destination(const Instruction& token, const OpcodeInfo& op) {
    if (op.dest == DestinationRule::None) return;
    const Destination dst = token.dst;
    add("writes {}", noun(dst.type_code()));
    add("mask {}", unsigned{dst.mask()});
    if (dst.type() != RegisterType::Temporary) {
      ++writes_[noun(dst.type_code()) + (dst.index() == 0 ? " 0" : " n")];
      if (program_.stage == Stage::Fragment && dst.type() == RegisterType::Output) ++colors_;
      if (dst.mask() != 0xf) add("part of {}", noun(dst.type_code()));
      return;
    }
    const auto aliases = [&](Source s, std::uint32_t rows) {
      return s.type() == RegisterType::Temporary && !s.indirect() && dst.index() >= s.index() &&
             dst.index() < s.index() + rows;
    };
    if (op.src1 != SourceRule::None && aliases(token.src1, 1)) add("{} onto source 1", op.text);
    if (op.src2 == SourceRule::Vector && aliases(token.src2, 1)) add("{} onto source 2", op.text);
    if (op.src2 == SourceRule::Matrix && aliases(token.src2, op.rows)) add("{} onto a row", op.text);
  }

  void source(const Instruction& token, const OpcodeInfo& op, bool second) {
    const SourceRule rule = second ? op.src2 : op.src1;
    const Source s = second ? token.src2 : token.src1;
    if (rule == SourceRule::None) return;
    if (rule == SourceRule::Sampler) return sampler(token.sampler());
    const std::string_view what = rule == SourceRule::Matrix ? "matrix" : rule == SourceRule::Scalar ? "scalar" : "";
    if (s.indirect()) {
      add("relative source {}", second ? 2 : 1);
      add("relative to {}", noun(s.index_type_code()));
      if (s.offset() >= 128) add("relative from beyond 127");
      if (s.offset() == 0) add("relative from 0");
      if (!what.empty()) add("relative {}", what);
    } else {
      add("{} {} of {}", name(program_.stage), what.empty() ? "vector" : what, noun(s.type_code()));
    }
    if (s.swizzle() == swizzle_identity)
      add("identity");
    else if (s.scalar())
      add("swizzle {}", s.lane(0));
    else
      add("lane {} from {}", s.swizzle() % 3, s.lane(s.swizzle() % 3));
    if (s.lane(3) < s.lane(0)) add("descending swizzle");
  }

  void sampler(SamplerOperand s) {
    for (const SamplerOptionInfo& option : sampler_option_table)
      if (s.has(option.option)) add("{} sampler {}", name(program_.stage), option.text);
    if (s.bias_eighths() != 0) add("{} bias {}", name(program_.stage), s.bias_eighths() < 0 ? "below 0" : "above 0");
  }

  const Program& program_;
  std::set<std::string>& features_;
  std::map<std::string, int> writes_;
  std::uint32_t depth_ = 0, colors_ = 0;
};

void add_opcodes(std::set<std::string>& wanted, OpcodeStatus status) {
  for (const OpcodeInfo& op : opcode_table)
    for (const Stage stage : {Stage::Vertex, Stage::Fragment})
      if (op.status == status && covers(op.stage, stage)) wanted.insert(fmt::format("{} {}", name(stage), op.text));
}

void add_operands(std::set<std::string>& wanted) {
  const Limits& newest = version_limits(newest_version);
  for (const RegisterInfo& row : register_table)
    for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
      if (newest.count(row.type, stage) == 0) continue;
      if (row.writable(stage)) wanted.insert(fmt::format("writes {}", row.noun));
      if (!row.readable(stage)) continue;
      wanted.insert(fmt::format("{} vector of {}", name(stage), row.noun));
      wanted.insert(fmt::format("{} scalar of {}", name(stage), row.noun));
      if (row.type != RegisterType::InstanceId) wanted.insert(fmt::format("{} matrix of {}", name(stage), row.noun));
      if (stage == Stage::Vertex) wanted.insert(fmt::format("relative to {}", row.noun));
    }
  for (int mask = 1; mask < 16; ++mask) wanted.insert(fmt::format("mask {}", mask));
  for (int i = 0; i < 4; ++i) wanted.insert(fmt::format("swizzle {}", i));
  for (const SamplerOptionInfo& option : sampler_option_table) {
    if (!option.accepted) continue;
    wanted.insert(fmt::format("fragment sampler {}", option.text));
    const bool anisotropic = option.text.substr(0, 4) == "anis";
    if (!anisotropic) wanted.insert(fmt::format("vertex sampler {}", option.text));
  }
  for (const OpcodeInfo& op : opcode_table) {
    if (op.status != OpcodeStatus::Shipped || op.dest == DestinationRule::None) continue;
    wanted.insert(fmt::format("{} onto source 1", op.text));
    if (op.src2 == SourceRule::Vector) wanted.insert(fmt::format("{} onto source 2", op.text));
    if (op.src2 == SourceRule::Matrix) wanted.insert(fmt::format("{} onto a row", op.text));
  }
}

}  // namespace

void add_features(const Program& program, std::set<std::string>& features) { FeatureScan(program, features).run(); }

std::set<std::string> wanted_features() {
  std::set<std::string> wanted{"identity",
                               "descending swizzle",
                               "1 color outputs",
                               "2 color outputs",
                               "3 color outputs",
                               "4 color outputs",
                               "part of output",
                               "part of varying",
                               "output 0 written twice",
                               "varying n written often",
                               "relative source 1",
                               "relative source 2",
                               "relative matrix",
                               "relative scalar",
                               "relative from beyond 127",
                               "relative from 0",
                               "relative inside if",
                               "matrix inside if",
                               "kil inside if",
                               "tex inside if",
                               "tld inside if",
                               "fragment bias below 0",
                               "fragment bias above 0",
                               "vertex bias above 0"};
  add_opcodes(wanted, OpcodeStatus::Shipped);
  add_operands(wanted);
  for (std::uint32_t version = 1; version <= newest_version; ++version)
    for (const Stage stage : {Stage::Vertex, Stage::Fragment})
      wanted.insert(fmt::format("{} of version {}", name(stage), version));
  for (int depth = 1; depth <= version_limits(newest_version).nesting; ++depth) {
    wanted.insert(fmt::format("{} ifs deep", depth));
    wanted.insert(fmt::format("els at depth {}", depth));
  }
  return wanted;
}

std::set<std::string> wanted_reserved_features() {
  std::set<std::string> wanted{"ted inside if", "fragment sampler 3d"};
  add_opcodes(wanted, OpcodeStatus::Reserved);
  return wanted;
}

}  // namespace agal::smith
