#include "motion/prepare/prepare.hpp"

#include <algorithm>
#include <cmath>

#include "kinematics/inverse.hpp"
#include "messages/say.hpp"
#include "motion/command_motion.hpp"
#include "motion/prepare/play_as.hpp"
#include "motion/prepare/preflight.hpp"
#include "motion/prepare/smooth.hpp"
#include "motion/prepare/steps.hpp"
#include "motion/program/formula.hpp"
#include "motion/program/timed_path.hpp"

namespace hexad::motion {
namespace {

Rejection problem(Problem what, std::size_t point = 0, double value = 0.0, double bound = 0.0) {
  Rejection rejection;
  rejection.problem = what;
  rejection.point = point;
  rejection.value = value;
  rejection.bound = bound;
  return rejection;
}

struct Track {
  std::vector<double> times;
  std::vector<Vec6> places;
};

std::optional<Rejection> check_numbers(const TimedPathOrder& order) {
  if (order.points.empty()) return problem(Problem::empty);
  if (order.times.size() != order.points.size())
    return problem(Problem::wrong_count, 0, static_cast<double>(order.times.size()),
                   static_cast<double>(order.points.size()));
  if (order.points.size() > files::kMostRows)
    return problem(Problem::too_large, 0, static_cast<double>(order.points.size()),
                   static_cast<double>(files::kMostRows));
  double before = -1.0;
  for (std::size_t i = 0; i < order.points.size(); ++i) {
    const double time = order.times[i];
    const auto finite = [](double x) { return std::isfinite(x); };
    if (!std::isfinite(time) || !std::all_of(order.points[i].begin(), order.points[i].end(), finite))
      return problem(Problem::not_finite, i + 1);
    if (time < 0.0) return problem(Problem::negative, i + 1, time);
    if (!(time > before)) return problem(Problem::not_increasing, i + 1, time, before);
    if (!(time <= files::kMostSeconds)) return problem(Problem::too_large, i + 1, time, files::kMostSeconds);
    before = time;
  }
  return std::nullopt;
}

Track track_of(const TimedPathOrder& order, const Pose& start, const Machine& machine) {
  Track track;
  if (order.times[0] > 0.0) {
    track.times.push_back(0.0);
    track.places.push_back(coordinates_of(kinematics::project(machine, start)));
  }
  for (std::size_t i = 0; i < order.points.size(); ++i) {
    track.times.push_back(order.times[i]);
    track.places.push_back(coordinates_of(command_pose(machine, order.convention, order.points[i]).value));
  }
  if (track.times.size() == 1) {  // to be at one pose at time 0: to go there is all
    track.times.push_back(1e-3);
    track.places.push_back(track.places[0]);
  }
  return track;
}

constexpr double kCoarseTranslation = 0.1001 * kMillimetre;
constexpr double kCoarseRotation = 0.1001 * kDegree;
constexpr double kLowestCut = 0.05;  // Hz
constexpr double kHighestCut = 25.0;
constexpr double kCutStep = 1.05;

enum class Check { limits, nothing };

struct TimedRules {
  Check check = Check::limits;
  ProgramKind kind = ProgramKind::timed_path;
  bool ramp_if_moving = false;
  bool smooth = false;
  double translation_digit = 0.0;  ///< m: the last digit that was written; 0 = exact
  double rotation_digit = 0.0;     ///< rad
};

Result<Preparation, Rejection> timed(const TimedPathOrder& order, const Pose& start, const Machine& machine,
                                     double period, const TimedRules& rules) {
  if (auto rejection = check_machine(machine)) return Failure{*rejection};
  if (auto rejection = check_numbers(order)) return Failure{*rejection};
  Track track = track_of(order, start, machine);
  // Coarser numbers may well be meant as they stand; they are drawn smoother only where a limit needs it.
  const bool coarse = rules.translation_digit > kCoarseTranslation || rules.rotation_digit > kCoarseRotation;
  const auto unround = [&] {
    Vec6 half_digit;
    half_digit << Vec3::Constant(0.5 * rules.translation_digit), Vec3::Constant(0.5 * rules.rotation_digit);
    take_out_rounding(track.times, track.places, half_digit);
  };
  if (rules.translation_digit > 0.0 && !coarse) unround();
  std::optional<Rejection> first;
  const auto attempt = [&](TimedPath::Ends ends) -> std::unique_ptr<const Prepared> {
    auto program = std::make_unique<const TimedPath>(machine, track.times, track.places, ends, rules.kind);
    std::optional<Rejection> rejection;
    if (rules.check == Check::limits)
      rejection = check_whole(*program, machine, period, kFormulaHorizon, !first);
    if (!rejection) return program;
    if (!first) first = rejection;
    return nullptr;
  };
  Preparation result;
  result.machine_revision = machine.revision;
  result.program = attempt(TimedPath::Ends::at_rest);
  if (!result.program && rules.ramp_if_moving) result.program = attempt(TimedPath::Ends::moving);
  if (!result.program && coarse) {
    unround();
    result.program = attempt(TimedPath::Ends::at_rest);
    if (!result.program && rules.ramp_if_moving) result.program = attempt(TimedPath::Ends::moving);
  }
  if (!result.program && rules.smooth) {
    const TimedPath written{machine, track.times, track.places, TimedPath::Ends::moving, rules.kind};
    const auto keeps_limits = [&](double cut) {
      const SmoothTrack smooth = low_passed(written, cut);
      track = {smooth.times, smooth.places};
      auto program = attempt(TimedPath::Ends::at_rest);
      if (!program) program = attempt(TimedPath::Ends::moving);
      if (!program) return false;
      result.program = std::move(program);
      result.smoothed = smooth.lost;
      return true;
    };
    // The highest cut that keeps every limit; what the lowest one does not cure, a filter does not cure.
    double low = kLowestCut;
    double high = kHighestCut;
    if (keeps_limits(low))
      while (high > kCutStep * low) {
        const double middle = std::sqrt(low * high);
        (keeps_limits(middle) ? low : high) = middle;
      }
  }
  if (!result.program) return Failure{*first};
  return result;
}

Result<Preparation, Rejection> formula(const std::array<std::string_view, kAxes>& axes, double duration,
                                       const Machine& machine, double period, ProgramKind kind,
                                       const AxisConvention& convention, Check check = Check::limits) {
  if (auto rejection = check_machine(machine)) return Failure{*rejection};
  if (!std::isfinite(duration)) return Failure{problem(Problem::not_finite)};
  if (duration < 0.0) return Failure{problem(Problem::negative, 0, duration)};
  if (duration > files::kMostSeconds)
    return Failure{problem(Problem::too_large, 0, duration, files::kMostSeconds)};
  const bool endless = duration == 0.0;
  auto parsed = Formula::parse(machine, axes, endless ? kEndless : duration, kind, convention);
  if (!parsed) return Failure{parsed.error()};
  Preparation result;
  result.machine_revision = machine.revision;
  if (check == Check::nothing) {
    result.program = std::move(*parsed);
    return result;
  }
  const Pose first = (*parsed)->at(0.0).pose;
  if (const LimitHit hit = kinematics::first_hit(machine, first, kinematics::StrokeUse::less_margin)) {
    Rejection rejection;
    rejection.hit = hit;
    rejection.pose = first;
    return Failure{rejection};
  }
  const auto rejection = check_whole(**parsed, machine, period, kFormulaHorizon, !endless);
  if (rejection && !endless) return Failure{*rejection};
  if (rejection) {
    result.ahead = rejection->hit;
    result.ahead_time = rejection->time;
  }
  result.program = std::move(*parsed);
  return result;
}

Rejection in_file(Rejection rejection, const std::string& file) {
  if (rejection.file.empty()) rejection.file = file;
  return rejection;
}

AxisConvention ordered(AxisConvention convention, RotationOrder order) {
  convention.order = order;
  return convention;
}

Result<Preparation, Rejection> rows(const files::TimedRows& rows, const files::MotionText& text,
                                    const Pose& start, const Machine& machine, double period, Check check) {
  const TimedPathOrder order{rows.times, rows.points, ordered(rows.convention, text.rotation_order)};
  auto result = timed(order, start, machine, period,
                      {check, ProgramKind::file, text.ramp_if_moving, text.smooth, rows.translation_digit,
                       rows.rotation_digit});
  if (result || result.error().problem == Problem::none) return result;
  Rejection rejection = result.error();
  if (rejection.point > 0 && rejection.point <= rows.lines.size())
    rejection.line = rows.lines[std::exchange(rejection.point, 0) - 1];
  return Failure{rejection};
}

Result<Preparation, Rejection> read_and_prepare(const files::MotionText& text, const Pose& start,
                                                const Machine& machine, double period, Check check,
                                                const Progress& progress = {}) {
  using files::Format;
  const Format format = text.format == Format::by_separator ? files::format_of(text.text) : text.format;
  switch (format) {
    case Format::waypoints: {
      auto points = files::read_waypoints(text.text);
      if (!points) return Failure{points.error()};
      for (AxisValues& point : *points)
        for (double& value : point) value *= text.scale;
      return prepare_path({*points, {}, ordered(kXyzConvention, text.rotation_order)}, start, machine,
                          ProgramKind::file, progress);
    }
    case Format::formula: {
      const auto lines = files::read_formulas(text.text);
      if (!lines) return Failure{lines.error()};
      std::array<std::string_view, kAxes> axes;
      for (std::size_t i = 0; i < kAxes; ++i) axes[i] = lines->axes[i];
      auto result = formula(axes, lines->duration, machine, period, ProgramKind::file,
                            ordered(kXyzConvention, text.rotation_order), check);
      if (result || result.error().point == 0) return result;
      Rejection rejection = result.error();
      rejection.line = lines->lines[rejection.point - 1];
      rejection.point = 0;
      return Failure{rejection};
    }
    case Format::script: {
      const auto read = files::read_script(text.text);
      return read ? rows(*read, text, start, machine, period, check) : Failure{read.error()};
    }
    case Format::positions:
    case Format::by_separator: {
      const auto read = files::read_positions(text.text);
      return read ? rows(*read, text, start, machine, period, check) : Failure{read.error()};
    }
    case Format::roadmap: {
      const auto read = files::read_roadmap(text.text);
      if (!read) return Failure{read.error()};
      files::TimedRows timed;
      for (const files::RoadmapRow& row : *read) {
        timed.times.push_back(row.time - read->front().time);
        timed.points.push_back(row.pose);
      }
      // Poses with times are to be there at those times; without, the path between them is planned.
      if (files::has_times(*read)) return rows(timed, text, start, machine, period, check);
      const std::vector<AxisValues>& points = timed.points;
      return prepare_path({points, {}, kXyzConvention}, start, machine, ProgramKind::file, progress);
    }
  }
  return Failure{problem(Problem::no_such_file)};
}

}  // namespace

messages::Message message_of(const Smoothing& smoothing) {
  return messages::say<messages::Id::motion_smoothed>(smoothing.cut_hz, smoothing.amplitude, smoothing.away,
                                                      smoothing.turned);
}

Result<Preparation, Rejection> prepare(const TimedPathOrder& order, const Pose& start, const Machine& machine,
                                       double period) {
  return timed(order, start, machine, period, {});
}

Result<Preparation, Rejection> prepare(const FormulaOrder& order, const Machine& machine, double period) {
  return formula(order.axes, order.duration, machine, period, ProgramKind::formula, kXyzConvention);
}

Result<Preparation, Rejection> prepare(const files::MotionText& text, const Pose& start,
                                       const Machine& machine, double period, const Progress& progress) {
  const bool smaller = text.scale != 1.0 && text.format != files::Format::waypoints;
  auto result =
      read_and_prepare(text, start, machine, period, smaller ? Check::nothing : Check::limits, progress);
  if (result && smaller) result = scaled(std::move(*result), text.scale, machine, period);
  if (result && text.repeat) result = repeated(std::move(*result), machine, period);
  if (!result) return Failure{in_file(result.error(), text.name)};
  return result;
}

Result<Preparation, Rejection> assemble(const files::MotionText& text, const Pose& start,
                                        const Machine& machine) {
  auto result = read_and_prepare(text, start, machine, 1e-3, Check::nothing);
  if (!result) return Failure{in_file(result.error(), text.name)};
  return result;
}

Result<Preparation, Rejection> prepare(const Order& order, const Pose& start, const Machine& machine,
                                       const FileSource* files, double period, const Progress& progress) {
  if (const auto* path = std::get_if<PathOrder>(&order)) return prepare(*path, start, machine, progress);
  if (const auto* timed_path = std::get_if<TimedPathOrder>(&order))
    return prepare(*timed_path, start, machine, period);
  if (const auto* formulas = std::get_if<FormulaOrder>(&order)) return prepare(*formulas, machine, period);
  const FileOrder& file = std::get<FileOrder>(order);
  if (files == nullptr) return Failure{problem(Problem::no_such_file)};
  const auto text = files->read(file);
  if (!text) return Failure{text.error()};
  return prepare(*text, start, machine, period, progress);
}

}  // namespace hexad::motion
