#pragma once
// What becomes of a stream: a target that is held is reached, and a motion that is well within the limits
// comes out as large as it was sent. I71, I72.

#include <vector>

#include "drill/facts.hpp"
#include "drill/report.hpp"
#include "model/machine.hpp"

namespace hexad::drill {

class StreamWatch {
 public:
  StreamWatch(Report& report, const Machine& machine) : report_{report}, machine_{machine} {}
  void look(const Facts& facts);

 private:
  /// Extremes of a short time.
  struct Bucket {
    double begin = 0.0;
    Vec6 lowest, highest;  ///< of what was sent
    Vec6 low, high;        ///< of what came out
  };
  bool leads(int coordinate) const;
  bool is_near(const Vec6& target, const Vec6& place) const;
  void watch_hold(const Vec6& target, const Vec6& place, bool changed);
  void watch_size(const Telemetry& now, const Vec6& target, const Vec6& place, bool changed);
  void judge_size();

  Report& report_;
  const Machine& machine_;
  double dt_ = 0.0;
  bool shaken_ = false;  ///< effects were asked for: they are added to what is followed
  bool following_ = false;
  Vec6 target_ = Vec6::Zero();
  double held_ = 0.0;     ///< s the target has stayed
  double gentle_ = 0.0;   ///< s
  double came_up_ = 0.0;  ///< s since it was near what was sent
  double since_frame_ = 0.0, frame_step_ = 0.0;
  Vec6 frame_speed_ = Vec6::Zero(), frame_gain_ = Vec6::Zero();
  std::vector<Bucket> buckets_;
};

}  // namespace hexad::drill
