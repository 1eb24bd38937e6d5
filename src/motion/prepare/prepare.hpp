#pragma once
// From a host's order to a motion that is known whole: a path, a timed path, a formula, a file. Worker
// thread: it allocates, and takes its time (a path of ten thousand points: docs/performance.md), and says how
// far it is. What comes back has been checked from end to end against every limit: played alone, the governor
// finds nothing to do.
//
// How the core plays it: to at(0).pose first, then path time runs from 0 to duration() at a rate that goes
// from 0 to 1 over ramp() and back (rate_ramp.hpp gives the shape that was checked; ramp() = 0: rate 1 at
// once). A program belongs to the machine it was prepared for: revision() of the result against the
// machine's.

#include <memory>

#include "base/result.hpp"
#include "model/machine.hpp"
#include "model/order.hpp"
#include "model/prepared.hpp"
#include "motion/files/motion_file.hpp"
#include "motion/progress.hpp"
#include "motion/rejection.hpp"

namespace hexad::motion {

/// What a path order may have at most, and a motion file.
inline constexpr std::size_t kMostPoints = 100'000;
/// A formula without an end is checked this far; beyond, the governor alone keeps it inside (s).
inline constexpr double kFormulaHorizon = 60.0;

/// What filtering has taken from a track.
struct Smoothing {
  double cut_hz = 0.0;     ///< where the low pass lets through half the power; 0 = not filtered
  double amplitude = 1.0;  ///< share of the swing that is left, of the axis that loses most
  double away = 0.0;       ///< m: the largest distance from what was written
  double turned = 0.0;     ///< rad

  explicit operator bool() const noexcept { return cut_hz > 0.0; }
};
/// "smoothed at 2.1 Hz: 93 % of the amplitude is left, …"
messages::Message message_of(const Smoothing& smoothing);

struct Preparation {
  std::unique_ptr<const Prepared> program;
  LimitHit ahead;  ///< a formula without an end: what it will run into, and when, as far as it was looked at
  double ahead_time = 0.0;
  Smoothing smoothed;
  LimitHit lowered;                    ///< a speed above its limit was asked for, and lowered
  std::uint32_t machine_revision = 0;  ///< what it was checked against
};

/// Where files come from: the runtime reads them (store/motion_folder), tests keep them in memory.
class FileSource {
 public:
  virtual ~FileSource() = default;
  virtual Result<files::MotionText, Rejection> read(const FileOrder& order) const = 0;
};

/// `start`: where the platform stands (a path begins there; so does a timed path whose first time is not 0).
/// `files` may be null: then a FileOrder is refused as no_such_file. `period`: of the control loop, s.
Result<Preparation, Rejection> prepare(const Order& order, const Pose& start, const Machine& machine,
                                       const FileSource* files = nullptr, double period = 1e-3,
                                       const Progress& progress = {});

Result<Preparation, Rejection> prepare(const PathOrder& order, const Pose& start, const Machine& machine,
                                       const Progress& progress = {});
Result<Preparation, Rejection> prepare(const TimedPathOrder& order, const Pose& start, const Machine& machine,
                                       double period = 1e-3);
Result<Preparation, Rejection> prepare(const FormulaOrder& order, const Machine& machine,
                                       double period = 1e-3);
/// A file's text, already read. Waypoints begin at `start`.
Result<Preparation, Rejection> prepare(const files::MotionText& text, const Pose& start,
                                       const Machine& machine, double period = 1e-3,
                                       const Progress& progress = {});

/// For tools that report on it: timed tracks and formulas as they stand, whatever limits they break. What
/// cannot be read, and a path out of reach, is rejected all the same.
Result<Preparation, Rejection> assemble(const files::MotionText& text, const Pose& start,
                                        const Machine& machine);

}  // namespace hexad::motion
