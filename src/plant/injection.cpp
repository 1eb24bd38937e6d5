#include "plant/injection.hpp"

#include <charconv>
#include <cmath>

#include "base/units.hpp"
#include "messages/say.hpp"
#include "plant/drive_error.hpp"

namespace hexad::plant {
namespace {

constexpr std::uint8_t kEveryLeg = (1u << kMaxLegs) - 1u;

using messages::Id;

constexpr std::array<InjectionInfo, kInjections> kTable{{
    {Injection::drive_fault, "drive_fault", true, false, static_cast<double>(DriveError::over_current), 1.0,
     Id::injected_error_code, Id::injection_drive_fault},
    {Injection::servo_off, "servo_off", true, true, 0.0, 1.0, Id::nothing, Id::injection_servo_off},
    {Injection::stuck, "stuck", true, false, 0.0, 1.0, Id::nothing, Id::injection_stuck},
    {Injection::following_error, "following_error", true, false, 5.0 * kMillimetre, kMillimetre,
     Id::injected_mm, Id::injection_following_error},
    {Injection::encoder_jump, "encoder_jump", true, false, 5.0 * kMillimetre, kMillimetre, Id::injected_mm,
     Id::injection_encoder_jump},
    {Injection::limit_switch, "limit_switch", true, false, 1.0, 1.0, Id::injected_ends,
     Id::injection_limit_switch},
    {Injection::over_temperature, "over_temperature", true, true, 0.0, 1.0, Id::nothing,
     Id::injection_over_temperature},
    {Injection::emergency_stop, "emergency_stop", false, true, 0.0, 1.0, Id::nothing,
     Id::injection_emergency_stop},
    {Injection::supply_sag, "supply_sag", false, true, 0.6, 1.0, Id::injected_voltage,
     Id::injection_supply_sag},
    {Injection::power_loss, "power_loss", false, true, 0.0, 1.0, Id::nothing, Id::injection_power_loss},
    {Injection::link_lost, "link_lost", false, true, 0.0, 1.0, Id::nothing, Id::injection_link_lost},
    {Injection::no_licence, "no_licence", false, true, 0.0, 1.0, Id::nothing, Id::injection_no_licence},
}};

/// Cuts the text before the next colon off `rest`.
std::string_view take_field(std::string_view& rest) noexcept {
  const std::size_t colon = rest.find(':');
  const std::string_view field = rest.substr(0, colon);
  rest = colon == std::string_view::npos ? std::string_view{} : rest.substr(colon + 1);
  return field;
}

template <class T>
bool parse_number(std::string_view text, T& value) noexcept {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && stop == end;
}

const InjectionInfo* find(std::string_view name) noexcept {
  for (const InjectionInfo& entry : kTable) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

}  // namespace

std::span<const InjectionInfo, kInjections> injections() noexcept { return kTable; }
const InjectionInfo& info(Injection kind) noexcept { return kTable[static_cast<std::size_t>(kind)]; }
std::string_view to_string(Injection kind) noexcept { return info(kind).name; }

std::optional<InjectionOrder> parse_injection(std::string_view text) noexcept {
  InjectionOrder order;
  if (text == "clear") {
    order.act = InjectionOrder::Act::clear_all;
    return order;
  }
  if (text.empty() || text.back() == ':') return std::nullopt;
  std::string_view rest = text;
  std::string_view name = take_field(rest);
  if (name == "clear") {
    order.act = InjectionOrder::Act::clear;
    name = take_field(rest);
  }
  const InjectionInfo* entry = find(name);
  if (entry == nullptr) return std::nullopt;
  order.kind = entry->kind;
  order.value = entry->default_value;
  const bool clearing = order.act == InjectionOrder::Act::clear;
  order.leg = entry->default_all || clearing ? kAllLegs : std::uint8_t{0};

  if (!rest.empty() && entry->per_leg) {
    std::uint8_t leg = 0;
    if (!parse_number(take_field(rest), leg) || leg < 1 || leg > kMaxLegs) return std::nullopt;
    order.leg = static_cast<std::uint8_t>(leg - 1);
  }
  if (!rest.empty() && entry->value_text != Id::nothing && !clearing) {
    double value = 0.0;
    if (!parse_number(take_field(rest), value) || !std::isfinite(value)) return std::nullopt;
    order.value = value * entry->scale;
  }
  if (!rest.empty()) return std::nullopt;
  return order;
}

void Injected::apply(const InjectionOrder& order) noexcept {
  switch (order.act) {
    case InjectionOrder::Act::inject:
      return inject(order.kind, order.leg, order.value);
    case InjectionOrder::Act::clear:
      return clear(order.kind, order.leg);
    case InjectionOrder::Act::clear_all:
      return clear_all();
  }
}

void Injected::inject(Injection kind, std::uint8_t leg, double value) noexcept {
  if (!std::isfinite(value)) return;
  const bool every = !info(kind).per_leg || leg >= kMaxLegs;
  active_[index(kind)] |= every ? kEveryLeg : static_cast<std::uint8_t>(1u << leg);
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    if (every || i == leg) value_[index(kind)][i] = value;
  }
}

void Injected::clear(Injection kind, std::uint8_t leg) noexcept {
  const bool every = !info(kind).per_leg || leg >= kMaxLegs;
  const std::uint8_t gone = every ? kEveryLeg : static_cast<std::uint8_t>(1u << leg);
  active_[index(kind)] &= static_cast<std::uint8_t>(~gone);
}

}  // namespace hexad::plant
