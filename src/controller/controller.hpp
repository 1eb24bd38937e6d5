#pragma once
// The core: one pure object. step() has no clock, socket, file, lock or allocation; same inputs, same bits.
// The daemon, the tests and the drill run this very object.

#include <memory>
#include <span>

#include "kinematics/inverse.hpp"
#include "model/cue_tuning.hpp"
#include "model/outputs.hpp"

namespace hexad::controller {

using hexad::Initial;

struct Settings {
  Duration period = std::chrono::milliseconds{1};
  Initial initial = Initial::powered_up;
  bool auto_enable = true;        ///< lifecycle rule 13
  std::uint8_t enable_input = 0;  ///< DI 1–8 whose rising edge is that enable, too; 0 = none
  Duration idle_return{};         ///< lifecycle rule 11; 0 = never
  bool idle_return_all = false;
  CueTuning cueing{};
  /// For tests of the last check: changes what a program was about to send.
  void (*tamper)(kinematics::LegRates& legs) = nullptr;
};

class Controller {
 public:
  /// `machine` must be derived and outlive the controller or its replacement by AdoptMachine.
  Controller(const Machine& machine, const Settings& settings);
  ~Controller();
  Controller(const Controller&) = delete;
  Controller& operator=(const Controller&) = delete;

  /// One tick of `settings.period`. Requests in the order they came; stop, hold and emergency are taken
  /// first.
  const Outputs& step(TimePoint now, std::span<const Request> requests, const Feedback& feedback) noexcept;

 private:
  class Core;
  std::unique_ptr<Core> core_;
};

}  // namespace hexad::controller
