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
inline constexpr std::size_t kOutcomes = 10;

struct Answer {
  Outcome outcome = Outcome::done;
  Refusal refusal = Refusal::none;
  LimitHit hit;                            ///< out_of_reach, limit_reached
  HardwareCode code = HardwareCode::none;  ///< faulted, emergency, refused where hosts know a number for it
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

/// A prepared motion that is no longer used.
struct ProgramReleased {
  const Prepared* program = nullptr;
};

using Notice = std::variant<Answer, Transition, LimitChange, FaultRaised, DriverChange, HostLost,
                            MachineReleased, ProgramReleased>;

struct Event {
  Tag tag = 0;
  Endpoint driver;
  TimePoint time{};
  Notice news;
};

/// Names, as in the sources: what these are called is in the table of messages (messages.hpp).
std::string_view to_string(Outcome outcome) noexcept;
std::string_view to_string(Limit limit) noexcept;

}  // namespace hexad::inline model
