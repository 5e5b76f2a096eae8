// Converts AGAL programs to terms, by the semantics of AGAL.
#include <algorithm>
#include <utility>

#include "agal/operands.hpp"
#include "agal/semantics.hpp"
#include "prove/outputs.hpp"

namespace agal::prove {
namespace {

using Lanes = std::array<Term, 4>;

constexpr WriteMask xyz = 0x7;

class ProgramRun {
 public:
  ProgramRun(Store& store, const Program& program, const Semantics& semantics)
      : store_(store),
        program_(program),
        semantics_(semantics),
        constant_array_(constant_array_size(program)),
        paths_(store) {
    const Term unwritten = semantics.unwritten == Unwritten::Zero ? store.constant(0.0f) : store.unwritten();
    for (const Instruction& token : program.instructions)
      for_each_access(token, [&](const Access& access) {
        if (access.kind == AccessKind::Relative || access.kind == AccessKind::Sample) return;
        const auto type = static_cast<RegisterType>(access.type_code);
        if (info(type).writable(program.stage) && file(type).size() < access.end())
          file(type).resize(access.end(), {unwritten, unwritten, unwritten, unwritten});
      });
    for (std::size_t type = 0; type < registers_.size(); ++type) written_[type].resize(registers_[type].size(), false);
  }

  Outputs run();

  // ---- for the functions of the opcodes

  Store& store() { return store_; }
  const Semantics& semantics() const { return semantics_; }
  Paths& paths() { return paths_; }

  Term read(const Source& source, std::uint32_t lane, std::uint32_t row = 0, std::uint32_t rows = 1) {
    if (source.indirect())
      return store_.uniform_at(store_.int_add(address(source, rows), store_.integer(static_cast<std::int32_t>(row))),
                               source.lane(lane));
    return register_lane(source.type(), source.index() + row, source.lane(lane));
  }

  /// Reads lanes 0 to `width` - 1.
  std::vector<Term> vector(const Source& source, std::uint32_t width, std::uint32_t row = 0, std::uint32_t rows = 1) {
    std::vector<Term> lanes;
    for (std::uint32_t c = 0; c < width; ++c) lanes.push_back(read(source, c, row, rows));
    return lanes;
  }

  /// Writes `make(c)` to each component in the mask and in `components`. All values are made before the first one is
  /// written.
  template <class Make>
  void write(const Destination& destination, Make&& make, WriteMask components = 0xf) {
    WriteMask mask = destination.mask() & components;
    if (destination.type() == RegisterType::Depth) mask &= 1;
    Lanes made{};
    for (std::uint32_t c = 0; c < 4; ++c)
      if (mask >> c & 1) made[c] = make(c);
    Lanes& target = file(destination.type())[destination.index()];
    for (std::uint32_t c = 0; c < 4; ++c)
      if (mask >> c & 1) target[c] = made[c];
    if (mask != 0) written_[static_cast<std::size_t>(destination.type())][destination.index()] = true;
  }

  Term in_domain(Term a) { return semantics_.domain == Domain::Abs ? store_.unary(Op::Abs, a) : a; }

  void open_if(Term condition) {
    paths_.open_if(condition);
    saved_.push_back({registers_, {}});
  }
  void open_else() {
    paths_.open_else();
    saved_.back().then_end = std::exchange(registers_, saved_.back().before);
  }
  void close_if() {
    const bool has_else = paths_.in_else();
    const Term condition = paths_.close_if();
    const Saved saved = std::move(saved_.back());
    saved_.pop_back();
    const Registers& then = has_else ? saved.then_end : registers_;
    const Registers& other = has_else ? registers_ : saved.before;
    Registers result = other;
    for (std::size_t type = 0; type < result.size(); ++type)
      for (std::size_t n = 0; n < result[type].size(); ++n)
        for (std::uint32_t c = 0; c < 4; ++c) {
          const Term a = then[type][n][c], b = other[type][n][c];
          if (a != b) result[type][n][c] = store_.select(condition, a, b);
        }
    registers_ = std::move(result);
  }

 private:
  using Registers = std::array<std::vector<Lanes>, register_table.size()>;
  struct Saved {
    Registers before, then_end;
  };

  std::vector<Lanes>& file(RegisterType type) { return registers_[static_cast<std::size_t>(type)]; }

  Term register_lane(RegisterType type, std::uint32_t number, std::uint32_t lane) {
    switch (type) {
      case RegisterType::Attribute: return store_.leaf(Op::Input, 4 * number + lane);
      case RegisterType::Varying:
        if (program_.stage == Stage::Fragment) return store_.leaf(Op::Input, 4 * number + lane);
        break;
      case RegisterType::Constant: return store_.uniform_lane(number, lane);
      case RegisterType::InstanceId: return store_.to_float(store_.leaf(Op::Instance));
      case RegisterType::Temporary:
      case RegisterType::Output:
      case RegisterType::Sampler:
      case RegisterType::Depth: break;
    }
    return file(type)[number][lane];
  }

  // Returns the number of the first register of a relative address.
  Term address(const Source& source, std::uint32_t rows) {
    Term f = register_lane(source.index_type(), source.index(), source.index_component());
    switch (semantics_.index_conversion) {
      case IndexConversion::Truncate: break;
      case IndexConversion::Round: f = store_.unary(Op::Floor, store_.add(f, store_.constant(0.5f))); break;
      case IndexConversion::Floor: f = store_.unary(Op::Floor, f); break;
    }
    const bool is_signed = semantics_.offset_sign == OffsetSign::Signed;
    const std::int32_t offset = is_signed ? static_cast<std::int8_t>(source.offset()) : source.offset();
    if (semantics_.clamp_index) {
      const auto last = static_cast<std::int32_t>(constant_array_) - static_cast<std::int32_t>(rows);
      f = store_.clamp(f, store_.constant(static_cast<float>(-offset)),
                       store_.constant(static_cast<float>(last - offset)));
    }
    return store_.int_add(store_.to_int(f), store_.integer(offset));
  }

  Store& store_;
  const Program& program_;
  const Semantics& semantics_;
  std::uint32_t constant_array_;
  Paths paths_;
  Registers registers_;
  std::array<std::vector<bool>, register_table.size()> written_;
  std::vector<Saved> saved_;
};

// ------------------------------------------------------------------------------------- one function per opcode

template <class Fn>
void unary(ProgramRun& r, const Instruction& t, Fn&& fn) {
  r.write(t.dst, [&](std::uint32_t c) { return fn(r.read(t.src1, c)); });
}

template <class Fn>
void binary(ProgramRun& r, const Instruction& t, Fn&& fn) {
  r.write(t.dst, [&](std::uint32_t c) {
    const Term a = r.read(t.src1, c);
    return fn(a, r.read(t.src2, c));
  });
}

void simple(ProgramRun& r, const Instruction& t, Op op) {
  unary(r, t, [&](Term a) { return r.store().unary(op, a); });
}

Term one_if(ProgramRun& r, Term condition) {
  return r.store().select(condition, r.store().constant(1.0f), r.store().constant(0.0f));
}

void terms_Mov(ProgramRun& r, const Instruction& t) {
  unary(r, t, [](Term a) { return a; });
}
void terms_Add(ProgramRun& r, const Instruction& t) {
  binary(r, t, [&](Term a, Term b) { return r.store().add(a, b); });
}
void terms_Sub(ProgramRun& r, const Instruction& t) {
  binary(r, t, [&](Term a, Term b) { return r.store().subtract(a, b); });
}
void terms_Mul(ProgramRun& r, const Instruction& t) {
  binary(r, t, [&](Term a, Term b) { return r.store().multiply(a, b); });
}
void terms_Div(ProgramRun& r, const Instruction& t) {
  binary(r, t, [&](Term a, Term b) { return r.store().divide(a, b); });
}
void terms_Rcp(ProgramRun& r, const Instruction& t) {
  unary(r, t, [&](Term a) { return r.store().divide(r.store().constant(1.0f), a); });
}
void terms_Min(ProgramRun& r, const Instruction& t) {
  binary(r, t, [&](Term a, Term b) { return r.store().minimum(a, b); });
}
void terms_Max(ProgramRun& r, const Instruction& t) {
  binary(r, t, [&](Term a, Term b) { return r.store().maximum(a, b); });
}
void terms_Frc(ProgramRun& r, const Instruction& t) { simple(r, t, Op::Fract); }
void terms_Sqt(ProgramRun& r, const Instruction& t) {
  unary(r, t, [&](Term a) { return r.store().unary(Op::Sqrt, r.in_domain(a)); });
}
void terms_Rsq(ProgramRun& r, const Instruction& t) {
  unary(r, t, [&](Term a) { return r.store().unary(Op::Rsqrt, r.in_domain(a)); });
}
void terms_Log(ProgramRun& r, const Instruction& t) {
  unary(r, t, [&](Term a) { return r.store().unary(Op::Log2, r.in_domain(a)); });
}
void terms_Pow(ProgramRun& r, const Instruction& t) {
  binary(r, t, [&](Term a, Term b) { return r.store().power(r.in_domain(a), b); });
}
void terms_Exp(ProgramRun& r, const Instruction& t) { simple(r, t, Op::Exp2); }
void terms_Sin(ProgramRun& r, const Instruction& t) { simple(r, t, Op::Sin); }
void terms_Cos(ProgramRun& r, const Instruction& t) { simple(r, t, Op::Cos); }
void terms_Abs(ProgramRun& r, const Instruction& t) { simple(r, t, Op::Abs); }
void terms_Neg(ProgramRun& r, const Instruction& t) { simple(r, t, Op::Neg); }
void terms_Sgn(ProgramRun& r, const Instruction& t) { simple(r, t, Op::Sign); }
void terms_Ddx(ProgramRun& r, const Instruction& t) { simple(r, t, Op::DerivativeX); }
void terms_Ddy(ProgramRun& r, const Instruction& t) { simple(r, t, Op::DerivativeY); }
void terms_Sat(ProgramRun& r, const Instruction& t) {
  unary(r, t, [&](Term a) { return r.store().clamp(a, r.store().constant(0.0f), r.store().constant(1.0f)); });
}

void terms_Sge(ProgramRun& r, const Instruction& t) {
  binary(r, t, [&](Term a, Term b) { return one_if(r, r.store().less_equal(b, a)); });
}
void terms_Slt(ProgramRun& r, const Instruction& t) {
  binary(r, t, [&](Term a, Term b) { return one_if(r, r.store().less(a, b)); });
}
void terms_Seq(ProgramRun& r, const Instruction& t) {
  binary(r, t, [&](Term a, Term b) { return one_if(r, r.store().equal(a, b)); });
}
void terms_Sne(ProgramRun& r, const Instruction& t) {
  binary(r, t, [&](Term a, Term b) { return one_if(r, r.store().negation(r.store().equal(a, b))); });
}

void terms_Nrm(ProgramRun& r, const Instruction& t) {
  Store& s = r.store();
  const std::vector<Term> a = r.vector(t.src1, 3);
  const Term square = s.dot(a, a);
  const Term zero = s.constant(0.0f);
  const bool defined = r.semantics().normalize_zero == NormalizeZero::Zero;
  const auto unit = [&](std::uint32_t c) {
    const Term lane = s.normalized(a[c], square);
    return defined ? s.select(s.equal(square, zero), zero, lane) : lane;
  };
  r.write(t.dst, unit, xyz);
}

void terms_Crs(ProgramRun& r, const Instruction& t) {
  const std::vector<Term> a = r.vector(t.src1, 3), b = r.vector(t.src2, 3);
  r.write(
      t.dst, [&](std::uint32_t c) { return r.store().cross(a, b, c); }, xyz);
}

void dot_product(ProgramRun& r, const Instruction& t) {
  const std::uint32_t width = t.info()->cols;
  const std::vector<Term> a = r.vector(t.src1, width), b = r.vector(t.src2, width);
  const Term result = r.store().dot(a, b);
  r.write(t.dst, [&](std::uint32_t) { return result; });
}
void terms_Dp3(ProgramRun& r, const Instruction& t) { dot_product(r, t); }
void terms_Dp4(ProgramRun& r, const Instruction& t) { dot_product(r, t); }

void matrix_product(ProgramRun& r, const Instruction& t) {
  const OpcodeInfo& row = *t.info();
  const std::vector<Term> a = r.vector(t.src1, row.cols);
  r.write(
      t.dst, [&](std::uint32_t c) { return r.store().dot(a, r.vector(t.src2, row.cols, c, row.rows)); },
      static_cast<WriteMask>((1u << row.rows) - 1));
}
void terms_M33(ProgramRun& r, const Instruction& t) { matrix_product(r, t); }
void terms_M44(ProgramRun& r, const Instruction& t) { matrix_product(r, t); }
void terms_M34(ProgramRun& r, const Instruction& t) { matrix_product(r, t); }

void fetch(ProgramRun& r, const Instruction& t, Level level) {
  Store& s = r.store();
  const SamplerOperand sampler = t.sampler();
  const TextureKind kind = sampler.kind();
  std::vector<Term> operands{s.leaf(Op::Texture, sampler.index()), s.sampler(sampler.index())};
  const std::vector<Term> at = r.vector(t.src1, SampleForm{level, kind}.coordinates());
  operands.insert(operands.end(), at.begin(), at.end());
  operands.push_back(s.constant(sampler.bias()));
  const bool single = sampler.has(SamplerOption::Single);
  r.write(t.dst, [&](std::uint32_t c) { return s.texel(level, kind, operands, single ? 0 : c); });
}
void terms_Tex(ProgramRun& r, const Instruction& t) { fetch(r, t, Level::Bias); }
void terms_Ted(ProgramRun& r, const Instruction& t) { fetch(r, t, Level::Bias); }
void terms_Tld(ProgramRun& r, const Instruction& t) { fetch(r, t, Level::Lod); }

std::pair<Term, Term> scalars(ProgramRun& r, const Instruction& t) {
  const Term a = r.read(t.src1, 0);
  return {a, r.read(t.src2, 0)};
}
void terms_Ife(ProgramRun& r, const Instruction& t) {
  const auto [a, b] = scalars(r, t);
  r.open_if(r.store().equal(a, b));
}
void terms_Ine(ProgramRun& r, const Instruction& t) {
  const auto [a, b] = scalars(r, t);
  r.open_if(r.store().negation(r.store().equal(a, b)));
}
void terms_Ifg(ProgramRun& r, const Instruction& t) {
  const auto [a, b] = scalars(r, t);
  const bool or_equal = r.semantics().ifg == IfgMode::GreaterEqual;
  r.open_if(or_equal ? r.store().less_equal(b, a) : r.store().less(b, a));
}
void terms_Ifl(ProgramRun& r, const Instruction& t) {
  const auto [a, b] = scalars(r, t);
  r.open_if(r.store().less(a, b));
}
void terms_Els(ProgramRun& r, const Instruction&) { r.open_else(); }
void terms_Eif(ProgramRun& r, const Instruction&) { r.close_if(); }
void terms_Kil(ProgramRun& r, const Instruction& t) {
  r.paths().kill(r.store().less(r.read(t.src1, 0), r.store().constant(0.0f)));
}

using OpcodeFunction = void (*)(ProgramRun&, const Instruction&);
constexpr auto opcode_functions = std::to_array<OpcodeFunction>({
#define AGAL_EXECUTABLE(id) terms_##id,
#define AGAL_TOMBSTONE(id) nullptr,
#include "program/executable_opcodes.def"
});

Outputs ProgramRun::run() {
  for (const Instruction& token : program_.instructions) {
    opcode_functions[token.opcode](*this, token);
    if (store_.exhausted()) break;
  }
  Outputs out;
  out.killed = paths_.killed();
  for (const RegisterType type : {RegisterType::Output, RegisterType::Varying, RegisterType::Depth}) {
    const std::vector<bool>& written = written_[static_cast<std::size_t>(type)];
    for (std::uint32_t n = 0; n < written.size(); ++n)
      if (written[n]) out.list.push_back({type, n, file(type)[n]});
  }
  return out;
}

}  // namespace

Outputs run_program(Store& store, const Program& program, const Semantics& semantics) {
  store.set_source_side(true);
  Outputs out = ProgramRun(store, program, semantics).run();
  store.set_source_side(false);
  return out;
}

}  // namespace agal::prove
