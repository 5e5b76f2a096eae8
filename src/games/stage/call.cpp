#include "stage/call.hpp"

namespace agal::frames {
namespace {

template <class T>
const T* argument(const Call& call, std::size_t index) {
  return index < call.arguments.size() ? std::get_if<T>(&call.arguments[index]) : nullptr;
}

}  // namespace

double Call::number(std::size_t index, double otherwise) const {
  const double* const found = argument<double>(*this, index);
  return found != nullptr ? *found : otherwise;
}

std::string_view Call::text(std::size_t index, std::string_view otherwise) const {
  const std::string* const found = argument<std::string>(*this, index);
  return found != nullptr ? *found : otherwise;
}

std::uint32_t Call::object(std::size_t index) const {
  const ObjectNumber* const found = argument<ObjectNumber>(*this, index);
  return found != nullptr ? found->number : 0;
}

const std::vector<float>* Call::numbers(std::size_t index) const { return argument<std::vector<float>>(*this, index); }

const BlobArgument* Call::blob(std::size_t index) const { return argument<BlobArgument>(*this, index); }

}  // namespace agal::frames
