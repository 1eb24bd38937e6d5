#include "words/event_text.hpp"

#include <fmt/format.h>
#include <algorithm>

#include "base/units.hpp"
#include "net/address.hpp"
#include "words/limit_words.hpp"

namespace hexad::runtime {
namespace {

using namespace std::chrono_literals;

/// A number of the core in the unit people use for it.
struct Unit {
  double factor = 1.0;
  std::string_view name;
};

constexpr Unit kMm{1.0 / kMillimetre, " mm"};
constexpr Unit kDeg{1.0 / kDegree, "°"};

std::string in(Unit unit, double value) { return fmt::format("{:.3g}{}", value * unit.factor, unit.name); }

/// Axes of the limit list: three translations, then three rotations (docs/conventions.md).

std::string axis_name(std::uint8_t index) {
  return index < kAxes ? std::string{name_of(static_cast<Axis>(index))} : fmt::format("axis {}", index + 1);
}

Unit unit_of(Limit limit, std::uint8_t index) noexcept {
  const bool rotation = index >= 3;
  switch (limit) {
    case Limit::leg_upper:
    case Limit::leg_lower:
    case Limit::stop_distance:
      return kMm;
    case Limit::leg_velocity:
      return {1.0 / kMillimetre, " mm/s"};
    case Limit::leg_acceleration:
      return {1.0, " m/s²"};
    case Limit::leg_jerk:
      return {1.0, " m/s³"};
    case Limit::axis_upper:
    case Limit::axis_lower:
    case Limit::frame_limit:
      return rotation ? kDeg : kMm;
    case Limit::axis_velocity:
      return rotation ? Unit{1.0 / kDegree, "°/s"} : Unit{1.0 / kMillimetre, " mm/s"};
    case Limit::axis_acceleration:
      return rotation ? Unit{1.0 / kDegree, "°/s²"} : Unit{1.0, " m/s²"};
    case Limit::axis_jerk:
      return rotation ? Unit{1.0 / kDegree, "°/s³"} : Unit{1.0, " m/s³"};
    case Limit::rotation_angle:
    case Limit::joint_angle:
      return kDeg;
    case Limit::force:
      return {1.0 / kKilonewton, " kN"};
    case Limit::motor_torque:
    case Limit::torque_rms:
      return {1.0, " Nm"};
    case Limit::motor_speed:
      return {1.0 / (kRevolution * kPerMinute), " rpm"};
    case Limit::none:
    case Limit::singularity:
    case Limit::clock_slip:
      return {};
  }
  return {};
}

std::string place_text(const LimitHit& hit) {
  switch (runtime::place_of(hit.limit)) {
    case LimitPlace::leg:
      return fmt::format("leg {} ", hit.index + 1);
    case LimitPlace::axis:
      return axis_name(hit.index) + ' ';
    case LimitPlace::whole:
      break;
  }
  return {};
}

/// In a sentence a unit other than ° stands behind a blank.
std::string_view bare(std::string_view unit) noexcept {
  return unit.starts_with(' ') ? unit.substr(1) : unit;
}

Unit unit_of(FaultKind kind) noexcept {
  switch (kind) {
    case FaultKind::following_error:
    case FaultKind::encoder_jump:
    case FaultKind::frame_twist:
    case FaultKind::leg_upper_end:
    case FaultKind::leg_lower_end:
      return kMm;
    case FaultKind::leg_over_speed:
      return {1.0 / kMillimetre, " mm/s"};
    case FaultKind::host_timeout:
      return {1.0, " s"};
    default:
      return {};
  }
}

// One word for what kind of event it is, one for what it is about: enough to tell repeats from news.
std::uint64_t alike(const Event& event, std::uint64_t a, std::uint64_t b = 0) {
  return std::uint64_t{event.news.index()} << 56 | std::uint64_t{event.driver.protocol} << 48 |
         (event.driver.address & 0xFFFFu) << 24 | (a & 0xFFF) << 12 | (b & 0xFFF);
}

template <class T>
std::uint64_t number(T value) {
  return static_cast<std::uint64_t>(value);
}

struct Describe {
  const Event& event;
  const ProtocolNames& names;

  std::optional<EventText> operator()(const Transition& news) const {
    const bool bad = news.to == State::fault || news.to == State::emergency;
    std::string text = fmt::format("state {} -> {}", to_string(news.from), to_string(news.to));
    if (!news.cause.empty()) text += fmt::format(" ({})", news.cause);
    // Every transition is news: no two of them are alike.
    return EventText{bad ? Level::error : Level::info, std::move(text), 0};
  }

  std::optional<EventText> operator()(const Answer& news) const {
    if (event.driver == kOperatorEndpoint || event.driver == kBoardEndpoint) return std::nullopt;
    const std::string who = names.to_text(event.driver);
    const std::uint64_t key = alike(event, number(news.outcome), number(news.refusal));
    switch (news.outcome) {
      case Outcome::refused: {
        std::string text = fmt::format("refused {}: {}", who, to_string(news.refusal));
        if (news.hit) text += fmt::format(" ({})", runtime::to_text(news.hit));
        return EventText{Level::warn, std::move(text), key};
      }
      case Outcome::limit_reached:
        return EventText{Level::warn,
                         fmt::format("motion of {} ended at a limit: {}", who, runtime::to_text(news.hit)),
                         key};
      default:
        return EventText{Level::info, fmt::format("motion of {}: {}", who, to_string(news.outcome)), key};
    }
  }

  std::optional<EventText> operator()(const LimitChange& news) const {
    const std::uint64_t key =
        alike(event, number(news.hit.limit), news.hit.index * 2u + (news.began ? 1u : 0u));
    if (news.began) return EventText{Level::warn, "limit " + runtime::to_text(news.hit), key};
    return EventText{
        Level::info,
        fmt::format("limit {}{} no longer acts", place_text(news.hit), to_string(news.hit.limit)), key};
  }

  std::optional<EventText> operator()(const FaultRaised& news) const {
    return EventText{Level::error, "fault " + runtime::to_text(news.fault),
                     alike(event, number(news.fault.kind), news.fault.leg)};
  }

  std::optional<EventText> operator()(const DriverChange& news) const {
    return EventText{Level::info, "driver " + names.to_text(news.driver), alike(event, news.driver.protocol)};
  }

  std::optional<EventText> operator()(const HostLost& news) const {
    return EventText{Level::warn,
                     fmt::format("host lost: {}, silent for {:.0f} ms", names.to_text(event.driver),
                                 1e3 * to_seconds(news.silence)),
                     alike(event, 0)};
  }

  std::optional<EventText> operator()(const MachineReleased&) const { return std::nullopt; }
  std::optional<EventText> operator()(const ProgramReleased&) const { return std::nullopt; }
};

}  // namespace

LimitPlace place_of(Limit limit) noexcept {
  switch (limit) {
    case Limit::leg_upper:
    case Limit::leg_lower:
    case Limit::leg_velocity:
    case Limit::leg_acceleration:
    case Limit::leg_jerk:
    case Limit::joint_angle:
    case Limit::force:
    case Limit::motor_torque:
    case Limit::torque_rms:
    case Limit::motor_speed:
      return LimitPlace::leg;
    case Limit::axis_upper:
    case Limit::axis_lower:
    case Limit::axis_velocity:
    case Limit::axis_acceleration:
    case Limit::axis_jerk:
    case Limit::frame_limit:
      return LimitPlace::axis;
    default:
      return LimitPlace::whole;
  }
}

ShownIn shown_in(const LimitHit& hit) noexcept {
  const Unit unit = unit_of(hit.limit, hit.index);
  return {unit.factor, bare(unit.name)};
}

ShownIn shown_in(const Fault& fault) noexcept {
  const Unit unit = unit_of(fault.kind);
  return {unit.factor, bare(unit.name)};
}

std::string to_text(const LimitHit& hit) {
  const Unit unit = unit_of(hit.limit, hit.index);
  return fmt::format("{}{}: {} asked, {} allowed", place_text(hit), to_string(hit.limit), in(unit, hit.value),
                     in(unit, hit.bound));
}

std::string to_text(const Fault& fault) {
  std::string text{to_string(fault.kind)};
  if (fault.leg != 0xFF) text += fmt::format(", leg {}", fault.leg + 1);
  if (fault.kind == FaultKind::drive_error)
    return text + fmt::format(": the drive reports 0x{:04X}", static_cast<std::uint32_t>(fault.value));
  if (fault.value != 0.0 || fault.bound != 0.0) {
    const Unit unit = unit_of(fault.kind);
    text += fmt::format(": {}, allowed {}", in(unit, fault.value), in(unit, fault.bound));
  }
  return text;
}

std::string ProtocolNames::to_text(const Endpoint& endpoint) const {
  if (!endpoint) return "nobody";
  const std::string& name = names_[endpoint.protocol];
  const std::string protocol = name.empty() ? fmt::format("protocol {}", endpoint.protocol) : name;
  if (endpoint.address == 0 && endpoint.port == 0) return protocol;
  return protocol + ' ' + net::to_text(net::Address{endpoint.address, endpoint.port});
}

std::optional<EventText> describe(const Event& event, const ProtocolNames& names) {
  return std::visit(Describe{event, names}, event.news);
}

std::optional<std::string> RepeatFilter::pass(const EventText& line, TimePoint now) {
  if (line.alike == 0) return line.text;
  const auto [seen, first] = seen_.try_emplace(line.alike);
  Seen& entry = seen->second;
  const bool goes_on = !first && now - std::exchange(entry.last, now) < 5s;
  if (goes_on && now - entry.passed < entry.pause) {
    ++entry.held_back;
    return std::nullopt;
  }
  const std::uint64_t held_back = std::exchange(entry.held_back, 0);
  entry.pause = goes_on ? std::min<Duration>(2 * entry.pause, 60s) : 1s;
  entry.passed = entry.last = now;
  if (seen_.size() > 256) seen_.clear();
  return held_back == 0 ? line.text : fmt::format("{} (and {} more like it)", line.text, held_back);
}

}  // namespace hexad::runtime
