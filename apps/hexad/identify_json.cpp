// What `hexad identify --json` prints.

#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "hexad/identify.hpp"
#include "hexad/numbers.hpp"
#include "identify/plausible.hpp"
#include "messages/print.hpp"

namespace hexad::cli {
namespace {

using UnorderedJson = nlohmann::json;

UnorderedJson mm(const Vec3& point) {
  return {point.x() / kMillimetre, point.y() / kMillimetre, point.z() / kMillimetre};
}

UnorderedJson residual_of(const IdentifyReport& report, double identify::Residual::*of) {
  UnorderedJson result = UnorderedJson::object();
  for (const bool angles : {false, true}) {
    const identify::ResidualSummary sum = identify::summary(report.fit, report.campaign, angles, of);
    if (sum.count == 0) continue;
    const identify::Residual& worst = report.fit.residuals[sum.at];
    const double unit = angles ? kDegree : kMillimetre;
    result[angles ? "deg" : "mm"] = {
        {"rms", sum.rms / unit},
        {"largest", sum.largest / unit},
        {"line", report.campaign.rows[worst.row].line},
        {"column", identify::column_name(report.campaign.quantities[worst.quantity])}};
  }
  return result;
}

UnorderedJson columns_of(const IdentifyReport& report) {
  UnorderedJson columns = UnorderedJson::array();
  for (const identify::ColumnMean& mean : identify::column_means(report.fit, report.campaign)) {
    const identify::Quantity& quantity = report.campaign.quantities[mean.quantity];
    const double unit = quantity.is_angle() ? kDegree : kMillimetre;
    columns.push_back({{"column", identify::column_name(quantity)},
                       {"readings", mean.count},
                       {"mean_before", mean.before / unit},
                       {"mean_after", mean.after / unit},
                       {"rms_after", mean.rms / unit}});
  }
  return columns;
}

UnorderedJson joints_of(const IdentifyReport& report) {
  const Geometry& nominal = report.nominal->geometry;
  const Geometry& fitted = report.fit.geometry;
  const identify::Deviation band = report.fit.coverage * report.fit.sigma();
  UnorderedJson joints = UnorderedJson::array();
  for (const bool platform : {false, true}) {
    for (std::size_t i = 0; i < kMaxLegs; ++i) {
      const Eigen::Index at = platform ? identify::platform_at(i) : identify::base_at(i);
      joints.push_back({{"joint", (platform ? "P" : "B") + std::to_string(i + 1)},
                        {"nominal_mm", mm(platform ? nominal.platform[i] : nominal.base[i])},
                        {"fitted_mm", mm(platform ? fitted.platform[i] : fitted.base[i])},
                        {"uncertainty_mm", mm(band.segment<3>(at))}});
    }
  }
  return joints;
}

UnorderedJson legs_of(const IdentifyReport& report) {
  const identify::Deviation band = report.fit.coverage * report.fit.sigma();
  UnorderedJson legs = UnorderedJson::array();
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    const auto leg = static_cast<Eigen::Index>(i);
    legs.push_back({{"nominal_mm", report.nominal->geometry.retracted[leg] / kMillimetre},
                    {"fitted_mm", report.fit.geometry.retracted[leg] / kMillimetre},
                    {"offset_mm", report.fit.deviation[identify::leg_at(i)] / kMillimetre},
                    {"uncertainty_mm", band[identify::leg_at(i)] / kMillimetre}});
  }
  return legs;
}

UnorderedJson sigmas_of(const IdentifyReport& report) {
  UnorderedJson sigmas = UnorderedJson::object();
  for (const identify::Residual& residual : report.fit.residuals) {
    const identify::Quantity& quantity = report.campaign.quantities[residual.quantity];
    const bool estimated =
        !quantity.sigma_is_stated && report.fit.noise[quantity.is_angle() ? 1 : 0].estimated;
    sigmas[identify::column_name(quantity)] = {
        {"value", residual.sigma / (quantity.is_angle() ? kDegree : kMillimetre)},
        {"from", quantity.sigma_is_stated ? "stated"
                 : estimated              ? "residuals"
                                          : "default"}};
  }
  return sigmas;
}

/// Where the instruments were found to stand; null for what was known.
UnorderedJson frames_of(const IdentifyReport& report) {
  const identify::Frames& frames = report.fit.frames;
  const identify::FrameUnknowns unknown{report.campaign};
  const auto angles = [](const Quat& turn) {
    const Vec3 values = angles_from_rotation(turn, RotationOrder::zyx) / kDegree;
    return UnorderedJson{values.x(), values.y(), values.z()};
  };
  UnorderedJson json{{"tracker", nullptr},
                     {"target", nullptr},
                     {"targets_mm", UnorderedJson::array()},
                     {"marks_mm", UnorderedJson::array()},
                     {"level", nullptr}};
  if (unknown.which().tracker)
    json["tracker"] = {{"neutral_mm", mm(frames.origin)}, {"angles_deg", angles(frames.tracker)}};
  if (unknown.which().target)
    json["target"] = {{"place_mm", mm(frames.place)}, {"angles_deg", angles(frames.target)}};
  for (const Vec3& point : frames.points) json["targets_mm"].push_back(mm(point));
  for (const Vec3& mark : frames.marks) json["marks_mm"].push_back(mm(mark));
  if (unknown.which().level)
    json["level"] = {{"base_angles_deg", angles(frames.level)}, {"sensor_angles_deg", angles(frames.sensor)}};
  return json;
}

UnorderedJson errors_of(const identify::ErrorSummary& errors) {
  return {{"position_rms_mm", errors.position_rms / kMillimetre},
          {"position_max_mm", errors.position_max / kMillimetre},
          {"angle_rms_deg", errors.angle_rms / kDegree},
          {"angle_max_deg", errors.angle_max / kDegree},
          {"leg_rms_mm", errors.leg_rms / kMillimetre},
          {"leg_max_mm", errors.leg_max / kMillimetre},
          {"poses", errors.poses}};
}

}  // namespace

std::string to_json(const IdentifyReport& report) {
  const AbsolutePose& neutral = report.fitted.heights.neutral;
  const Vec3 shift = neutral.position - report.nominal->heights.neutral.position;
  UnorderedJson outliers = UnorderedJson::array();
  for (std::size_t i = 0; i < report.outliers.size(); ++i)
    outliers.push_back(
        {{"line", report.outlier_lines[i]},
         {"column", identify::column_name(report.campaign.quantities[report.outliers[i].quantity])},
         {"sigmas", report.outliers[i].standardised},
         {"dropped", report.dropped}});
  UnorderedJson next = UnorderedJson::array();
  for (const NextReport& pose : report.next)
    next.push_back({{"pose", pose.pose},
                    {"extensions_mm", pose.extension},
                    {"pose_uncertainty_then", from_si(pose.uncertainty)}});
  UnorderedJson untold = UnorderedJson::array();
  for (const messages::Message& what : report.seen.cannot_be_told) untold.push_back(messages::english(what));
  UnorderedJson result{
      {"platform", report.nominal->name},
      {"frames", frames_of(report)},
      {"rows", report.campaign.rows.size()},
      {"readings", report.fit.residuals.size()},
      {"sigma", sigmas_of(report)},
      {"residual",
       {{"before", residual_of(report, &identify::Residual::before)},
        {"after", residual_of(report, &identify::Residual::after)}}},
      {"columns", columns_of(report)},
      {"iterations", report.fit.iterations},
      {"chi_square", report.fit.chi_square},
      {"freedom", report.fit.freedom},
      {"contradicts_sigma", report.fit.contradicts_sigma()},
      {"joints", joints_of(report)},
      {"legs", legs_of(report)},
      {"neutral",
       {{"shift_mm", mm(shift)}, {"tilt_deg", angle_between(Quat::Identity(), neutral.rotation) / kDegree}}},
      {"combinations",
       {{"told", report.seen.told}, {"partly", report.seen.partly}, {"untold", report.seen.untold}}},
      {"cannot_be_told", std::move(untold)},
      {"pose_uncertainty",
       {{"before", from_si(report.uncertainty_before)}, {"after", from_si(report.uncertainty)}}},
      {"outliers", outliers},
      {"next", next}};
  if (report.simulation)
    result["simulation"] = {{"before", errors_of(report.simulation->before)},
                            {"after", errors_of(report.simulation->after)},
                            {"inside_band", report.simulation->inside}};
  return result.dump() + '\n';
}

}  // namespace hexad::cli
