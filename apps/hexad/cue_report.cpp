#include "hexad/cue_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "hexad/cue_tables.hpp"
#include "hexad/output.hpp"
#include "hexad/page.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"

namespace hexad::cli {
namespace {

/// Values of one run, in the unit shown.
template <class Value>
std::vector<double> column(const CueResult& result, Value value) {
  std::vector<double> values;
  values.reserve(result.samples.size());
  for (const CueSample& sample : result.samples) values.push_back(value(sample));
  return values;
}

/// Plots of what moves; what does not is named in a line below them.
class Section {
 public:
  void add(const Plot& plot) {
    double low = 1e300;
    double high = -1e300;
    for (const PlotLine& line : plot.lines) {
      for (const double y : line.y) {
        low = std::min(low, y);
        high = std::max(high, y);
      }
    }
    if (high - low > 0.02 * plot.least_span) {
      plots_ += svg_of(plot);
    } else {
      still_ += (still_.empty() ? "" : ", ") + plot.title;
    }
  }
  std::string html() const {
    std::string text = plots_.empty() ? "" : "<div class='plots'>\n" + plots_ + "</div>\n";
    if (!still_.empty()) text += fmt::format("<p class='soft'>Nothing to see in: {}.</p>\n", escaped(still_));
    return text;
  }

 private:
  std::string plots_;
  std::string still_;
};

/// Without jumps of a whole turn.
std::vector<double> unwrapped(const std::array<CuePoint, kCueFrequencies>& points) {
  std::vector<double> phases;
  double last = 0.0;
  for (const CuePoint& point : points) {
    if (!(point.gain > 1e-6)) {  // nothing has no phase
      phases.push_back(std::nan(""));
      continue;
    }
    last = point.phase + 360.0 * std::round((last - point.phase) / 360.0);
    phases.push_back(last);
  }
  return phases;
}

class Page {
 public:
  Page(const Machine& machine, const std::vector<CueResult>& results) : machine_{machine}, results_{results} {
    time_ = column(results.front(), [](const CueSample& s) { return s.time; });
  }

  std::string key(bool vehicle) const {
    std::string text = "<div class='key'>";
    if (vehicle) text += key_entry("vehicle", "vehicle");
    for (std::size_t i = 0; i < results_.size(); ++i)
      text += key_entry(line_style(i), results_[i].setting.name);
    return text + "</div>\n";
  }

  std::string input() const {
    Section section;
    for (std::size_t i = 0; i < kAxes; ++i) {
      Plot plot = empty_plot(i, i < 3 ? "m/s²" : "°/s", i < 3 ? axis_name(i) : axis_name(i) + " rate");
      plot.lines.push_back({"vehicle", "vehicle", column(results_.front(), [i](const CueSample& s) {
                              const auto axis = static_cast<Eigen::Index>(i % 3);
                              return i < 3 ? s.input.linear[axis] : s.input.rate[axis] / kDegree;
                            })});
      section.add(plot);
    }
    return section.html();
  }

  std::string felt() const {
    return felt_section("", kGravity,
                        [](const CueSample& s, bool vehicle) { return vehicle ? s.vehicle : s.cabin; });
  }
  std::string perceived() const {
    return felt_section(", perceived", rest_perceived(), [](const CueSample& s, bool vehicle) {
      return vehicle ? s.vehicle_perceived : s.cabin_perceived;
    });
  }

  std::string platform() const {
    Section section;
    for (std::size_t i = 0; i < kAxes; ++i) {
      const double unit = i < 3 ? kMillimetre : kDegree;
      const double reach = machine_.reach[i] / unit;
      Plot plot = empty_plot(i, i < 3 ? "mm" : "°", axis_name(i));
      plot.least_span = i < 3 ? 5.0 : 0.5;
      if (reach > 0.0) plot.limits = {-reach, reach};
      for (std::size_t k = 0; k < results_.size(); ++k)
        plot.lines.push_back(
            {results_[k].setting.name, line_style(k),
             column(results_[k], [i, unit](const CueSample& s) { return s.pose[i] / unit; })});
      section.add(plot);
    }
    Plot tilt = empty_plot(3, "°/s", "tilt rate");
    for (std::size_t k = 0; k < results_.size(); ++k) {
      tilt.lines.push_back({results_[k].setting.name, line_style(k),
                            column(results_[k], [](const CueSample& s) { return s.tilt_rate / kDegree; })});
      tilt.limits.push_back(results_[k].settings.tilt.rate / kDegree);
    }
    section.add(tilt);
    return section.html();
  }

  std::string legs() const {
    std::string text = "<div class='key'>";
    for (std::size_t leg = 0; leg < machine_.geometry.legs; ++leg)
      text += key_entry(line_style(leg), fmt::format("leg {}", leg + 1));
    text += "</div>\n<div class='plots'>\n";
    const double margin = machine_.limits.stroke_margin;
    for (const CueResult& result : results_) {
      Plot plot{"legs, " + result.setting.name,
                "mm",
                time_,
                {},
                {margin / kMillimetre, (machine_.geometry.stroke - margin) / kMillimetre},
                false,
                10.0};
      for (std::size_t leg = 0; leg < machine_.geometry.legs; ++leg)
        plot.lines.push_back(
            {fmt::format("leg {}", leg + 1), line_style(leg), column(result, [leg](const CueSample& s) {
               return s.legs[static_cast<Eigen::Index>(leg)] / kMillimetre;
             })});
      text += svg_of(plot);
    }
    return text + "</div>\n";
  }

 private:
  Plot empty_plot(std::size_t axis, const char* unit, const std::string& title) const {
    return {title, unit, time_, {}, {}, false, axis < 3 ? 0.1 : 0.5};
  }

  /// The perceived force of a cabin that stands still.
  static double rest_perceived() {
    cueing::VestibularModel model{kCueStep};
    return model.step({{0.0, 0.0, kGravity}, Vec3::Zero()}).force.z();
  }

  /// Vehicle and every cabin; heave without what gravity always brings.
  template <class Value>
  std::string felt_section(const std::string& tail, double rest, Value value) const {
    Section section;
    for (std::size_t i = 0; i < kAxes; ++i) {
      const auto axis = static_cast<Eigen::Index>(i % 3);
      const auto of = [&](const CueSample& s, bool vehicle) {
        const cueing::Felt felt = value(s, vehicle);
        return i < 3 ? felt.force[axis] - (i == 2 ? rest : 0.0) : felt.rate[axis] / kDegree;
      };
      const char* what = i < 2 ? " force" : i == 2 ? " force less that of rest" : " rate";
      Plot plot = empty_plot(i, i < 3 ? "m/s²" : "°/s", axis_name(i) + what + tail);
      plot.lines.push_back(
          {"vehicle", "vehicle", column(results_.front(), [&](const CueSample& s) { return of(s, true); })});
      for (std::size_t k = 0; k < results_.size(); ++k)
        plot.lines.push_back({results_[k].setting.name, line_style(k),
                              column(results_[k], [&](const CueSample& s) { return of(s, false); })});
      section.add(plot);
    }
    return section.html();
  }

  const Machine& machine_;
  const std::vector<CueResult>& results_;
  std::vector<double> time_;
};

std::string settings_section(const Machine& machine, const std::string& name,
                             const cueing::Settings& settings) {
  return fmt::format("<h2>Setting {}</h2>\n<p class='soft'>{}</p>\n{}", escaped(name),
                     escaped(tilt_text(settings)), html_of(settings_table(machine, settings)));
}

}  // namespace

std::string cue_page(const Machine& machine, const std::string& file, const std::vector<CueResult>& results) {
  const Page page{machine, results};
  const std::string name = std::filesystem::path{file}.filename().string();
  std::string html = page_head("Cueing: " + name);
  html += fmt::format(
      "<h1>{} on {}</h1>\n<p class='soft'>Input: {}. Through engine, controller, governor and simulated "
      "drives at "
      "1 kHz, frames from the host at {} a second. Time in seconds.</p>\n",
      escaped(name), escaped(machine.name),
      results.front().setting.tuning.input == cueing::InputKind::acceleration
          ? "acceleration of the vehicle, without gravity"
          : "specific force, as an accelerometer shows it",
      results.front().setting.host_rate);
  html += "<h2>Travel used</h2>\n" + html_of(travel_table(machine, results));
  html += "<h2>What is felt</h2>\n" + html_of(felt_table(results)) + html_of(honest_table(results));
  html +=
      "<p class='soft'>Errors are those of a model of the inner ear, in the vehicle against in the cabin; "
      "100 % is a "
      "cabin that stands still. Against the cue: the largest felt motion opposite to the vehicle's, while it "
      "lasts and "
      "after it. Possible is the best that any engine could do that knows the whole manoeuvre and stands at "
      "neutral until it begins; false rotation is noticeable rotation that the vehicle did not make.</p>\n";
  html += "<h2>Input</h2>\n" + page.input();
  html += "<h2>Felt: specific force and rotation</h2>\n" + page.key(true) + page.felt();
  html += "<h2>Perceived by the inner ear</h2>\n" + page.key(true) + page.perceived();
  html += "<h2>Platform</h2>\n" + page.key(false) + page.platform();
  html += "<h2>Legs</h2>\n" + page.legs();
  for (const CueResult& result : results)
    html += settings_section(machine, result.setting.name, result.settings);
  return html + "</main></body></html>\n";
}

std::string cue_csv(const Machine& machine, const CueResult& result) {
  std::string text =
      "t_s,pitch_rate_deg_s,roll_rate_deg_s,yaw_rate_deg_s,sway_m_s2,surge_m_s2,heave_m_s2,"
      "vehicle_force_x,vehicle_force_y,vehicle_force_z,cabin_force_x,cabin_force_y,cabin_force_z,"
      "cabin_pitch_rate_deg_s,cabin_roll_rate_deg_s,cabin_yaw_rate_deg_s,"
      "sway_mm,surge_mm,heave_mm,pitch_deg,roll_deg,yaw_deg,tilt_rate_deg_s,governor";
  for (std::size_t leg = 1; leg <= machine.geometry.legs; ++leg) text += fmt::format(",leg{}_mm", leg);
  text += '\n';
  const auto put = [&text](double value) { text += fmt::format(",{:.6g}", value == 0.0 ? 0.0 : value); };
  for (const CueSample& s : result.samples) {
    text += fmt::format("{:.3f}", s.time);
    for (Eigen::Index i = 0; i < 3; ++i) put(s.input.rate[i] / kDegree);
    for (Eigen::Index i = 0; i < 3; ++i) put(s.input.linear[i]);
    for (Eigen::Index i = 0; i < 3; ++i) put(s.vehicle.force[i]);
    for (Eigen::Index i = 0; i < 3; ++i) put(s.cabin.force[i]);
    for (Eigen::Index i = 0; i < 3; ++i) put(s.cabin.rate[i] / kDegree);
    for (std::size_t i = 0; i < kAxes; ++i) put(s.pose[i] / (i < 3 ? kMillimetre : kDegree));
    put(s.tilt_rate / kDegree);
    text += s.governed ? ",1" : ",0";
    for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg)
      put(s.legs[static_cast<Eigen::Index>(leg)] / kMillimetre);
    text += '\n';
  }
  return text;
}

bool write_report(const std::string& folder, const std::string& name, const std::string& text) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    print_error(messages::say<messages::Id::file_unmade>(folder, error.message()));
    return false;
  }
  return write_csv((std::filesystem::path{folder} / name).string(), text);
}

std::string response_csv(const CueResponse& response) {
  std::string text = "test,input,output,unit,rad_s,gain,phase_deg,governor\n";
  for (std::size_t t = 0; t < kCueTests; ++t) {
    const CueTest& test = response_tests()[t];
    for (std::size_t k = 0; k < kCueFrequencies; ++k) {
      const CuePoint& point = response.points[t][k];
      if (!point.measured) continue;
      text += fmt::format("{},{},{},{},{:.6g},{:.6g},{:.4f},{}\n", test.name, hexad::name_of(test.input),
                          hexad::name_of(test.output), test.unit, response_frequency(k), point.gain,
                          point.phase, point.governed ? 1 : 0);
    }
  }
  return text;
}

std::string response_page(const Machine& machine, const std::vector<CueResponse>& responses,
                          const std::vector<CueBand>& bands) {
  std::string html = page_head("Cueing: frequency response of " + machine.name);
  html += fmt::format(
      "<h1>Frequency response, {}</h1>\n<p class='soft'>The vehicle moves by a sine on one axis; what the "
      "cabin feels is "
      "taken from the simulated legs. Gain and phase of the felt motion against the vehicle's: specific "
      "force, with the "
      "part of gravity that tilt brings, and rate of rotation. Frames from the host at {} a "
      "second.</p>\n<div class='key'>",
      escaped(machine.name), responses.front().setting.host_rate);
  for (std::size_t i = 0; i < responses.size(); ++i)
    html += key_entry(line_style(i), responses[i].setting.name);
  html += "</div>\n";
  std::vector<double> omega;
  for (std::size_t k = 0; k < kCueFrequencies; ++k) omega.push_back(response_frequency(k));
  for (std::size_t t = 0; t < kCueTests; ++t) {
    if (!responses.front().points[t][0].measured) continue;
    const CueTest& test = response_tests()[t];
    Plot gain{
        fmt::format("{}  {} → {}", test.number, hexad::name_of(test.input), hexad::name_of(test.output)),
        std::string{test.unit},
        omega,
        {},
        {},
        true,
        0.01};
    gain.from_zero = true;
    Plot phase{"phase", "°", omega, {}, {}, true, 10.0};
    for (std::size_t i = 0; i < responses.size(); ++i) {
      std::vector<double> gains;
      for (const CuePoint& point : responses[i].points[t]) gains.push_back(point.gain);
      gain.lines.push_back({responses[i].setting.name, line_style(i), gains});
      phase.lines.push_back({responses[i].setting.name, line_style(i), unwrapped(responses[i].points[t])});
    }
    html += "<div class='plots pairs'>\n" + svg_of(gain) + svg_of(phase) + "</div>\n";
  }
  if (!bands.empty()) {
    const std::vector<std::string> outside = outside_of(responses, bands);
    html += fmt::format("<h2>Acceptance bands</h2>\n<p>{} of {} points are outside.</p>\n<ul>\n",
                        outside.size(), bands.size() * responses.size());
    for (const std::string& line : outside) html += fmt::format("<li>{}</li>\n", escaped(line));
    html += "</ul>\n";
  }
  for (const CueResponse& response : responses) {
    html += fmt::format("<h2>{}: gain</h2>\n{}<h2>{}: phase, °</h2>\n{}", escaped(response.setting.name),
                        html_of(gain_table(response)), escaped(response.setting.name),
                        html_of(phase_table(response)));
  }
  return html + "</main></body></html>\n";
}

}  // namespace hexad::cli
