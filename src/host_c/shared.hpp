#pragma once
// What the functions of the C interface share: structures that begin with their size, errors as numbers and
// words, and nothing thrown across the border.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>

#include "base/time.hpp"
#include "host/error.hpp"
#include "host/pose.hpp"
#include "host_c/hexad_host.h"
#include "net/address.hpp"

namespace hexad::host_c {

/// As much of it as the caller's structure has room for.
template <class T>
int give(T* to, T from) noexcept {
  if (to == nullptr || to->size < sizeof(to->size)) return HEXAD_BAD_ARGUMENT;
  from.size = std::min<std::uint32_t>(to->size, sizeof(T));
  std::memcpy(to, &from, from.size);
  return HEXAD_OK;
}

/// What the caller's structure has; the rest is zero.
template <class T>
T take(const T* from) noexcept {
  T out{};
  if (from != nullptr) std::memcpy(&out, from, std::min<std::size_t>(from->size, sizeof(T)));
  return out;
}

inline int fail(hexad_error* error, int kind, std::string_view text) noexcept {
  hexad_error out{};
  out.kind = kind;
  std::memcpy(out.text, text.data(), std::min(text.size(), sizeof(out.text) - 1));
  if (error != nullptr) give(error, out);
  return kind;
}

inline int fail(hexad_error* error, const host::Error& what) noexcept {
  return fail(error, static_cast<int>(what.kind) + HEXAD_NO_SOCKET, what.text);
}

/// Runs it; what is thrown (no memory) becomes a number.
template <class Act>
int guarded(Act act, hexad_error* error = nullptr) noexcept {
  try {
    return act();
  } catch (...) {
    return fail(error, HEXAD_INTERNAL, "no memory");
  }
}

inline bool are_finite(std::span<const double> values) noexcept {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

/// A pose whose values may be sent.
inline bool read_pose(const hexad_pose* from, host::PitchFirstPose& to) noexcept {
  const hexad_pose p = take(from);
  to = {p.pitch, p.roll, p.yaw, p.sway, p.surge, p.heave};
  return from != nullptr && are_finite(std::array{p.pitch, p.roll, p.yaw, p.sway, p.surge, p.heave});
}

inline Duration duration_of(double seconds) noexcept {
  return std::chrono::duration_cast<Duration>(
      std::chrono::duration<double>{std::isfinite(seconds) ? std::clamp(seconds, 0.0, 1e6) : 0.0});
}

/// Opens a client into a handle of its own.
template <class Handle, class Settings, class Open>
int open_handle(const char* address, std::uint16_t port, net::Address& place, const Settings& settings,
                Open open, Handle** out, hexad_error* error) noexcept {
  return guarded(
      [&] {
        if (out == nullptr || address == nullptr)
          return fail(error, HEXAD_BAD_ARGUMENT, "no address, or no place for the handle");
        *out = nullptr;
        const auto ip = net::parse_ip(address);
        if (!ip) return fail(error, HEXAD_BAD_ARGUMENT, "the address is numeric, as 192.168.1.30");
        place.ip = *ip;
        if (port != 0) place.port = port;
        auto client = open(settings);
        if (!client) return fail(error, client.error());
        *out = new Handle{std::move(*client)};
        return static_cast<int>(HEXAD_OK);
      },
      error);
}

}  // namespace hexad::host_c
