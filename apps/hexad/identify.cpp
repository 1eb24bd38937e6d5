// `hexad identify`: joints and leg lengths from measurements, or from simulated ones.

#include "hexad/identify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "config/build_machine.hpp"
#include "config/config_csv.hpp"
#include "config/presets.hpp"
#include "config/print.hpp"
#include "hexad/config_csv.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/numbers.hpp"
#include "hexad/output.hpp"
#include "identify/measurement_file.hpp"
#include "identify/plausible.hpp"
#include "kinematics/geometry.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"

namespace hexad::cli {
namespace {

constexpr std::size_t kCandidates = 500;
constexpr std::size_t kWorkspace = 200;
// Poses of the report, the candidates and the simulation have nothing to do with each other.
constexpr std::uint64_t kWorkspaceSeed = 7001;
constexpr std::uint64_t kCandidateSeed = 7002;

std::optional<LoadedPlatform> open_six_legs(const std::string& platform) {
  LoadedPlatform loaded = hexad::load_platform({.platform = platform});
  print_problems(loaded.problems);
  if (!loaded.machine) return std::nullopt;
  if (loaded.machine->geometry.mechanism == Mechanism::six_legs) return loaded;
  print_error(
      messages::say<messages::Id::identify_six_legs>(loaded.machine->name, loaded.machine->geometry.legs));
  return std::nullopt;
}

std::optional<std::string> read_capped(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  std::string text(identify::kMostBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.is_open() || file.bad() || (file.gcount() == 0 && !file.eof())) {
    print_error(messages::say<messages::Id::file_cannot_be_read>(path, messages::system_message(errno)));
    return std::nullopt;
  }
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

std::optional<identify::Campaign> read_campaign(const std::string& path, const Machine& nominal,
                                                const identify::StatedSigma& stated,
                                                const identify::Unknowns& unknown) {
  const auto text = read_capped(path);
  if (!text) return std::nullopt;
  auto campaign = identify::parse_campaign(*text, nominal, stated, unknown);
  if (campaign) return *std::move(campaign);
  for (const identify::FileProblem& problem : campaign.error())
    print_error(problem.line == 0
                    ? messages::say<messages::Id::at_file>(path, problem.what)
                    : messages::say<messages::Id::at_file>(
                          fmt::format("{}:{}:{}", path, problem.line, problem.column), problem.what));
  return std::nullopt;
}

identify::StatedSigma stated_by(const IdentifyOptions& options) {
  identify::StatedSigma stated;
  if (options.sigma_mm) stated.length = *options.sigma_mm * kMillimetre;
  if (options.sigma_deg) stated.angle = *options.sigma_deg * kDegree;
  return stated;
}

/// Held and equal parts, in SI; none with a message when a word is wrong.
std::optional<identify::Prior> prior_of(const IdentifyOptions& options) {
  identify::Prior prior;
  prior.joint = options.tolerance * kMillimetre;
  prior.leg = options.leg_tolerance.value_or(options.tolerance) * kMillimetre;
  prior.equal_legs = options.equal_legs;
  for (const std::string& part : options.hold) {
    if (part == "base")
      prior.hold_base = true;
    else if (part == "platform")
      prior.hold_platform = true;
    else if (part == "legs")
      prior.hold_legs = true;
    else {
      print_error(messages::say<messages::Id::identify_hold>(part));
      return std::nullopt;
    }
  }
  if (!(prior.hold_base && prior.hold_platform && prior.hold_legs)) return prior;
  print_error(messages::Id::identify_nothing);
  return std::nullopt;
}

struct Measured {
  identify::Campaign campaign;
  std::optional<Geometry> truth;
};

/// Exit code when it fails.
Result<Measured, int> simulated(const IdentifyOptions& options, const Machine& nominal) {
  auto quantities = identify::parse_quantities(options.measure);
  if (!quantities) {
    print_error(messages::say<messages::Id::option_wrong>("--measure", quantities.error()));
    return Failure{kUsage};
  }
  identify::StatedSigma stated = stated_by(options);
  if (!stated.length) stated.length = identify::kDefaultSigmaLength;
  if (!stated.angle) stated.angle = identify::kDefaultSigmaAngle;
  identify::set_sigmas(*quantities, stated);

  const auto seed = static_cast<std::uint64_t>(options.seed);
  const auto unknown = identify::parse_unknowns(options.unknown);
  const identify::FrameUnknowns frames{{*quantities, {}, *unknown}};
  Geometry truth = identify::perturbed(nominal.geometry, options.spread * kMillimetre, seed);
  if (!options.truth.empty()) {
    const auto other = open_six_legs(options.truth);
    if (!other) return Failure{kFailed};
    truth = other->machine->geometry;
  }
  const auto poses =
      identify::reachable_poses(nominal, static_cast<std::size_t>(*options.simulate), seed + 10000);
  auto campaign =
      identify::simulate(nominal, truth, *quantities, poses, seed + 20000, *unknown,
                         identify::somewhere(*unknown, frames.points(), seed + 30000, frames.marks()));
  if (!campaign) {
    print_error(campaign.error());
    return Failure{kFailed};
  }
  if (!options.write.empty() && !write_csv(options.write, identify::to_csv(*campaign)))
    return Failure{kFailed};
  return Measured{*std::move(campaign), truth};
}

AxisValues scaled(AxisValues values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

SimulationReport judge(const Machine& nominal, const identify::Fit& fit, const Geometry& truth,
                       const std::vector<Pose>& workspace) {
  SimulationReport report{identify::pose_errors(nominal, nominal.geometry, truth, workspace),
                          identify::pose_errors(nominal, fit.geometry, truth, workspace)};
  std::size_t inside = 0, all = 0;
  for (const Pose& pose : workspace) {
    const identify::PoseError error = identify::pose_error(nominal, fit.geometry, truth, pose);
    if (!error.found) continue;
    const Mat6 covariance = identify::pose_covariance(nominal, fit, fit.covariance, pose);
    for (Eigen::Index k = 0; k < 6; ++k, ++all)
      inside += std::abs(error.twist[k]) <= fit.coverage * std::sqrt(covariance(k, k)) ? 1U : 0U;
  }
  if (all > 0) report.inside = static_cast<double>(inside) / static_cast<double>(all);
  return report;
}

void add_next(const IdentifyOptions& options, const std::vector<Pose>& workspace, IdentifyReport& report) {
  const Machine& nominal = *report.nominal;
  const auto candidates = identify::reachable_poses(nominal, kCandidates, kCandidateSeed);
  Eigen::MatrixXd covariance = report.fit.covariance;
  const auto& quantities = report.campaign.quantities;
  for (const identify::NextPose& next : identify::next_poses(
           nominal, report.fit, quantities, static_cast<std::size_t>(options.next), candidates)) {
    covariance = identify::covariance_after(nominal, report.fit, covariance, quantities, next.pose);
    NextReport shown{from_si(kXyzConvention.from_pose(next.pose, 0.0)), {}, {}};
    for (std::size_t leg = 0; leg < kMaxLegs; ++leg)
      shown.extension[leg] = next.extension[static_cast<Eigen::Index>(leg)] / kMillimetre;
    shown.uncertainty =
        scaled(identify::pose_sigma(nominal, report.fit, covariance, workspace), report.fit.coverage);
    report.next.push_back(shown);
  }
}

/// The next poses as a measurement file whose readings are still empty.
std::string plan_of(const IdentifyReport& report) {
  identify::Campaign plan{report.campaign.quantities, {}};
  for (const NextReport& next : report.next) {
    identify::Row row{0, Extensions::Zero(), {}};
    row.values.resize(plan.quantities.size());
    for (std::size_t leg = 0; leg < kMaxLegs; ++leg)
      row.extension[static_cast<Eigen::Index>(leg)] = next.extension[leg] * kMillimetre;
    plan.rows.push_back(std::move(row));
  }
  return identify::to_csv(plan);
}

/// Group 1 of a board: `hexad calibrate write --file` takes it from there.
bool write_for_board(const std::string& path, const Config& config, const IdentifyReport& report) {
  const auto csv = hexad::csv_of(config, report.fitted);
  if (csv) return write_csv(path, hexad::write_config_csv(*csv));
  print_error(messages::say<messages::Id::at_file>(
      path, messages::say<messages::Id::identify_equal_legs>(csv.error())));
  return false;
}

bool write_platform(const std::string& path, Config config, const IdentifyReport& report) {
  const Geometry& geometry = report.fit.geometry;
  config.geometry = {};  // circles, if it had any, are no longer true
  config.geometry.base.assign(geometry.base.begin(), geometry.base.end());
  config.geometry.platform.assign(geometry.platform.begin(), geometry.platform.end());
  config.geometry.leg_length.assign(geometry.retracted.begin(), geometry.retracted.end());
  config.geometry.stroke = geometry.stroke;
  if (is_config_csv(path)) return write_for_board(path, config, report);
  config.description = fmt::format("{}, geometry identified from {} rows of measurements",
                                   report.nominal->name, report.campaign.rows.size());
  return write_csv(path, hexad::to_toml(config));
}

/// The file the nominal geometry comes from is never overwritten: without it nobody could identify again.
bool is_nominal_file(const IdentifyOptions& options) {
  std::string nominal = options.platform;
  if (!hexad::looks_like_file(nominal)) nominal = hexad::preset_path(nominal).value_or(nominal);
  std::error_code error;
  return std::filesystem::equivalent(nominal, options.out, error) && !error;
}

/// The command line's ranges let "nan" through.
bool are_numbers(const IdentifyOptions& options) {
  const double sum = options.sigma_mm.value_or(0.0) + options.sigma_deg.value_or(0.0) + options.tolerance +
                     options.leg_tolerance.value_or(0.0) + options.spread;
  if (std::isfinite(sum)) return true;
  print_error(messages::Id::identify_finite);
  return false;
}

int usage_of(const IdentifyOptions& options) {
  if (!are_numbers(options)) return kUsage;
  if (const auto unknown = identify::parse_unknowns(options.unknown); !options.unknown.empty() && !unknown) {
    print_error(messages::say<messages::Id::option_wrong>("--unknown", unknown.error()));
    return kUsage;
  }
  if (options.measured.empty() == !options.simulate.has_value()) {
    print_error(messages::Id::identify_either);
    return kUsage;
  }
  const bool simulation_only = !options.truth.empty() || !options.write.empty();
  if (simulation_only && !options.simulate) {
    print_error(messages::Id::identify_simulate_only);
    return kUsage;
  }
  if (!options.plan.empty() && options.next == 0) {
    print_error(messages::Id::identify_plan);
    return kUsage;
  }
  if (!options.out.empty() && is_nominal_file(options)) {
    print_error(messages::say<messages::Id::identify_out>(options.out));
    return kUsage;
  }
  return kDone;
}

messages::Message about(const IdentifyOptions& options, const messages::Message& what) {
  return options.measured.empty() ? what : messages::say<messages::Id::at_file>(options.measured, what);
}

/// Everything the report says; an exit code when there is none.
Result<IdentifyReport, int> report_of(const IdentifyOptions& options, const Machine& nominal,
                                      const identify::Prior& prior, Measured measured) {
  IdentifyReport report;
  report.nominal = &nominal;
  report.outliers = identify::find_outliers(nominal, measured.campaign, prior);
  for (const identify::Outlier& outlier : report.outliers)
    report.outlier_lines.push_back(measured.campaign.rows[outlier.row].line);
  report.dropped = options.drop_outliers && !report.outliers.empty();
  report.campaign =
      report.dropped ? identify::without(measured.campaign, report.outliers) : std::move(measured.campaign);
  auto fit = identify::fit(nominal, report.campaign, prior);
  if (!fit) {
    print_error(about(options, fit.error()));
    return Failure{kFailed};
  }
  report.fit = *std::move(fit);
  auto fitted = kinematics::derive(identify::with_geometry(nominal, report.fit.geometry));
  if (!fitted) {
    for (const kinematics::Finding& finding : fitted.error())
      print_error(messages::say<messages::Id::identify_no_machine>(finding.what));
    return Failure{kFailed};
  }
  report.fitted = *std::move(fitted);
  report.seen = identify::observability(nominal, report.fit);
  const auto workspace = identify::reachable_poses(nominal, kWorkspace, kWorkspaceSeed);
  const Eigen::Index free = report.fit.covariance.cols();
  report.uncertainty_before = scaled(
      identify::pose_sigma(nominal, report.fit, Eigen::MatrixXd::Identity(free, free), workspace), 1.96);
  report.uncertainty = scaled(identify::pose_sigma(nominal, report.fit, report.fit.covariance, workspace),
                              report.fit.coverage);
  if (options.next > 0) add_next(options, workspace, report);
  if (measured.truth) report.simulation = judge(nominal, report.fit, *measured.truth, workspace);
  return report;
}

/// Outliers, which stay in the fit unless they are dropped, are said by themselves.
std::optional<messages::Message> reason_against(const IdentifyReport& report, const identify::Prior& prior) {
  const Machine& nominal = *report.nominal;
  if (report.outliers.empty() || report.dropped)
    return identify::implausible(nominal, report.campaign, report.fit);
  const identify::Campaign rest = identify::without(report.campaign, report.outliers);
  const auto fit = identify::fit(nominal, rest, prior);
  return fit ? identify::implausible(nominal, rest, *fit) : std::nullopt;
}

}  // namespace

int identify(const IdentifyOptions& options) {
  if (const int code = usage_of(options); code != kDone) return code;
  const auto prior = prior_of(options);
  if (!prior) return kUsage;
  const auto loaded = open_six_legs(options.platform);
  if (!loaded) return kFailed;
  const Machine& nominal = *loaded->machine;

  Measured measured;
  if (options.simulate) {
    auto made = simulated(options, nominal);
    if (!made) return made.error();
    measured = *std::move(made);
  } else {
    auto campaign = read_campaign(options.measured, nominal, stated_by(options),
                                  *identify::parse_unknowns(options.unknown));
    if (!campaign) return kFailed;
    measured.campaign = *std::move(campaign);
  }
  const auto report = report_of(options, nominal, *prior, std::move(measured));
  if (!report) return report.error();

  print(options.json ? to_json(*report) : to_text(*report));
  if (const identify::Fit& fit = report->fit; fit.contradicts_sigma())
    print_warning(identify::contradiction_of(fit));
  if (const auto reason = reason_against(*report, *prior)) {
    print_error(about(options, *reason));
    return kFailed;
  }
  if (!options.plan.empty() && !write_csv(options.plan, plan_of(*report))) return kFailed;
  if (!options.out.empty() && !write_platform(options.out, loaded->config, *report)) return kFailed;
  return kDone;
}

}  // namespace hexad::cli
