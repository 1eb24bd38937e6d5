#pragma once
// I44: from any moment of any life the operator's shortest documented way leads back to `ready`: stop;
// release, reset and enable where it is said that they are missing; zero, raise; give. Then a host's motion
// is accepted and done. Where a drive is broken the fault has a name first; a leg that zeroing cannot pull
// down is named, too, and brought down by hand.

#include <array>
#include <vector>

#include "drill/report.hpp"
#include "drill/scenario.hpp"

namespace hexad::drill {

class Recovery {
 public:
  Recovery(const Machine& machine, Scenario& scenario, Report& report, bool fault_stays);

  /// What the operator does on this tick.
  void act(TimePoint now, const Outputs& seen, plant::SimulatedDrives& drives,
           std::vector<Request>& requests);
  bool over() const { return over_; }

 private:
  bool may_act(double seconds);
  void ask(const What& what);
  void clear_up(plant::SimulatedDrives& drives);
  void bring_up(const Telemetry& seen);
  void prove(const Outputs& seen);
  void name_fault(const Telemetry& seen, plant::SimulatedDrives& drives);
  void look_for_stuck_leg(const Telemetry& seen);
  bool jog();

  Scenario& scenario_;
  Report& report_;
  double longest_;
  bool fault_stays_;
  bool begun_ = false;
  bool over_ = false;
  Tag proof_ = 0;
  std::array<int, kMaxLegs> named_{};  ///< how often a leg did not follow
  static constexpr int kMostByHand = 24;
  int by_hand_ = 0;
  std::uint8_t jog_legs_ = 0;
  TimePoint jog_until_{};
  TimePoint start_{};
  TimePoint now_{};
  TimePoint next_{};
  std::vector<Request>* requests_ = nullptr;
};

}  // namespace hexad::drill
