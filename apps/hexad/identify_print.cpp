// What `hexad identify` says.

#include <fmt/format.h>

#include <cmath>

#include "base/units.hpp"
#include "hexad/identify.hpp"
#include "hexad/numbers.hpp"
#include "hexad/output.hpp"
#include "identify/plausible.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"

namespace hexad::cli {
namespace {

using messages::Id;
using messages::Message;
using messages::say;

constexpr std::size_t kIdentifyLabel = 13;  // columns

std::string line_of(Id label, const Message& value) { return labelled(label, value, kIdentifyLabel); }
/// A label with a number in it.
std::string line_of(const Message& label, const Message& value) {
  return filled(messages::to_text(label), kIdentifyLabel) + messages::to_text(value) + '\n';
}

/// As many decimals as the uncertainty is worth.
std::string small(double value) {
  const double size = std::abs(value);
  return fixed(value, size >= 0.1 || size == 0.0 ? 3 : size >= 0.001 ? 4 : 7);
}

Message place_of(const IdentifyReport& report, const identify::Residual& residual) {
  return say<Id::identify_place>(report.campaign.rows[residual.row].line,
                                 identify::column_name(report.campaign.quantities[residual.quantity]));
}

std::string residual_line(const IdentifyReport& report, Id heading, double identify::Residual::*of) {
  std::string text;
  for (const bool angles : {false, true}) {
    const identify::ResidualSummary sum = identify::summary(report.fit, report.campaign, angles, of);
    if (sum.count == 0) continue;
    const double unit = angles ? kDegree : kMillimetre;
    const std::string_view unit_name = angles ? "°" : "mm";
    text += line_of(text.empty() ? heading : Id::nothing,
                    say<Id::identify_residual>(small(sum.rms / unit), unit_name, small(sum.largest / unit),
                                               unit_name, place_of(report, report.fit.residuals[sum.at])));
  }
  return text;
}

/// An offset shows as a mean that the fit does not take away.
std::string means_of(const IdentifyReport& report) {
  const auto means = identify::column_means(report.fit, report.campaign);
  if (means.empty()) return "";
  Table table{headings(Id::head_means)};
  for (const identify::ColumnMean& mean : means) {
    const identify::Quantity& quantity = report.campaign.quantities[mean.quantity];
    const double unit = quantity.is_angle() ? kDegree : kMillimetre;
    table.add({identify::column_name(quantity), std::to_string(mean.count), small(mean.before / unit),
               small(mean.after / unit), small(mean.rms / unit)});
  }
  return '\n' + table.text();
}

std::string sigma_line(const IdentifyReport& report) {
  std::string text;
  for (const bool angles : {false, true}) {
    const identify::Noise& noise = report.fit.noise[angles ? 1 : 0];
    if (noise.readings == 0) continue;
    double low = INFINITY, high = 0.0;
    bool stated = true;
    for (const identify::Residual& residual : report.fit.residuals) {
      const identify::Quantity& quantity = report.campaign.quantities[residual.quantity];
      if (quantity.is_angle() != angles) continue;
      low = std::min(low, residual.sigma);
      high = std::max(high, residual.sigma);
      stated = stated && quantity.sigma_is_stated;
    }
    const double unit = angles ? kDegree : kMillimetre;
    const std::string range =
        high > low * 1.001 ? fmt::format("{}…{}", small(low / unit), small(high / unit)) : small(high / unit);
    text += (text.empty() ? "" : ", ") + spoken<Id::sigma_of>(range, angles ? "°" : "mm",
                                                              stated            ? Id::sigma_stated
                                                              : noise.estimated ? Id::sigma_estimated
                                                                                : Id::sigma_assumed);
  }
  return text.empty() ? "" : line_of(Id::label_sigma, as_told(text));
}

/// Where the instruments were found to stand.
std::string frames_line(const IdentifyReport& report) {
  const identify::Frames& frames = report.fit.frames;
  const identify::FrameUnknowns unknown{report.campaign};
  const auto place = [](const Vec3& point) {
    return fmt::format("{:.3f} {:.3f} {:.3f} mm", point.x() / kMillimetre, point.y() / kMillimetre,
                       point.z() / kMillimetre);
  };
  const auto turn = [](const Quat& rotation) {
    const Vec3 angles = angles_from_rotation(rotation, RotationOrder::zyx) / kDegree;
    return fmt::format("{:.4f} {:.4f} {:.4f}°", angles.x(), angles.y(), angles.z());
  };
  std::string text;
  if (unknown.which().tracker)
    text += line_of(Id::label_tracker, say<Id::frame_tracker>(place(frames.origin), turn(frames.tracker)));
  if (unknown.which().target)
    text += line_of(Id::label_target_of_it, say<Id::frame_target>(place(frames.place), turn(frames.target)));
  for (std::size_t i = 0; i < frames.points.size(); ++i)
    text += line_of(say<Id::target_number>(i + 1), say<Id::frame_point>(place(frames.points[i])));
  for (std::size_t i = 0; i < frames.marks.size(); ++i)
    text += line_of(say<Id::mark_number>(i + 1), say<Id::frame_mark>(place(frames.marks[i])));
  if (unknown.which().level)
    text += line_of(Id::label_level, say<Id::frame_level>(turn(frames.level), turn(frames.sensor)));
  return text;
}

std::string head(const IdentifyReport& report) {
  const identify::Fit& fit = report.fit;
  std::string columns;
  for (const identify::Quantity& quantity : report.campaign.quantities)
    columns += ' ' + identify::column_name(quantity);
  std::string text = line_of(
      Id::label_platform,
      say<Id::identify_as_built>(report.nominal->name, fmt::format("{:g}", fit.prior.joint / kMillimetre),
                                 fmt::format("{:g}", fit.prior.leg / kMillimetre)));
  text += line_of(Id::label_measured,
                  say<Id::identify_measured>(report.campaign.rows.size(), fit.residuals.size(), columns));
  text += sigma_line(report);
  text += frames_line(report);
  text += residual_line(report, Id::label_before, &identify::Residual::before);
  text += residual_line(report, Id::label_after, &identify::Residual::after);
  if (!fit.residuals.empty())
    text +=
        line_of(Id::label_fit, say<Id::identify_fit>(fit.iterations, fmt::format("{:.1f}", fit.chi_square),
                                                     fmt::format("{:.1f}", fit.freedom)));
  return text + means_of(report);
}

std::string tables(const IdentifyReport& report) {
  const Geometry& nominal = report.nominal->geometry;
  const Geometry& fitted = report.fit.geometry;
  const identify::Deviation band = report.fit.coverage * report.fit.sigma();
  Table joints{headings(Id::head_fitted_joints)};
  for (const bool platform : {false, true}) {
    for (std::size_t i = 0; i < kMaxLegs; ++i) {
      std::vector<std::string> row{fmt::format("{}{}", platform ? 'P' : 'B', i + 1)};
      for (const Geometry* geometry : {&nominal, &fitted})
        for (const double value : (platform ? geometry->platform : geometry->base)[i])
          row.push_back(fixed(value / kMillimetre, 3));
      const Eigen::Index at = platform ? identify::platform_at(i) : identify::base_at(i);
      for (const double value : band.segment<3>(at)) row.push_back(fixed(value / kMillimetre, 3));
      joints.add(std::move(row));
    }
  }
  Table legs{headings(Id::head_fitted_legs)};
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    const auto leg = static_cast<Eigen::Index>(i);
    const Eigen::Index at = identify::leg_at(i);
    legs.add({std::to_string(i + 1), fixed(nominal.retracted[leg] / kMillimetre, 3),
              fixed(fitted.retracted[leg] / kMillimetre, 3), fixed(report.fit.deviation[at] / kMillimetre, 3),
              fixed(band[at] / kMillimetre, 3)});
  }
  const AbsolutePose& neutral = report.fitted.heights.neutral;
  const Vec3 shift = (neutral.position - report.nominal->heights.neutral.position) / kMillimetre;
  return fmt::format("\n{}\n{}\n{}\n", joints.text(), legs.text(), spoken<Id::identify_legend>()) +
         line_of(Id::label_neutral,
                 say<Id::identify_neutral>(
                     fixed(shift.x(), 3), fixed(shift.y(), 3), fixed(shift.z(), 3),
                     fixed(angle_between(Quat::Identity(), neutral.rotation) / kDegree, 4)));
}

std::string uncertainty_line(const AxisValues& si) { return axes_text(from_si(si), small); }

std::string knowledge(const IdentifyReport& report) {
  constexpr std::size_t kWidth = 17;
  std::string text = '\n' + spoken<Id::identify_known>() + '\n' +
                     labelled(Id::label_by_tolerances, uncertainty_line(report.uncertainty_before), kWidth) +
                     labelled(Id::label_by_fit, uncertainty_line(report.uncertainty), kWidth);
  text += '\n' +
          spoken<Id::identify_combinations>(report.seen.strength.size(), report.seen.told, report.seen.partly,
                                            report.seen.untold) +
          '\n';
  if (!report.seen.cannot_be_told.empty()) text += spoken<Id::identify_cannot_be_told>() + '\n';
  for (const messages::Message& what : report.seen.cannot_be_told)
    text += fmt::format("  {}\n", messages::to_text(what));
  return text;
}

std::string outliers_of(const IdentifyReport& report) {
  if (report.outliers.empty()) return "";
  std::string text =
      '\n' + messages::to_text(report.dropped ? Id::identify_left_out : Id::identify_still_in) + '\n';
  for (std::size_t i = 0; i < report.outliers.size(); ++i) {
    const Message where = say<Id::identify_place>(
        report.outlier_lines[i],
        identify::column_name(report.campaign.quantities[report.outliers[i].quantity]));
    text += "  " +
            spoken<Id::identify_outlier>(where, fmt::format("{:.1f}", report.outliers[i].standardised)) +
            '\n';
  }
  return text;
}

std::string next_of(const IdentifyReport& report) {
  std::string text;
  for (const NextReport& next : report.next) {
    std::string legs;
    for (const double extension : next.extension)
      legs += fmt::format("{}{:.3f}", legs.empty() ? "" : ",", extension);
    text += '\n' + labelled(Id::label_next, pose_text(next.pose), kIdentifyLabel) +
            labelled(Id::label_extensions, legs, kIdentifyLabel) +
            labelled(Id::label_then, uncertainty_line(next.uncertainty), kIdentifyLabel);
  }
  return text;
}

std::string simulation_of(const SimulationReport& simulation) {
  const identify::ErrorSummary& before = simulation.before;
  const identify::ErrorSummary& after = simulation.after;
  Table table{headings(Id::head_simulated)};
  const auto row = [&](Id name, const identify::ErrorSummary& sum) {
    table.add({messages::to_text(name), small(sum.position_rms / kMillimetre),
               small(sum.position_max / kMillimetre), small(sum.angle_rms / kDegree),
               small(sum.angle_max / kDegree), small(sum.leg_rms / kMillimetre),
               small(sum.leg_max / kMillimetre)});
  };
  row(Id::label_before, before);
  row(Id::label_after, after);
  const auto times = [](double a, double b) {
    return b > 0.0 ? fmt::format("{:.1f}", a / b) : std::string{"-"};
  };
  table.add({spoken<Id::times_better>(), times(before.position_rms, after.position_rms),
             times(before.position_max, after.position_max), times(before.angle_rms, after.angle_rms),
             times(before.angle_max, after.angle_max), times(before.leg_rms, after.leg_rms),
             times(before.leg_max, after.leg_max)});
  return '\n' + spoken<Id::identify_against_truth>(after.poses) + '\n' + table.text() +
         spoken<Id::identify_inside>(fixed(100.0 * simulation.inside, 1)) + '\n';
}

}  // namespace

std::string to_text(const IdentifyReport& report) {
  return head(report) + tables(report) + knowledge(report) + outliers_of(report) + next_of(report) +
         (report.simulation ? simulation_of(*report.simulation) : "");
}

}  // namespace hexad::cli
