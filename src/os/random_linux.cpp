#include <sys/random.h>

#include <cerrno>
#include <system_error>

#include "os/random.hpp"

namespace hexad::inline os {

void fill_random(std::span<std::byte> bytes) {
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw std::system_error{errno, std::generic_category(), "getrandom"};
}

}  // namespace hexad::inline os
