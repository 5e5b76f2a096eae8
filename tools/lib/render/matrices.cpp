// The matrices that a program reads from constants, found by what the program does with them.
#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <tuple>

#include "agal/operands.hpp"
#include "render/scene.hpp"

namespace agal::render {
namespace {

constexpr std::uint32_t code_of(RegisterType type) { return static_cast<std::uint32_t>(type); }

bool is_constant(const Source& source) { return source.type_code() == code_of(RegisterType::Constant); }

// A constant, or the constants that a relative address reaches: the number without the index, and the bits of the
// index register, which are 0 for a direct address.
struct Address {
  std::uint32_t number;
  std::uint64_t index;
  auto operator<=>(const Address&) const = default;
};

Address address_of(const Source& source) {
  if (!source.indirect()) return {source.index(), 0};
  return {source.offset(),
          Source::make_indirect({}, source.index_type(), source.index(), source.index_component(), 0).bits};
}

// A register by its type and number.
using Register = std::pair<std::uint32_t, std::uint32_t>;
Register register_of(const Source& source) { return {source.type_code(), source.index()}; }
Register written_by(const Instruction& token) { return {token.dst.type_code(), token.dst.index()}; }

// A product of a matrix in constants and a register.
struct Product {
  Address first{};  // the first constant
  std::uint32_t rows = 0;
  Register vector{};
  bool ignores_last_column = false;
};

// A dot product that computes one component of a product: the first constant of the matrix, and the row.
struct RowProduct {
  Opcode opcode;
  Register result, vector;
  Address first;
  std::uint32_t row;
  auto key() const { return std::tuple(opcode, result, vector, first); }
};

std::optional<RowProduct> row_product_of(const Instruction& token) {
  if (!token.is(Opcode::Dp4) && !token.is(Opcode::Dp3)) return std::nullopt;
  if (is_constant(token.src1) == is_constant(token.src2) || !std::has_single_bit(token.dst.mask())) return std::nullopt;
  const bool second = is_constant(token.src2);
  const Source &vector = second ? token.src1 : token.src2, &constant = second ? token.src2 : token.src1;
  const auto row = static_cast<std::uint32_t>(std::countr_zero(token.dst.mask()));
  const auto [number, index] = address_of(constant);
  if (vector.indirect() || number < row) return std::nullopt;
  return RowProduct{token.is(Opcode::Dp4) ? Opcode::Dp4 : Opcode::Dp3,
                    written_by(token),
                    register_of(vector),
                    {number - row, index},
                    row};
}

class Products {
 public:
  explicit Products(const Program& program) : program_(program), at_(program.instructions.size()) {
    find_rows();
    for (std::size_t i = 0; i < at_.size(); ++i) at_[i] = product_of(program.instructions[i]);
  }

  // Returns the product that each token computes: completely (m44), or one component of it (dp4).
  const std::vector<std::optional<Product>>& by_token() const { return at_; }

  // Returns the last token before `end` that computes a product on which the register depends; nullopt if there is
  // none. Follows the first source of each token backward.
  std::optional<std::size_t> last_for(Register wanted, std::size_t end) const {
    for (std::size_t i = end; i-- > 0;) {
      const Instruction& token = program_.instructions[i];
      const OpcodeInfo* const row = token.info();
      if (row == nullptr || row->dest == DestinationRule::None || written_by(token) != wanted) continue;
      if (at_[i]) return i;
      if (!token.src1.indirect() && token.src1.type_code() == code_of(RegisterType::Temporary))
        wanted = register_of(token.src1);
    }
    return std::nullopt;
  }

 private:
  void find_rows() {
    for (const Instruction& token : program_.instructions)
      if (const std::optional<RowProduct> row = row_product_of(token)) rows_[row->key()] |= 1u << row->row;
  }

  std::optional<Product> product_of(const Instruction& token) const {
    const OpcodeInfo* const info = token.info();
    if (info == nullptr) return std::nullopt;
    if (info->src2 == SourceRule::Matrix) {
      if (!is_constant(token.src2)) return std::nullopt;
      return Product{address_of(token.src2), info->rows, register_of(token.src1), token.is(Opcode::M33)};
    }
    const std::optional<RowProduct> row = row_product_of(token);
    if (!row) return std::nullopt;
    const std::uint32_t found = rows_.at(row->key());
    if ((found & 7u) != 7u) return std::nullopt;
    return Product{row->first, found == 15u ? 4u : 3u, row->vector, row->opcode == Opcode::Dp3};
  }

  const Program& program_;
  std::vector<std::optional<Product>> at_;
  std::map<std::tuple<Opcode, Register, Register, Address>, std::uint32_t> rows_;  // a bit for each row
};

// Returns the number of constants from `first` on that a relative address reaches and that the program does not name.
std::uint32_t reached_from(const Program& program, std::uint32_t first) {
  std::uint32_t end = constant_array_size(program);
  for (const std::uint32_t named : registers_read(program, RegisterType::Constant))
    if (named >= first) end = std::min(end, named);
  return std::max(end, first) - first;
}

}  // namespace

std::vector<MatrixGuess> guess_matrices(const Program& program) {
  const Products products(program);
  const std::vector<std::optional<Product>>& by_token = products.by_token();
  const bool is_vertex = program.stage == Stage::Vertex;
  std::vector<MatrixGuess> guesses;
  // Relative addresses with different index registers reach the same matrices.
  const auto key_of = [](const Product& product) { return std::pair(product.first.number, product.first.index != 0); };
  std::map<std::pair<std::uint32_t, bool>, std::size_t> known;  // indices into `guesses`
  for (const std::optional<Product>& product : by_token) {
    if (!product) continue;
    const auto [place, is_new] = known.emplace(key_of(*product), guesses.size());
    const auto [number, relative] = place->first;
    const std::uint32_t reached = relative && is_new ? reached_from(program, number) : 0;
    if (is_new) guesses.push_back({number, product->rows, reached, relative, is_vertex ? "model" : ""});
    MatrixGuess& guess = guesses[place->second];
    guess.rows = std::max(guess.rows, product->rows);
    if (!relative) guess.count = guess.rows;
  }
  if (!is_vertex) return guesses;
  const std::optional<std::size_t> last =
      products.last_for({code_of(RegisterType::Output), 0}, program.instructions.size());
  if (!last || by_token[*last]->ignores_last_column) return guesses;
  const bool has_model = products.last_for(by_token[*last]->vector, *last).has_value();
  guesses[known.at(key_of(*by_token[*last]))].word = has_model ? "view-projection" : "model-view-projection";
  return guesses;
}

}  // namespace agal::render
