#include "design/sized_motion.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "analysis/cue_run.hpp"
#include "config/presets.hpp"
#include "messages/say.hpp"
#include "motion/prepare/prepare.hpp"
#include "motion/program/timed_path.hpp"
#include "text/spreadsheet_text.hpp"

namespace hexad::design {
namespace {

namespace fs = std::filesystem;
using messages::Id;
using messages::say;

constexpr double kShortestStep = 1e-3;
constexpr double kMostMoments = 20'000;
constexpr double kAnyRate = 1e6;  // share of the limits

LegSeries series_of_sine(const Machine& machine, const verification::AxisSine& sine) {
  LegSeries series;
  series.endless = true;
  std::vector<verification::SineRow> rows = verification::sine_rows(machine, sine);
  rows.pop_back();  // the period's end is its beginning
  series.step = 1.0 / sine.frequency / static_cast<double>(rows.size());
  for (const verification::SineRow& row : rows) {
    AxisValues values{};
    values[sine.axis] = row.value * (sine.axis < 3 ? kMillimetre : kDegree);
    series.moments.push_back({row.time, kXyzConvention.to_pose(values, 0.0), row.legs, row.load.force});
  }
  return series;
}

LegSeries series_of_program(const Machine& machine, const Prepared& program) {
  LegSeries series;
  const double horizon = motion::PreflightSettings{}.horizon;
  const double time = std::isinf(program.duration()) ? horizon : program.duration() + program.ramp();
  series.step = std::max(kShortestStep, time / kMostMoments);
  for (const motion::PreflightSample& sample : motion::samples_of(program, machine, series.step, horizon))
    series.moments.push_back(
        {sample.time, sample.motion.pose, kinematics::leg_rates(machine, sample.motion), sample.force});
  return series;
}

std::unique_ptr<const Prepared> path_of(const Machine& machine, const std::vector<double>& times,
                                        const std::vector<Pose>& poses) {
  std::vector<Vec6> places;
  for (const Pose& pose : poses) places.push_back(motion::coordinates_of(kinematics::project(machine, pose)));
  return std::make_unique<motion::TimedPath>(machine, times, places, motion::TimedPath::Ends::at_rest,
                                             ProgramKind::timed_path);
}

std::string content_of(const fs::path& path) {
  std::ifstream file{path};
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

bool is_plain_name(const std::string& name) {
  return !name.empty() && name.find('/') == std::string::npos && name.front() != '.';
}

std::vector<std::string> names_in(const std::optional<std::string>& folder,
                                  bool (*wanted)(const fs::path& name)) {
  std::vector<std::string> names;
  std::error_code error;
  if (!folder) return names;
  for (const fs::directory_entry& entry : fs::directory_iterator{*folder, error})
    if (wanted(entry.path())) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

std::vector<std::string> shipped_films() {
  return names_in(shipped_motion_folder(), [](const fs::path& path) {
    return path.filename().string().starts_with("film_") &&
           (path.extension() == ".txt" || path.extension() == ".csv");
  });
}

std::vector<std::string> shipped_manoeuvres() {
  std::vector<std::string> names =
      names_in(shipped_manoeuvre_folder(), [](const fs::path& path) { return path.extension() == ".csv"; });
  for (std::string& name : names) name.resize(name.size() - 4);
  return names;
}

LegSeries SizedMotion::series(const Machine& machine) const {
  if (const auto* const sine = std::get_if<verification::AxisSine>(&what_))
    return series_of_sine(machine, *sine);
  return series_of_program(machine, *std::get<std::unique_ptr<const Prepared>>(what_));
}

motion::PreflightReport SizedMotion::judge(const Machine& machine) const {
  if (const auto* const sine = std::get_if<verification::AxisSine>(&what_))
    return verification::judge_sine(machine, *sine);
  motion::PreflightSettings settings;
  settings.find_scale = false;
  if (rates_ == Rates::governed) settings.share = kAnyRate;
  const Prepared& program = *std::get<std::unique_ptr<const Prepared>>(what_);
  if (!std::isinf(program.duration()))
    settings.period = std::max(settings.period, program.duration() / 60'000.0);
  motion::PreflightReport report = motion::preflight(program, machine, settings);
  using motion::Aspect;
  if (rates_ == Rates::governed)
    report.coverage.leave_out({Aspect::velocity, Aspect::acceleration, Aspect::jerk}, motion::Gap::not_asked);
  return report;
}

MotionResult motion_of_roadmap(const Machine& machine, const std::string& text) {
  const auto rows = motion::files::read_roadmap(plain_csv(text));
  if (!rows) return Failure{MotionProblem{rows.error()}};
  if (!motion::files::has_times(*rows)) return Failure{MotionProblem{messages::Message{Id::gap_no_times}}};
  std::vector<double> times;
  std::vector<Pose> poses;
  for (const motion::files::RoadmapRow& row : *rows) {
    times.push_back(row.time - rows->front().time);
    poses.push_back(kXyzConvention.to_pose(row.pose, 0.0));
  }
  return SizedMotion{path_of(machine, times, poses)};
}

MotionResult motion_of_file(const Machine& machine, const std::string& content, const std::string& name) {
  motion::files::MotionText text{name, content, motion::files::guess_format(content)};
  if (text.format == motion::files::Format::roadmap) return motion_of_roadmap(machine, content);
  text.ramp_if_moving = text.format == motion::files::Format::script;
  auto prepared = motion::prepare(text, Pose{}, machine);
  if (!prepared && prepared.error().problem == motion::Problem::none)
    prepared = motion::assemble(text, Pose{}, machine);
  if (!prepared) return Failure{MotionProblem{prepared.error()}};
  return SizedMotion{std::move(prepared->program)};
}

MotionResult motion_of_film(const Machine& machine, const std::string& name) {
  const auto folder = shipped_motion_folder();
  const fs::path path = folder ? fs::path{*folder} / name : fs::path{};
  std::error_code error;
  if (!is_plain_name(name) || !folder || !fs::is_regular_file(path, error))
    return Failure{MotionProblem{say<Id::size_no_motion>(name)}};
  return motion_of_file(machine, content_of(path), name);
}

std::optional<std::string> shipped_manoeuvre(const std::string& name) {
  const auto folder = shipped_manoeuvre_folder();
  if (!folder || !is_plain_name(name)) return std::nullopt;
  const fs::path path = fs::path{*folder} / (name + ".csv");
  std::error_code error;
  return fs::is_regular_file(path, error) ? std::optional{path.string()} : std::nullopt;
}

MotionResult motion_of_manoeuvre(const Machine& machine, const std::string& path) {
  const auto manoeuvre = analysis::read_manoeuvre(path);
  if (!manoeuvre) return Failure{MotionProblem{manoeuvre.error()}};
  analysis::CueSetting setting;
  if (manoeuvre->says()) setting.tuning.input = *manoeuvre->says();
  const analysis::CueResult result = analysis::run_cue(machine, setting, *manoeuvre);
  if (!result.failure.empty() || result.samples.size() < 2)
    return Failure{MotionProblem{say<Id::size_cue_failed>(result.failure)}};
  std::vector<double> times;
  std::vector<Pose> poses;
  for (const analysis::CueSample& sample : result.samples) {
    times.push_back(sample.time - result.samples.front().time);
    poses.push_back(kXyzConvention.to_pose(sample.pose, 0.0));
  }
  return SizedMotion{path_of(machine, times, poses), SizedMotion::Rates::governed};
}

}  // namespace hexad::design
