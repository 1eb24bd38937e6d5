#pragma once
// Stop, hold, emergency and the e-stop button of one session, on their way to the core. A latch is a few
// atomic words that are set again rather than queued: never full, never refused, and ten thousand of them are
// as quick as one.
//
// Each control has two places, one for the endpoint that drives and one for everybody else: a stop by another
// endpoint disarms the driver, and the driver's own stop in the same tick must not hide it.

#include <array>
#include <atomic>
#include <cstdint>

#include "model/request.hpp"

namespace hexad::inline engine {

class Latch {
 public:
  struct Taken {
    Endpoint from;
    TimePoint arrival{};
    const Contract* contract = nullptr;
    std::uint64_t mark = 0;  ///< how many requests its thread had sent before
    explicit operator bool() const noexcept { return static_cast<bool>(from); }
  };

  void set(const Taken& latched) noexcept {
    arrival_.store(latched.arrival.time_since_epoch().count(), std::memory_order_relaxed);
    contract_.store(latched.contract, std::memory_order_relaxed);
    mark_.store(latched.mark, std::memory_order_relaxed);
    who_.store(pack(latched.from), std::memory_order_release);
  }

  /// Set again while it is taken, the rest may already be the newer one's; the newer one then comes as well.
  Taken take() noexcept {
    const std::uint64_t who = who_.exchange(0, std::memory_order_acquire);
    if (who == 0) return {};
    return {unpack(who), TimePoint{Duration{arrival_.load(std::memory_order_relaxed)}},
            contract_.load(std::memory_order_relaxed), mark_.load(std::memory_order_relaxed)};
  }

 private:
  static constexpr std::uint64_t pack(const Endpoint& endpoint) noexcept {
    return std::uint64_t{endpoint.protocol} << 48 | std::uint64_t{endpoint.address} << 16 | endpoint.port;
  }
  static constexpr Endpoint unpack(std::uint64_t word) noexcept {
    return {static_cast<ProtocolId>(word >> 48), static_cast<std::uint32_t>(word >> 16),
            static_cast<std::uint16_t>(word)};
  }

  std::atomic<std::uint64_t> who_{0};  ///< 0 = not set
  std::atomic<std::int64_t> arrival_{0};
  std::atomic<const Contract*> contract_{nullptr};
  std::atomic<std::uint64_t> mark_{0};
};

/// In the order the core is told of them.
inline constexpr std::array kLatched{Control::emergency, Control::press_button, Control::stop, Control::hold};

struct Latches {
  static constexpr std::size_t kCount = 2 * kLatched.size();
  std::array<Latch, kCount> slots;

  static constexpr Control control_of(std::size_t slot) noexcept { return kLatched[slot / 2]; }
  Latch* find(Control control, bool by_driver) noexcept {
    for (std::size_t i = 0; i < kLatched.size(); ++i)
      if (kLatched[i] == control) return &slots[2 * i + (by_driver ? 0 : 1)];
    return nullptr;
  }
};

}  // namespace hexad::inline engine
