#pragma once
// Who does what, when: the random people around the platform.

#include <random>
#include <vector>

#include "controller/controller.hpp"
#include "model/outputs.hpp"
#include "motion/prepare/prepare.hpp"
#include "plant/simulated_drives.hpp"

namespace hexad::drill {

class Scenario {
 public:
  Scenario(std::uint64_t seed, const Machine& machine, bool faults);

  /// What arrives on this tick.
  const std::vector<Request>& requests(TimePoint now, const Telemetry& telemetry,
                                       plant::SimulatedDrives& drives);
  bool drives_healthy() const { return healthy_; }

 private:
  /// A host that streams poses, legs or the motion of a vehicle, with its own habits.
  struct Streamer {
    Endpoint endpoint;
    bool on = false;
    bool legs = false;
    bool cue = false;
    int wave = 0;
    double period = 0.01;
    double jitter = 0.0;
    double loss = 0.0;
    double next = 0.0;
    double phase = 0.0;
    AxisValues amplitude{};
    AxisValues frequency{};
    AxisValues held{};
    double next_step = 0.0;
    std::uint32_t act = 0;
  };

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>{low, high}(random_);
  }
  int pick(int count) { return std::uniform_int_distribution<int>{0, count - 1}(random_); }
  bool chance(double p) { return uniform(0, 1) < p; }
  void post(const Endpoint& from, const Contract& contract, const What& what, TimePoint now,
            std::uint32_t act = 0);
  void act(TimePoint now, const Telemetry& telemetry, plant::SimulatedDrives& drives);
  void act_host(TimePoint now, const Telemetry& telemetry);
  void order_program(TimePoint now, const Telemetry& telemetry);
  void act_program(Streamer& streamer, TimePoint now);
  void act_streamer(TimePoint now);
  void act_operator(TimePoint now);
  CueTuning any_tuning();
  SetEffect any_effect();
  void act_fault(plant::SimulatedDrives& drives);
  void recover(TimePoint now, const Telemetry& telemetry, plant::SimulatedDrives& drives);
  void restart(Streamer& streamer);
  void stream(Streamer& streamer, TimePoint now);
  AxisValues anywhere(double share);

  std::mt19937_64 random_;
  const Machine& machine_;
  bool faults_;
  bool healthy_ = true;
  std::vector<Request> requests_;
  std::array<Streamer, 2> streamers_;
  double next_act_ = 0.2;
  double locked_since_ = -1.0;
  double stuck_since_ = -1.0;
  double jog_until_ = 0.0;
  Jog jog_;
  /// What the worker has to say, and when it does.
  struct Reply {
    double due = 0.0;
    Request request;
  };
  std::vector<Reply> replies_;
  std::vector<std::unique_ptr<const Prepared>> programs_;
  Tag tag_ = 0;
  std::uint32_t acts_ = 100;
};

}  // namespace hexad::drill
