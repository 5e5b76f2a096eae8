// C++ exceptions for the command: the functions that the compiler calls, which Debian's libc++abi for WebAssembly
// leaves out. Names, tables and the counting of handlers follow the Itanium C++ ABI. The argument of a WebAssembly
// `throw` is the address of the thrown object.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <typeinfo>

namespace {

// The header in front of each exception object.
struct alignas(16) Header {
  const std::type_info* type;
  void* (*destroy)(void*);  // a destructor of WebAssembly returns its argument
  Header* below;            // the next header in the stack of caught exceptions
  void* caught;             // the address in the object that the handler gets, which may be a base class
  std::int32_t handlers;    // the number of active handlers; negative if the exception was thrown again
};

Header* caught = nullptr;

Header* header_of(void* object) { return static_cast<Header*>(object) - 1; }

// The library's class for types. The order of the virtual functions must match it.
struct CatchableType : std::type_info {
  ~CatchableType() override;
  virtual void noop1() const;
  virtual void noop2() const;
  virtual bool can_catch(const CatchableType* thrown, void*& object) const = 0;
};

// Reads an unsigned LEB128 number.
std::uint32_t unsigned_number(const std::uint8_t*& at) {
  std::uint32_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const std::uint8_t byte = *at++;
    value |= static_cast<std::uint32_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
}

std::int32_t signed_number(const std::uint8_t*& at) {
  std::uint32_t value = 0;
  unsigned shift = 0;
  for (;;) {
    const std::uint8_t byte = *at++;
    value |= static_cast<std::uint32_t>(byte & 0x7f) << shift;
    shift += 7;
    if (byte >= 0x80) continue;
    if ((byte & 0x40) != 0 && shift < 32) value |= ~0u << shift;
    return static_cast<std::int32_t>(value);
  }
}

// The handlers of a call site in a function.
struct Handlers {
  const std::uint8_t* first = nullptr;  // nullptr if there are only destructors
  const std::uint8_t* types = nullptr;  // the end of the table of types
};

Handlers handlers_at(const std::uint8_t* table, std::uint32_t place) {
  constexpr std::uint8_t omitted = 0xff;
  ++table;  // the encoding of the landing pads' base, which is omitted
  Handlers out;
  if (*table++ != omitted) {
    const std::uint32_t offset = unsigned_number(table);
    out.types = table + offset;
  }
  ++table;  // the encoding of the call sites, which is always LEB128
  const std::uint32_t size = unsigned_number(table);
  const std::uint8_t* const actions = table + size;
  for (std::uint32_t i = 0; table < actions; ++i) {
    unsigned_number(table);  // the landing pad
    const std::uint32_t action = unsigned_number(table);
    if (i != place) continue;
    if (action != 0) out.first = actions + action - 1;
    break;
  }
  return out;
}

// Returns the number of the handler that takes the exception; 0 if there is none.
std::int32_t select_handler(Header& header, const Handlers& handlers) {
  for (const std::uint8_t* at = handlers.first; at != nullptr;) {
    const std::int32_t number = signed_number(at);
    const std::uint8_t* const here = at;
    const std::int32_t offset = signed_number(at);
    if (number > 0) {
      const CatchableType* type = nullptr;
      std::memcpy(&type, handlers.types - number * std::int32_t{sizeof(type)}, sizeof(type));
      void* object = &header + 1;
      if (type == nullptr || type->can_catch(static_cast<const CatchableType*>(header.type), object)) {
        header.caught = object;
        return number;
      }
    }
    at = offset == 0 ? nullptr : here + offset;
  }
  return 0;
}

}  // namespace

// Defines the tag of all exceptions.
asm(".globl __cpp_exception\n"
    ".tagtype __cpp_exception i32\n"
    "__cpp_exception:\n");

extern "C" {

// Passes a function's call site to the personality function, which returns the handler that continues.
struct LandingPad {
  std::uint32_t place;
  const std::uint8_t* table;
  std::int32_t selector;
};
thread_local LandingPad __wasm_lpad_context;

int _Unwind_CallPersonality(void* object) {
  LandingPad& pad = __wasm_lpad_context;
  pad.selector = select_handler(*header_of(object), handlers_at(pad.table, pad.place));
  return 0;
}

// The compiler refers to this function, but nothing calls it.
int __gxx_wasm_personality_v0() { return 0; }

void* __cxa_allocate_exception(std::size_t size) noexcept {
  void* const memory = std::calloc(1, sizeof(Header) + size);
  if (memory == nullptr) std::terminate();
  return static_cast<Header*>(memory) + 1;
}

void __cxa_free_exception(void* object) noexcept { std::free(header_of(object)); }

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, void* (*destroy)(void*)) {
  Header& header = *header_of(object);
  header.type = type;
  header.destroy = destroy;
  header.caught = object;
  __builtin_wasm_throw(0, object);
}

void* __cxa_get_exception_ptr(void* object) noexcept { return header_of(object)->caught; }

void* __cxa_begin_catch(void* object) noexcept {
  Header* const header = header_of(object);
  header->handlers = (header->handlers < 0 ? -header->handlers : header->handlers) + 1;
  if (caught != header) {
    header->below = caught;
    caught = header;
  }
  return header->caught;
}

void __cxa_end_catch() {
  Header* const header = caught;
  if (header == nullptr) return;
  if (header->handlers < 0) {
    // An exception that was thrown again is not destroyed.
    if (++header->handlers == 0) caught = header->below;
    return;
  }
  if (--header->handlers > 0) return;
  caught = header->below;
  if (header->destroy != nullptr) header->destroy(header + 1);
  std::free(header);
}

[[noreturn]] void __cxa_rethrow() {
  if (caught == nullptr) std::terminate();
  caught->handlers = -caught->handlers;
  __builtin_wasm_throw(0, caught + 1);
}

}  // extern "C"

// The library's operator would end the program.
void* operator new(std::size_t size) {
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
