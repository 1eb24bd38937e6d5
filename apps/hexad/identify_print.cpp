// What `hexad identify` says.

#include <fmt/format.h>

#include <cmath>

#include "base/units.hpp"
#include "hexad/identify.hpp"
#include "hexad/numbers.hpp"
#include "hexad/output.hpp"
#include "identify/plausible.hpp"
#include "messages/print.hpp"

namespace hexad::cli {
namespace {

/// As many decimals as the uncertainty is worth.
std::string small(double value) {
  const double size = std::abs(value);
  return fixed(value, size >= 0.1 || size == 0.0 ? 3 : size >= 0.001 ? 4 : 7);
}

std::string place_of(const IdentifyReport& report, const identify::Residual& residual) {
  return fmt::format("line {}, {}", report.campaign.rows[residual.row].line,
                     identify::column_name(report.campaign.quantities[residual.quantity]));
}

std::string residual_line(const IdentifyReport& report, const char* heading, double identify::Residual::*of) {
  std::string text;
  for (const bool angles : {false, true}) {
    const identify::ResidualSummary sum = identify::summary(report.fit, report.campaign, angles, of);
    if (sum.count == 0) continue;
    const double unit = angles ? kDegree : kMillimetre;
    text += fmt::format("{:<13}rms {} {}, largest {} {} ({})\n", text.empty() ? heading : "",
                        small(sum.rms / unit), angles ? "°" : "mm", small(sum.largest / unit),
                        angles ? "°" : "mm", place_of(report, report.fit.residuals[sum.at]));
  }
  return text;
}

/// An offset shows as a mean that the fit does not take away.
std::string means_of(const IdentifyReport& report) {
  const auto means = identify::column_means(report.fit, report.campaign);
  if (means.empty()) return "";
  Table table{{"column", "readings", "mean before", "mean after", "rms after"}};
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
    text += fmt::format("{}{} {} ({})", text.empty() ? "" : ", ", range, angles ? "°" : "mm",
                        stated            ? "stated"
                        : noise.estimated ? "estimated from the residuals"
                                          : "assumed: too few readings to estimate it");
  }
  return text.empty() ? "" : fmt::format("sigma        {}\n", text);
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
    text += fmt::format("tracker      sees neutral at {}, base axes turned by {}\n", place(frames.origin),
                        turn(frames.tracker));
  if (unknown.which().target)
    text += fmt::format("target       on the platform at {}, turned by {}\n", place(frames.place),
                        turn(frames.target));
  for (std::size_t i = 0; i < frames.points.size(); ++i)
    text += fmt::format("target {:<6}on the platform at {}\n", i + 1, place(frames.points[i]));
  for (std::size_t i = 0; i < frames.marks.size(); ++i)
    text += fmt::format("mark F{:<7}beside the platform at {}\n", i + 1, place(frames.marks[i]));
  if (unknown.which().level)
    text += fmt::format("level        of the base {}, inclinometer mounted at {}\n", turn(frames.level),
                        turn(frames.sensor));
  return text;
}

std::string head(const IdentifyReport& report) {
  const identify::Fit& fit = report.fit;
  std::string columns;
  for (const identify::Quantity& quantity : report.campaign.quantities)
    columns += ' ' + identify::column_name(quantity);
  std::string text =
      fmt::format("platform     {}, joints ±{:g} mm, legs ±{:g} mm (1 σ) as built\n", report.nominal->name,
                  fit.prior.joint / kMillimetre, fit.prior.leg / kMillimetre);
  text += fmt::format("measured     {} rows, {} readings:{}\n", report.campaign.rows.size(),
                      fit.residuals.size(), columns);
  text += sigma_line(report);
  text += frames_line(report);
  text += residual_line(report, "before", &identify::Residual::before);
  text += residual_line(report, "after", &identify::Residual::after);
  if (!fit.residuals.empty())
    text += fmt::format("fit          {} steps, chi-square {:.1f} for {:.1f} degrees of freedom\n",
                        fit.iterations, fit.chi_square, fit.freedom);
  return text + means_of(report);
}

std::string tables(const IdentifyReport& report) {
  const Geometry& nominal = report.nominal->geometry;
  const Geometry& fitted = report.fit.geometry;
  const identify::Deviation band = report.fit.coverage * report.fit.sigma();
  Table joints{{"joint", "nominal x\nmm", "y\nmm", "z\nmm", "fitted x\nmm", "y\nmm", "z\nmm", "± x\nmm",
                "y\nmm", "z\nmm"}};
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
  Table legs{{"leg", "nominal\nmm", "fitted\nmm", "offset\nmm", "±\nmm"}};
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    const auto leg = static_cast<Eigen::Index>(i);
    const Eigen::Index at = identify::leg_at(i);
    legs.add({std::to_string(i + 1), fixed(nominal.retracted[leg] / kMillimetre, 3),
              fixed(fitted.retracted[leg] / kMillimetre, 3), fixed(report.fit.deviation[at] / kMillimetre, 3),
              fixed(band[at] / kMillimetre, 3)});
  }
  const AbsolutePose& neutral = report.fitted.heights.neutral;
  const Vec3 shift = (neutral.position - report.nominal->heights.neutral.position) / kMillimetre;
  return fmt::format(
      "\n{}\n{}\n± is 95 %. B base, P platform; legs retracted, joint to joint.\n"
      "neutral      {}, {}, {} mm from the nominal one, tilted by {} °\n",
      joints.text(), legs.text(), fixed(shift.x(), 3), fixed(shift.y(), 3), fixed(shift.z(), 3),
      fixed(angle_between(Quat::Identity(), neutral.rotation) / kDegree, 4));
}

std::string uncertainty_line(const AxisValues& si) {
  const AxisValues shown = from_si(si);
  return fmt::format("sway {}, surge {}, heave {} mm, pitch {}, roll {}, yaw {} °", small(shown[0]),
                     small(shown[1]), small(shown[2]), small(shown[3]), small(shown[4]), small(shown[5]));
}

std::string knowledge(const IdentifyReport& report) {
  std::string text =
      fmt::format("\npose known to ± (95 %, over the reach)\n  by tolerances  {}\n  by this fit    {}\n",
                  uncertainty_line(report.uncertainty_before), uncertainty_line(report.uncertainty));
  text +=
      fmt::format("\n{} combinations of joints and legs: {} told, {} partly, {} not told by these readings\n",
                  report.seen.strength.size(), report.seen.told, report.seen.partly, report.seen.untold);
  if (!report.seen.cannot_be_told.empty()) text += "cannot be told, left as the platform file says:\n";
  for (const messages::Message& what : report.seen.cannot_be_told)
    text += fmt::format("  {}\n", messages::to_text(what));
  return text;
}

std::string outliers_of(const IdentifyReport& report) {
  if (report.outliers.empty()) return "";
  std::string text =
      fmt::format("\nrows that do not fit the others ({}):\n",
                  report.dropped ? "left out" : "still in the fit; --drop-outliers leaves them out");
  for (std::size_t i = 0; i < report.outliers.size(); ++i)
    text += fmt::format("  line {}, {}: {:.1f} σ\n", report.outlier_lines[i],
                        identify::column_name(report.campaign.quantities[report.outliers[i].quantity]),
                        report.outliers[i].standardised);
  return text;
}

std::string next_of(const IdentifyReport& report) {
  std::string text;
  for (const NextReport& next : report.next) {
    std::string legs;
    for (const double extension : next.extension)
      legs += fmt::format("{}{:.3f}", legs.empty() ? "" : ",", extension);
    text += fmt::format("\nnext         {}\n  extensions {}\n  then ±     {}\n", pose_text(next.pose), legs,
                        uncertainty_line(next.uncertainty));
  }
  return text;
}

std::string simulation_of(const SimulationReport& simulation) {
  const identify::ErrorSummary& before = simulation.before;
  const identify::ErrorSummary& after = simulation.after;
  Table table{{"", "position rms\nmm", "max\nmm", "angle rms\n°", "max\n°", "leg rms\nmm", "max\nmm"}};
  const auto row = [&](const char* name, const identify::ErrorSummary& sum) {
    table.add({name, small(sum.position_rms / kMillimetre), small(sum.position_max / kMillimetre),
               small(sum.angle_rms / kDegree), small(sum.angle_max / kDegree),
               small(sum.leg_rms / kMillimetre), small(sum.leg_max / kMillimetre)});
  };
  row("before", before);
  row("after", after);
  const auto times = [](double a, double b) {
    return b > 0.0 ? fmt::format("{:.1f}", a / b) : std::string{"-"};
  };
  table.add({"times better", times(before.position_rms, after.position_rms),
             times(before.position_max, after.position_max), times(before.angle_rms, after.angle_rms),
             times(before.angle_max, after.angle_max), times(before.leg_rms, after.leg_rms),
             times(before.leg_max, after.leg_max)});
  return fmt::format(
      "\nagainst the simulated truth, at {} poses that were not measured\n{}"
      "{:.1f} % of these errors are inside the stated 95 % band\n",
      after.poses, table.text(), 100.0 * simulation.inside);
}

}  // namespace

std::string to_text(const IdentifyReport& report) {
  return head(report) + tables(report) + knowledge(report) + outliers_of(report) + next_of(report) +
         (report.simulation ? simulation_of(*report.simulation) : "");
}

}  // namespace hexad::cli
