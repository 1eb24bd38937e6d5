#pragma once
// A ride: one host streams and nobody disturbs it, so that it is seen to the end what becomes of a stream.
// Any motion brings the platform into any state; then a target stays, or a motion that is well within the
// limits goes on for a while; and again.

#include <random>
#include <vector>

#include "drill/contracts.hpp"
#include "model/outputs.hpp"

namespace hexad::drill {

class Ride {
 public:
  Ride(std::uint64_t seed, const Machine& machine, TimePoint begin);

  /// What arrives on this tick. `seen`: what came out of the tick before.
  std::vector<Request>& requests(TimePoint now, const Outputs& seen);
  bool over(TimePoint now) const { return now >= end_; }

 private:
  enum class Kind : std::uint8_t { wild, held, gentle };

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>{low, high}(random_);
  }
  bool chance(double share) { return uniform(0, 1) < share; }
  void begin(Kind kind, double now);
  void begin_gentle(double now);
  AxisValues anywhere(double share);
  AxisValues target(double now);

  std::mt19937_64 random_;
  const Machine& machine_;
  TimePoint end_;
  Kind kind_ = Kind::wild;
  double ends_ = 0.0;  ///< this part of it, s
  double period_ = 0.01, next_ = 0.0, next_step_ = 0.0;
  double begun_ = 0.0;
  bool steps_ = false;  ///< wild: from target to target, else waves
  bool runs_ = false;
  AxisValues middle_{}, amplitude_{}, frequency_{};
  Tag tag_ = 0;
  std::vector<Request> requests_;
};

}  // namespace hexad::drill
