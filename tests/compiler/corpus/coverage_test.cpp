// The assembled programs of the corpus cover the whole instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>

#include "agal/validate.hpp"
#include "corpus/catalog.hpp"

namespace agal::test {
namespace {

constexpr Stage stages[] = {Stage::Vertex, Stage::Fragment};

/// The newest AGAL version with token and nesting limits that Adobe published.
constexpr std::uint32_t newest_published_version = 3;

void for_each_instruction(const std::function<void(const CatalogEntry&, const Instruction&)>& visit) {
  for (const CatalogEntry& entry : catalog().entries)
    for (const Instruction& instruction : entry.program.instructions)
      if (instruction.info() != nullptr) visit(entry, instruction);
}

void for_each_source(const std::function<void(const CatalogEntry&, const Source&, std::uint32_t rows)>& visit) {
  for_each_instruction([&](const CatalogEntry& entry, const Instruction& instruction) {
    const OpcodeInfo& row = *instruction.info();
    if (row.src1 != SourceRule::None) visit(entry, instruction.src1, 1);
    if (row.src2 != SourceRule::None && row.src2 != SourceRule::Sampler) visit(entry, instruction.src2, row.rows);
  });
}

/// A type of register in a program of one stage and version.
struct Use {
  std::uint32_t version;
  Stage stage;
  RegisterType type;
  bool written;
  auto operator<=>(const Use&) const = default;
};

/// Returns the highest register index for each `Use`.
std::map<Use, std::uint32_t> highest_indices() {
  std::map<Use, std::uint32_t> highest;
  const auto note = [&](const CatalogEntry& entry, RegisterType type, bool written, std::uint32_t index) {
    std::uint32_t& slot = highest[{entry.program.version, entry.stage(), type, written}];
    slot = std::max(slot, index);
  };
  for_each_source([&](const CatalogEntry& entry, const Source& source, std::uint32_t rows) {
    if (source.indirect())
      note(entry, source.index_type(), false, source.index());
    else
      note(entry, source.type(), false, source.index() + rows - 1);
  });
  for_each_instruction([&](const CatalogEntry& entry, const Instruction& instruction) {
    if (instruction.info()->dest != DestinationRule::None)
      note(entry, instruction.dst.type(), true, instruction.dst.index());
    if (instruction.info()->src2 == SourceRule::Sampler)
      note(entry, RegisterType::Sampler, false, instruction.sampler().index());
  });
  return highest;
}

std::uint32_t max_nesting(const Program& program) {
  std::uint32_t depth = 0, deepest = 0;
  for (const Instruction& instruction : program.instructions) {
    if (instruction.info()->flow == Flow::If) deepest = std::max(deepest, ++depth);
    if (instruction.info()->flow == Flow::EndIf) --depth;
  }
  return deepest;
}

TEST(Coverage, UsesEveryShippedOpcodeInEachStage) {
  std::set<std::pair<Opcode, Stage>> used;
  for_each_instruction([&](const CatalogEntry& entry, const Instruction& instruction) {
    used.insert({instruction.info()->opcode, entry.stage()});
  });
  for (const OpcodeInfo& row : opcode_table)
    for (Stage stage : stages) {
      if (row.status != OpcodeStatus::Shipped || !covers(row.stage, stage)) continue;
      EXPECT_TRUE(used.contains({row.opcode, stage})) << row.text << " in a " << name(stage) << " program";
    }
}

TEST(Coverage, UsesEveryAcceptedSamplerOption) {
  std::set<SamplerOption> used;
  for_each_instruction([&](const CatalogEntry&, const Instruction& instruction) {
    if (instruction.info()->src2 != SourceRule::Sampler) return;
    for (const SamplerOptionInfo& row : sampler_option_table)
      if (instruction.sampler().has(row.option)) used.insert(row.option);
  });
  for (const SamplerOptionInfo& row : sampler_option_table)
    EXPECT_EQ(used.contains(row.option), row.accepted) << row.text;
}

TEST(Coverage, UsesLowestAndHighestBias) {
  std::set<int> biases;
  for_each_instruction([&](const CatalogEntry&, const Instruction& instruction) {
    if (instruction.info()->src2 == SourceRule::Sampler) biases.insert(instruction.sampler().bias_eighths());
  });
  ASSERT_FALSE(biases.empty());
  EXPECT_EQ(*biases.begin(), -128);
  EXPECT_EQ(*biases.rbegin(), 127);
  EXPECT_TRUE(biases.contains(0));
}

TEST(Coverage, ReadsAndWritesEveryRegisterType) {
  std::set<std::tuple<RegisterType, Stage, bool>> used;
  for (const auto& [use, index] : highest_indices()) used.insert({use.type, use.stage, use.written});
  for (const RegisterInfo& row : register_table)
    for (Stage stage : stages) {
      const bool sampled = row.use(stage) == RegisterUse::Sample;
      EXPECT_EQ(used.contains({row.type, stage, false}), row.readable(stage) || sampled) << row.noun << name(stage);
      EXPECT_EQ(used.contains({row.type, stage, true}), row.writable(stage)) << row.noun << name(stage);
    }
}

TEST(Coverage, UsesLastRegisterOfEachTypeInEachVersion) {
  const std::map<Use, std::uint32_t> highest = highest_indices();
  for (std::uint32_t version = 1; version <= newest_version; ++version)
    for (const RegisterInfo& row : register_table)
      for (Stage stage : stages) {
        const std::uint32_t count = version_limits(version).count(row.type, stage);
        if (count == 0 || (version > 1 && count == version_limits(version - 1).count(row.type, stage))) continue;
        std::uint32_t found = 0;
        for (bool written : {false, true}) {
          const auto it = highest.find({version, stage, row.type, written});
          if (it != highest.end()) found = std::max(found, it->second + 1);
        }
        EXPECT_EQ(found, count) << row.noun << " in AGAL " << version << ", " << name(stage);
      }
}

TEST(Coverage, UsesEveryFormOfRelativeAddressing) {
  std::set<RegisterType> types;
  std::set<std::uint32_t> components, offsets, rows_read;
  for_each_source([&](const CatalogEntry&, const Source& source, std::uint32_t rows) {
    if (!source.indirect()) return;
    types.insert(source.index_type());
    components.insert(source.index_component());
    offsets.insert(source.offset());
    rows_read.insert(rows);
  });
  EXPECT_EQ(types, (std::set<RegisterType>{RegisterType::Attribute, RegisterType::Constant, RegisterType::Temporary,
                                           RegisterType::InstanceId}));
  EXPECT_EQ(components, (std::set<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(rows_read, (std::set<std::uint32_t>{1, 3, 4}));
  EXPECT_TRUE(offsets.contains(0));
  EXPECT_TRUE(offsets.contains(127));
  EXPECT_GT(*offsets.rbegin(), 127u);
}

TEST(Coverage, UsesEveryWriteMask) {
  std::set<WriteMask> masks;
  for_each_instruction([&](const CatalogEntry&, const Instruction& instruction) {
    if (instruction.info()->dest != DestinationRule::None) masks.insert(instruction.dst.mask());
  });
  for (WriteMask mask = 1; mask <= 0xf; ++mask) EXPECT_TRUE(masks.contains(mask)) << mask_text(mask);
}

TEST(Coverage, UsesEveryRegisterTypeAsMatrix) {
  std::set<std::pair<Opcode, RegisterType>> used;
  for_each_instruction([&](const CatalogEntry&, const Instruction& instruction) {
    if (instruction.info()->src2 == SourceRule::Matrix)
      used.insert({instruction.info()->opcode, instruction.src2.type()});
  });
  for (Opcode opcode : {Opcode::M33, Opcode::M34, Opcode::M44})
    for (RegisterType type :
         {RegisterType::Attribute, RegisterType::Constant, RegisterType::Temporary, RegisterType::Varying})
      EXPECT_TRUE(used.contains({opcode, type})) << info(opcode).text << " with rows in a " << info(type).noun;
}

TEST(Coverage, UsesDestinationAsSourceOfCrossLaneOpcodes) {
  std::set<Opcode> used;
  for_each_instruction([&](const CatalogEntry&, const Instruction& instruction) {
    const OpcodeInfo& row = *instruction.info();
    const Destination dst = instruction.dst;
    const auto aliases = [&](const Source& source) {
      return !source.indirect() && source.type() == dst.type() && source.index() == dst.index();
    };
    if (row.dest != DestinationRule::None && row.cols > 1 && aliases(instruction.src1)) used.insert(row.opcode);
  });
  for (Opcode opcode : {Opcode::Nrm, Opcode::Crs, Opcode::Dp3, Opcode::M33, Opcode::M34, Opcode::M44})
    EXPECT_TRUE(used.contains(opcode)) << info(opcode).text;
}

TEST(Coverage, NestsBranchesToTheLimit) {
  std::uint32_t deepest = 0;
  for (const CatalogEntry& entry : catalog().entries) deepest = std::max(deepest, max_nesting(entry.program));
  EXPECT_EQ(deepest, version_limits(newest_published_version).nesting);
}

TEST(Coverage, UsesKilAndTexInBranches) {
  std::set<Opcode> inside;
  for (const CatalogEntry& entry : catalog().entries) {
    std::uint32_t depth = 0;
    for (const Instruction& instruction : entry.program.instructions) {
      if (instruction.info()->flow == Flow::If) ++depth;
      if (instruction.info()->flow == Flow::EndIf) --depth;
      if (depth > 0) inside.insert(instruction.info()->opcode);
    }
  }
  EXPECT_TRUE(inside.contains(Opcode::Kil));
  EXPECT_TRUE(inside.contains(Opcode::Tex));
}

/// Returns false if the next lower profile has the same limits, because no program can distinguish the two.
bool tells_programs_apart(std::size_t profile) {
  if (profile == 0) return true;
  const Limits& lower = profile_table[profile - 1].limits;
  const Limits& upper = profile_table[profile].limits;
  if (lower.agal_version != upper.agal_version || lower.tokens != upper.tokens) return true;
  for (const RegisterInfo& row : register_table)
    for (Stage stage : stages)
      if (lower.count(row.type, stage) != upper.count(row.type, stage)) return true;
  return false;
}

TEST(Coverage, NeedsEachProfileInSomeProgram) {
  std::set<std::string> lowest;
  for (const CatalogEntry& entry : catalog().entries)
    for (const ProfileInfo& row : profile_table) {
      ValidateOptions options;
      options.profile = row.profile;
      if (validate(entry.program, options).has_errors()) continue;
      lowest.insert(std::string(row.name));
      break;
    }
  for (std::size_t i = 0; i < profile_table.size(); ++i)
    EXPECT_EQ(lowest.contains(std::string(profile_table[i].name)), tells_programs_apart(i)) << profile_table[i].name;
}

}  // namespace
}  // namespace agal::test
