#include <windows.h>
// After windows.h.
#include <bcrypt.h>

#include <stdexcept>

#include "os/random.hpp"

namespace hexad::inline os {

void fill_random(std::span<std::byte> bytes) {
  auto* const place = static_cast<unsigned char*>(static_cast<void*>(bytes.data()));
  if (::BCryptGenRandom(nullptr, place, static_cast<ULONG>(bytes.size()), BCRYPT_USE_SYSTEM_PREFERRED_RNG) !=
      0)
    throw std::runtime_error{"the system has no randomness"};
}

}  // namespace hexad::inline os
