// The messages between the backend (../direct3d_backend.cpp) and the program for Windows (main.cpp), which use pipes.
// Both are for x86-64, so numbers and floats are written as they are in memory.
//
// A message consists of its size in bytes and its fields. First the program sends a Greeting. Then it answers each
// Request with a Reply until its input ends.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace agal::exec::direct3d {

struct Greeting {
  std::string fault;   // the reason why the device is missing; "" if there is one
  std::string device;  // a description of the device
};

enum class Kind : std::uint32_t { Plane, Cube, Volume };

struct Level {
  std::uint32_t width = 1, height = 1, depth = 1;  // the depth of a cube is 6
  std::vector<std::uint8_t> texels;                // four bytes for each texel
};

struct Texture {
  std::uint32_t slot = 0;  // the number of tN and sN
  Kind kind = Kind::Plane;
  std::vector<Level> levels;
  std::uint32_t linear = 0;            // 1 for a linear filter
  std::uint32_t mips = 0;              // mip filter: 0 none, 1 nearest, 2 linear
  std::vector<std::uint32_t> repeats;  // values by coordinate
};

struct Draw {
  std::uint32_t x = 0, y = 0;   // fragment shaders: the first pixel of the cell
  std::uint32_t instances = 1;  // vertex shaders: the results of the last instance are used
  std::vector<float> constants;
};

/// One job. A vertex shader runs for a point for each draw, and a fragment shader for a triangle for each draw.
struct Request {
  std::uint32_t vertex = 0;  // 1 if `shader` is a vertex shader
  std::string shader;
  std::string partner;          // the other shader of the pair, or ""
  std::uint32_t registers = 0;  // vec4s of each vertex
  // The number of the TEXCOORD semantic of each register: N for vaN of a vertex shader. For a fragment shader, 0 for
  // the position, and N + 1 for vN.
  std::vector<std::uint32_t> numbers;
  std::vector<float> vertices;        // the vertices of all draws
  std::vector<std::uint32_t> colors;  // fragment shaders: numbers of the written ocN
  std::uint32_t depth = 0;            // fragment shaders: 1 if depth is written
  std::vector<Texture> textures;
  std::vector<Draw> draws;
  // The layout of the target in cells.hpp.
  std::uint32_t surface_size = 0, cell_size = 0, triangle_size = 0;
  float untouched = 0;
};

struct Reply {
  std::string fault;
  std::vector<std::uint32_t> varyings;     // vertex shaders: the written varyings
  std::vector<float> records;              // vertex shaders: the position and the varyings for each draw
  std::vector<std::vector<float>> colors;  // fragment shaders: the surface for each of `colors`
  std::vector<float> depth;                // fragment shaders: the surface, if depth is written
};

// -------------------------------------------------------------------------------------------- the fields in order

template <class Archive>
void visit(Archive& a, Greeting& greeting) {
  a(greeting.fault, greeting.device);
}
template <class Archive>
void visit(Archive& a, Level& level) {
  a(level.width, level.height, level.depth, level.texels);
}
template <class Archive>
void visit(Archive& a, Texture& t) {
  a(t.slot, t.kind, t.levels, t.linear, t.mips, t.repeats);
}
template <class Archive>
void visit(Archive& a, Draw& draw) {
  a(draw.x, draw.y, draw.instances, draw.constants);
}
template <class Archive>
void visit(Archive& a, Request& r) {
  a(r.vertex, r.shader, r.partner, r.registers, r.numbers, r.vertices, r.colors, r.depth, r.textures, r.draws,
    r.surface_size, r.cell_size, r.triangle_size, r.untouched);
}
template <class Archive>
void visit(Archive& a, Reply& reply) {
  a(reply.fault, reply.varyings, reply.records, reply.colors, reply.depth);
}

/// Appends fields to bytes.
class Writer {
 public:
  template <class... T>
  void operator()(T&... fields) {
    (put(fields), ...);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  template <class T>
  void put(T& field) {
    if constexpr (requires { field.size(); }) {
      std::uint32_t size = static_cast<std::uint32_t>(field.size());
      put(size);
      for (auto& element : field) put(element);
    } else if constexpr (std::is_class_v<T>) {
      visit(*this, field);
    } else {
      bytes_.append(reinterpret_cast<const char*>(&field), sizeof field);
    }
  }

  std::string bytes_;
};

/// Reads fields from bytes. If there are too few bytes, all further fields are empty.
class Reader {
 public:
  explicit Reader(const std::string& bytes) : next_(bytes.data()), left_(bytes.size()) {}
  template <class... T>
  void operator()(T&... fields) {
    (get(fields), ...);
  }
  /// Returns true if the number of bytes matches the fields.
  bool complete() const { return good_ && left_ == 0; }

 private:
  template <class T>
  void get(T& field) {
    if constexpr (requires { field.size(); }) {
      std::uint32_t size = 0;
      get(size);
      good_ = good_ && size <= left_;
      field.resize(good_ ? size : 0);
      for (auto& element : field) get(element);
    } else if constexpr (std::is_class_v<T>) {
      visit(*this, field);
    } else {
      good_ = good_ && sizeof field <= left_;
      if (!good_) return;
      std::memcpy(&field, next_, sizeof field);
      next_ += sizeof field;
      left_ -= sizeof field;
    }
  }

  const char* next_;
  std::size_t left_;
  bool good_ = true;
};

template <class Message>
std::string encode(Message& message) {
  Writer writer;
  writer(message);
  return writer.bytes();
}

/// Reads a message. Returns false if the bytes are not a message of this type.
template <class Message>
bool decode(const std::string& bytes, Message& message) {
  Reader reader(bytes);
  reader(message);
  return reader.complete();
}

}  // namespace agal::exec::direct3d
