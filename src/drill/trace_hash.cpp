#include "drill/trace_hash.hpp"

#include <bit>

namespace hexad::drill {
namespace {

std::uint64_t word_of(const Endpoint& endpoint) noexcept {
  return std::uint64_t{endpoint.protocol} << 48 | std::uint64_t{endpoint.address} << 16 | endpoint.port;
}

/// Up to eight small numbers.
template <class... Values>
std::uint64_t packed(Values... values) noexcept {
  std::uint64_t word = 0;
  ((word = word << 8 | static_cast<std::uint8_t>(values)), ...);
  return word;
}

struct WordOf {
  std::uint64_t operator()(const Answer& a) const noexcept {
    return packed(a.outcome, a.refusal, a.hit.limit, a.hit.index, a.code);
  }
  std::uint64_t operator()(const Transition& t) const noexcept { return packed(t.from, t.to); }
  std::uint64_t operator()(const LimitChange& l) const noexcept {
    return packed(l.hit.limit, l.hit.index, l.began);
  }
  std::uint64_t operator()(const FaultRaised& f) const noexcept { return packed(f.fault.kind, f.fault.leg); }
  std::uint64_t operator()(const DriverChange& d) const noexcept { return word_of(d.driver); }
  template <class Other>  // addresses, and times that follow from the tick
  std::uint64_t operator()(const Other&) const noexcept {
    return 0;
  }
};

}  // namespace

void add(TraceHash& hash, const Outputs& out) noexcept {
  hash.add(static_cast<std::uint64_t>(out.telemetry.state));
  for (const Event& event : out.events) {
    hash.add(out.telemetry.tick);
    hash.add(event.news.index());
    hash.add(event.tag);
    hash.add(word_of(event.driver));
    hash.add(std::visit(WordOf{}, event.news));
  }
}

void add(TraceHash& hash, const Setpoint& s) noexcept {
  for (const Vec6* legs : {&s.extension.values(), &s.velocity.values(), &s.acceleration.values()})
    for (const double value : *legs) hash.add(std::bit_cast<std::uint64_t>(value));
  for (const double value : {s.rotary, s.rotary_velocity}) hash.add(std::bit_cast<std::uint64_t>(value));
  hash.add(packed(s.enable, s.seek_bottom, s.set_zero, s.reset, s.relays >> 8, s.relays, s.outputs));
}

}  // namespace hexad::drill
