// The structure of a module: header, sections, names, lines, strings.
#include "emitted.hpp"

namespace agal::spirv {
namespace {

constexpr const char* vertex = "m44 op, va0, vc0\nmov v0, va1\n";
constexpr const char* fragment =
    "tex ft0, v0, fs0 <2d, linear>\nkil ft0.w\nifl v1.x, fc0.y\nnrm ft0.xyz, v2\neif\nmul oc, ft0, fc1\n";

TEST(Header, HasVersionOfEnvironment) {
  for (const EnvironmentInfo& row : environment_table) {
    Options options;
    options.environment = row.environment;
    const Emitted module(vertex, options);
    EXPECT_EQ(module.words[0], spv::MagicNumber);
    EXPECT_EQ(module.words[1], std::uint32_t{row.spirv_major} << 16 | std::uint32_t{row.spirv_minor} << 8);
  }
}

TEST(Header, BoundIsAboveEveryId) {
  const Emitted module(fragment);
  for (const Instruction& inst : module.all(spv::OpName)) EXPECT_LT(inst.operands[0], module.words[3]);
}

// Returns the section of an instruction in the logical layout of a module.
int section(std::uint32_t op) {
  switch (op) {
    case spv::OpCapability: return 0;
    case spv::OpExtInstImport: return 1;
    case spv::OpMemoryModel: return 2;
    case spv::OpEntryPoint: return 3;
    case spv::OpExecutionMode: return 4;
    case spv::OpString:
    case spv::OpSource: return 5;
    case spv::OpName:
    case spv::OpMemberName: return 6;
    case spv::OpDecorate:
    case spv::OpMemberDecorate: return 7;
    case spv::OpTypeVoid:
    case spv::OpTypeBool:
    case spv::OpTypeInt:
    case spv::OpTypeFloat:
    case spv::OpTypeVector:
    case spv::OpTypeArray:
    case spv::OpTypeStruct:
    case spv::OpTypeImage:
    case spv::OpTypeSampledImage:
    case spv::OpTypePointer:
    case spv::OpTypeFunction:
    case spv::OpConstant:
    case spv::OpConstantTrue:
    case spv::OpConstantFalse:
    case spv::OpConstantComposite:
    case spv::OpUndef:
    case spv::OpVariable: return 8;
    default: return 9;
  }
}

TEST(Sections, AreInOrderOfSpecification) {
  Program program = test::assembled(fragment);
  program.name = "a.agal";
  Options options;
  options.lines = &program;
  options.value_names = true;
  for (const Emitted& module : {Emitted(fragment, options), Emitted(vertex)}) {
    int last = 0;
    for (const Instruction& inst : module.list) {
      EXPECT_GE(section(inst.op), last) << inst.op;
      last = section(inst.op);
    }
    EXPECT_EQ(module.list.back().op, spv::OpFunctionEnd);
  }
}

TEST(Sections, DeclareTypesAndConstantsOnce) {
  const Emitted module(fragment);
  std::vector<std::vector<std::uint32_t>> seen;
  for (const Instruction& inst : module.list) {
    const bool type = inst.op >= spv::OpTypeVoid && inst.op <= spv::OpTypeFunction;
    const bool constant = inst.op == spv::OpConstant || inst.op == spv::OpConstantComposite;
    if (!type && !constant) continue;
    std::vector<std::uint32_t> key{inst.op};
    for (std::size_t i = 0; i < inst.operands.size(); ++i)
      if (i != (type ? 0u : 1u)) key.push_back(inst.operands[i]);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), key), 0) << inst.op;
    seen.push_back(key);
  }
}

TEST(Sections, ImportOnlyUsedInstructionSets) {
  EXPECT_EQ(Emitted(vertex).count(spv::OpExtInstImport), 0u);
  EXPECT_EQ(Emitted(fragment).count(spv::OpExtInstImport), 1u);
}

TEST(Output, IsDeterministic) {
  for (const char* text : {vertex, fragment}) EXPECT_EQ(Emitted(text).words, Emitted(text).words);
}

// ---- names

TEST(Names, InterfaceIsAlwaysNamed) {
  const Emitted module(vertex);
  for (const char* name : {"va0", "va1", "v0", "op", "vc", "VertexConstants"})
    EXPECT_NE(module.named(name), 0u) << name;
  const Emitted other(fragment);
  for (const char* name : {"v0", "v1", "oc", "fc", "FragmentConstants", "fs0"})
    EXPECT_NE(other.named(name), 0u) << name;
}

TEST(Names, ValuesAreNamedOnRequest) {
  EXPECT_EQ(Emitted(fragment).named("ft0"), 0u);
  Options options;
  options.value_names = true;
  EXPECT_NE(Emitted(fragment, options).named("ft0"), 0u);
}

TEST(Names, EntryPointHasRequestedName) {
  Options options;
  options.entry_point = "shade";
  EXPECT_EQ(string_at(Emitted(vertex, options).all(spv::OpEntryPoint).at(0), 2), "shade");
}

TEST(Names, ZeroByteEndsName) {
  Options options;
  options.entry_point = std::string_view("ab\0cd", 5);
  EXPECT_EQ(string_at(Emitted(vertex, options).all(spv::OpEntryPoint).at(0), 2), "ab");
}

TEST(Names, TruncatesNameToMaximumOfInstruction) {
  const std::string name(300'000, 'x');
  Options options;
  options.entry_point = name;
  EXPECT_EQ(string_at(Emitted(vertex, options).all(spv::OpEntryPoint).at(0), 2).size(), 65'535u);
}

// ---- lines

class LineTest : public testing::Test {
 protected:
  Emitted emitted(const Program& program) {
    Options options;
    options.lines = &program;
    return Emitted(*lower::lower(program, {}), options);
  }
};

TEST_F(LineTest, OmitsLinesByDefault) {
  const Emitted module(fragment);
  EXPECT_EQ(module.count(spv::OpLine), 0u);
  EXPECT_EQ(module.count(spv::OpString), 0u);
  EXPECT_EQ(module.count(spv::OpSource), 0u);
}

TEST_F(LineTest, NamesFileAndVersion) {
  Program program = test::assembled(fragment);
  program.name = "shaders/a.frag.agal";
  const Emitted module = emitted(program);
  EXPECT_EQ(string_at(module.all(spv::OpString).at(0), 1), "shaders/a.frag.agal");
  const Instruction source = module.all(spv::OpSource).at(0);
  EXPECT_EQ(source.operands[1], program.version);
  EXPECT_EQ(source.operands[2], module.all(spv::OpString)[0].operands[0]);
}

TEST_F(LineTest, UsesLinesOfText) {
  Program program = test::assembled("// one\n\nmul ft0, v0, v1\n\n  add oc, ft0, v1\n");
  program.name = "a.agal";
  const std::vector<Instruction> lines = emitted(program).all(spv::OpLine);
  ASSERT_GE(lines.size(), 2u);
  EXPECT_EQ(lines[lines.size() - 2].operands[1], 3u);
  EXPECT_EQ(lines.back().operands[1], 5u);
  EXPECT_EQ(lines.back().operands[2], 3u);
}

TEST_F(LineTest, UsesTokenNumbersOfBytecode) {
  Program program = test::assembled("mul ft0, v0, v1\nadd oc, ft0, v1\n");
  program.name = "a.bin";
  program.positions.clear();
  const Instruction last = emitted(program).all(spv::OpLine).back();
  EXPECT_EQ(last.operands[1], 2u);
  EXPECT_EQ(last.operands[2], 0u);
}

TEST_F(LineTest, UsesTokenNumbersWithoutLineInfo) {
  Program program = test::assembled("mul ft0, v0, v1\nadd oc, ft0, v1\n");
  program.name = "a.agal";
  for (TextPosition& position : program.positions) position = {};
  EXPECT_EQ(emitted(program).all(spv::OpLine).back().operands[1], 2u);
}

TEST_F(LineTest, OmitsLinesOfUnnamedProgram) {
  const Program program = test::assembled("mul ft0, v0, v1\nadd oc, ft0, v1\n");
  EXPECT_EQ(emitted(program).count(spv::OpLine), 0u);
}

TEST_F(LineTest, RepeatsLineInEachBlock) {
  // The code of one token is in two blocks. Each block has its own OpLine.
  Program program = test::assembled("mov ft0, v0\nifl v1.x, fc0.x\nadd ft0, v1, v2\neif\nmov oc, ft0\n");
  program.name = "a.agal";
  const Emitted module = emitted(program);
  bool inside = false, said = false;
  for (const Instruction& inst : module.list) {
    if (inst.op == spv::OpLabel) inside = true, said = false;
    if (inst.op == spv::OpLine) said = true;
    if (inside && inst.op == spv::OpFAdd) {
      EXPECT_TRUE(said);
    }
  }
}

}  // namespace
}  // namespace agal::spirv
