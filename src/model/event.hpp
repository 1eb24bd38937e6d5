#pragma once
// What the core has to say: answers to requests, changes of state, limits that began and ended to act.

#include <cstdint>
#include <string_view>
#include <variant>

#include "model/endpoint.hpp"
#include "model/fault.hpp"
#include "model/limits.hpp"
#include "model/request.hpp"
#include "model/state.hpp"

namespace hexad::inline model {

/// Why the platform does not do what it was asked: one list for log, hosts, status and console.
enum class Refusal : std::uint8_t {
  none,
  initialising,
  emergency,
  fault,
  not_enabled,  ///< real drives: one local enable is missing
  barred,       ///< the operator stopped everything and has not given control back
  disarmed,     ///< a stream that flowed through a stop or reset: a new act is needed
  paused,
  moving,
  other_driver,
  other_driver_paused,
  not_zeroed,
  at_bottom,  ///< zeroed, not raised
  out_of_reach,
  not_finite,
  no_such_axis,   ///< the machine has no such leg or axis
  nothing_to_do,  ///< asked for what cannot follow from the present state
  shutting_down
};

/// How an accepted motion ended, or what became of it on the way.
enum class Outcome : std::uint8_t {
  accepted,
  done,
  stopped,  ///< by a stop, by the operator, by exit
  paused,
  resumed,
  refused,
  limit_reached,  ///< ended by a controlled stop at a limit
  not_finite,     ///< a value stopped being finite
  faulted,
  emergency
};

struct Answer {
  Outcome outcome = Outcome::done;
  Refusal refusal = Refusal::none;
  LimitHit hit;                            ///< out_of_reach, limit_reached
  HardwareCode code = HardwareCode::none;  ///< faulted, emergency, refused for a fault
};

struct Transition {
  State from = State::init;
  State to = State::init;
  std::string_view cause;  ///< static text
};

struct LimitChange {
  LimitHit hit;
  bool began = true;
};

struct FaultRaised {
  Fault fault;
};

struct DriverChange {
  Endpoint driver;  ///< empty = nobody
};

/// Silence of the driver was noticed.
struct HostLost {
  Duration silence{};
};

/// A machine that is no longer used.
struct MachineReleased {
  const Machine* machine = nullptr;
};

using News =
    std::variant<Answer, Transition, LimitChange, FaultRaised, DriverChange, HostLost, MachineReleased>;

struct Event {
  Tag tag = 0;
  Endpoint driver;
  TimePoint time{};
  News news;
};

std::string_view to_string(Refusal refusal) noexcept;
std::string_view to_string(Outcome outcome) noexcept;
std::string_view to_string(Limit limit) noexcept;

}  // namespace hexad::inline model
