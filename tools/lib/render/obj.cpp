// Reads Wavefront OBJ files.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>

#include "base/text.hpp"
#include "cli/console.hpp"
#include "render/mesh.hpp"

namespace agal::render {
namespace {

using Vector = std::array<float, 3>;

// The indices of a corner, from 0. Texture coordinates and normal may be missing.
struct Corner {
  std::uint32_t position = 0;
  std::optional<std::uint32_t> uv, normal;

  auto operator<=>(const Corner&) const = default;
};

// Removes the next word from a line and returns it; "" at the end of the line.
std::string_view next_word(std::string_view& line) {
  constexpr std::string_view blank = " \t\r";
  const std::size_t begin = std::min(line.find_first_not_of(blank), line.size());
  const std::size_t end = std::min(line.find_first_of(blank, begin), line.size());
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

class Reader {
 public:
  explicit Reader(const std::string& name) : name_(name) {}

  void read(std::string_view text);
  Result<Mesh> finish();

 private:
  void fault(const std::string& message);
  bool faulty() const { return found_.has_errors(); }

  void read_line(std::string_view line);
  std::array<float, 3> numbers(std::string_view line, std::size_t min, std::size_t max);
  void read_face(std::string_view line);
  std::optional<Corner> corner(std::string_view word);
  std::optional<std::uint32_t> number_of(std::string_view text, std::size_t count);
  std::uint32_t vertex_of(const Corner& corner);
  void make_normals();
  void make_coordinates();

  const std::string& name_;
  Diagnostics found_;
  std::uint32_t line_ = 0;
  std::vector<Vector> positions_, normals_, coordinates_;
  std::map<Corner, std::uint32_t> known_;
  std::vector<Corner> corners_;  // index: vertex
  Mesh mesh_;
  bool missing_normals_ = false, missing_coordinates_ = false;
};

// Reports a fault. Reading stops at the first one, because later faults would be meaningless.
void Reader::fault(const std::string& message) {
  Diagnostic diagnostic = agalc::make_diagnostic("mesh-malformed", name_, {message});
  if (line_ != 0) diagnostic.location.line = line_;
  found_.add(std::move(diagnostic));
}

std::array<float, 3> Reader::numbers(std::string_view line, std::size_t min, std::size_t max) {
  std::array<float, 3> values{};
  for (std::size_t i = 0; i < max; ++i) {
    std::string_view word = next_word(line);
    if (word.empty() && i >= min) break;
    if (word.starts_with('+')) word.remove_prefix(1);
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), values[i]);
    if (error != std::errc{} || end != word.data() + word.size() || !std::isfinite(values[i])) {
      fault(word.empty() ? fmt::format("expected {} numbers", min) : fmt::format("'{}' is not a number", word));
      break;
    }
  }
  return values;
}

// Parses an index. Positive numbers count from 1; negative numbers count from the end of the elements read so far.
std::optional<std::uint32_t> Reader::number_of(std::string_view text, std::size_t count) {
  std::int64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  const bool good = error == std::errc{} && end == text.data() + text.size();
  const std::int64_t from_zero = n < 0 ? n + static_cast<std::int64_t>(count) : n - 1;
  if (good && n != 0 && from_zero >= 0 && from_zero < static_cast<std::int64_t>(count))
    return static_cast<std::uint32_t>(from_zero);
  fault(fmt::format("'{}' does not refer to a previous line ({})", text, base::counted(count, "line")));
  return std::nullopt;
}

// Parses a corner such as "1", "1/2", "1/2/3" or "1//3".
std::optional<Corner> Reader::corner(std::string_view word) {
  std::array<std::string_view, 3> parts;
  std::size_t count = 0;
  for (std::string_view rest = word; count < parts.size(); ++count) {
    const std::size_t slash = rest.find('/');
    parts[count] = rest.substr(0, slash);
    if (slash == std::string_view::npos) break;
    rest.remove_prefix(slash + 1);
  }
  if (count == parts.size()) {
    fault(fmt::format("'{}' has too many parts", word));
    return std::nullopt;
  }
  Corner result;
  const std::optional<std::uint32_t> position = number_of(parts[0], positions_.size());
  if (!position) return std::nullopt;
  result.position = *position;
  if (!parts[1].empty()) result.uv = number_of(parts[1], coordinates_.size());
  if (!parts[2].empty() && !faulty()) result.normal = number_of(parts[2], normals_.size());
  return faulty() ? std::nullopt : std::optional(result);
}

std::uint32_t Reader::vertex_of(const Corner& corner) {
  const auto [place, is_new] = known_.try_emplace(corner, static_cast<std::uint32_t>(mesh_.vertices.size()));
  if (!is_new) return place->second;
  MeshVertex vertex;
  const Vector& p = positions_[corner.position];
  vertex.position = {p[0], p[1], p[2], 1};
  if (corner.uv) {
    vertex.u = coordinates_[*corner.uv][0];
    vertex.v = 1 - coordinates_[*corner.uv][1];
  }
  if (corner.normal) {
    const Vector& n = normals_[*corner.normal];
    const float length = std::hypot(n[0], n[1], n[2]);
    if (length > 0) vertex.normal = {n[0] / length, n[1] / length, n[2] / length, 1};
  }
  missing_coordinates_ |= !corner.uv;
  missing_normals_ |= !corner.normal;
  mesh_.vertices.push_back(vertex);
  corners_.push_back(corner);
  return place->second;
}

void Reader::read_face(std::string_view line) {
  std::uint32_t first = 0, last = 0;
  std::size_t count = 0;
  for (std::string_view word = next_word(line); !word.empty(); word = next_word(line), ++count) {
    const std::optional<Corner> next = corner(word);
    if (!next) return;
    const std::uint32_t vertex = vertex_of(*next);
    if (count == 0) first = vertex;
    if (count >= 2) mesh_.triangles.push_back({first, last, vertex});
    last = vertex;
    if (mesh_.vertices.size() > max_mesh_size || mesh_.triangles.size() > max_mesh_size)
      return fault(fmt::format("there are more than {} vertices or triangles", max_mesh_size));
  }
  if (count < 3) fault("a face needs at least three corners");
}

void Reader::read_line(std::string_view line) {
  const std::string_view word = next_word(line);
  if (word == "v") {
    const Vector p = numbers(line, 3, 3);
    positions_.push_back({p[0], p[1], -p[2]});
  } else if (word == "vn") {
    const Vector n = numbers(line, 3, 3);
    normals_.push_back({n[0], n[1], -n[2]});
  } else if (word == "vt") {
    coordinates_.push_back(numbers(line, 1, 2));
  } else if (word == "f") {
    read_face(line);
  }
}

void Reader::read(std::string_view text) {
  while (!text.empty() && !faulty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    ++line_;
    std::string_view line = text.substr(0, end);
    read_line(line.substr(0, line.find('#')));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (faulty()) return;
  line_ = 0;
  if (mesh_.triangles.empty()) fault("it does not contain a face");
}

// Sets each normal to the average of the faces that share the position, weighted by their areas.
void Reader::make_normals() {
  std::vector<std::array<double, 3>> sums(positions_.size());
  for (const auto& triangle : mesh_.triangles) {
    const Float4 &a = mesh_.vertices[triangle[0]].position, &b = mesh_.vertices[triangle[1]].position,
                 &c = mesh_.vertices[triangle[2]].position;
    std::array<double, 3> ab{}, ac{};
    for (std::size_t i = 0; i < 3; ++i) {
      ab[i] = double{b[i]} - double{a[i]};
      ac[i] = double{c[i]} - double{a[i]};
    }
    // A face is counterclockwise from the outside in the space of the file, so it is clockwise after z is negated.
    for (const std::uint32_t vertex : triangle)
      for (std::size_t i = 0; i < 3; ++i)
        sums[corners_[vertex].position][i] += ac[(i + 1) % 3] * ab[(i + 2) % 3] - ac[(i + 2) % 3] * ab[(i + 1) % 3];
  }
  for (std::size_t n = 0; n < mesh_.vertices.size(); ++n) {
    if (corners_[n].normal) continue;
    const std::array<double, 3>& sum = sums[corners_[n].position];
    const double length = std::hypot(sum[0], sum[1], sum[2]);
    if (!(length > 0) || !std::isfinite(length)) continue;
    for (std::size_t i = 0; i < 3; ++i) mesh_.vertices[n].normal[i] = static_cast<float>(sum[i] / length);
  }
}

void Reader::make_coordinates() {
  const Extent extent = extent_of(mesh_);
  const float scale = extent.radius > 0 ? 0.5f / extent.radius : 0;
  for (std::size_t n = 0; n < mesh_.vertices.size(); ++n) {
    if (corners_[n].uv) continue;
    MeshVertex& vertex = mesh_.vertices[n];
    vertex.u = 0.5f + (vertex.position[0] - extent.center[0]) * scale;
    vertex.v = 0.5f - (vertex.position[1] - extent.center[1]) * scale;
  }
}

Result<Mesh> Reader::finish() {
  if (faulty()) return std::move(found_);
  if (missing_normals_) make_normals();
  if (missing_coordinates_) make_coordinates();
  for (MeshVertex& vertex : mesh_.vertices) {
    vertex.corner_x = 2 * vertex.u - 1;
    vertex.corner_y = 1 - 2 * vertex.v;
  }
  compute_tangents(mesh_);
  return std::move(mesh_);
}

}  // namespace

Result<Mesh> read_obj(std::string_view text, const std::string& name) {
  Reader reader(name);
  reader.read(text);
  return reader.finish();
}

}  // namespace agal::render
