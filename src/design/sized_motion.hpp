#pragma once
// A motion that drives are sized for: a sine that goes on, a timed table of poses, a motion file, or what the
// cueing makes of a vehicle's manoeuvre. Tools only: it allocates, and a manoeuvre takes seconds.

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "design/sizing.hpp"
#include "messages/message.hpp"
#include "model/prepared.hpp"
#include "motion/files/motion_file.hpp"
#include "motion/rejection.hpp"
#include "verification/sine_rows.hpp"

namespace hexad::design {

class SizedMotion {
 public:
  explicit SizedMotion(const verification::AxisSine& sine) : what_{sine} {}
  /// Whose rates the judge looks at, and those that a governor has kept within their limits: of the places it
  /// left every 10 ms a curve is made that is rougher than the motion was.
  enum class Rates : std::uint8_t { judged, governed };
  explicit SizedMotion(std::unique_ptr<const Prepared> program, Rates rates = Rates::judged)
      : what_{std::move(program)}, rates_{rates} {}

  LegSeries series(const Machine& machine) const;
  /// The judge's word on it: preflight, or that of a sine.
  motion::PreflightReport judge(const Machine& machine) const;

 private:
  std::variant<verification::AxisSine, std::unique_ptr<const Prepared>> what_;
  Rates rates_ = Rates::judged;
};

/// What keeps a motion from being one: a file's mistake with its place, or words.
using MotionProblem = std::variant<motion::Rejection, messages::Message>;
using MotionResult = Result<SizedMotion, MotionProblem>;

MotionResult motion_of_roadmap(const Machine& machine, const std::string& text);
/// Any motion file that runs by itself; `name` for messages.
MotionResult motion_of_file(const Machine& machine, const std::string& text, const std::string& name);
/// One of share/motion.
MotionResult motion_of_film(const Machine& machine, const std::string& name);
/// A file of one, through the usual tuning of the cueing.
MotionResult motion_of_manoeuvre(const Machine& machine, const std::string& path);
/// The file of one that comes with the program, by its name alone.
std::optional<std::string> shipped_manoeuvre(const std::string& name);
/// Names, in their order, that motion_of_film and shipped_manoeuvre take.
std::vector<std::string> shipped_films();
std::vector<std::string> shipped_manoeuvres();

}  // namespace hexad::design
