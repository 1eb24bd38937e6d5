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

using messages::Id;

std::string section_heading(Id words) { return "<h2>" + messages::to_text(words) + "</h2>\n"; }

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
    if (!still_.empty())
      text += fmt::format("<p class='soft'>{}</p>\n", escaped(spoken<Id::cue_nothing_to_see>(still_)));
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
    if (vehicle) text += key_entry("vehicle", spoken<Id::cue_vehicle>());
    for (std::size_t i = 0; i < results_.size(); ++i)
      text += key_entry(line_style(i), results_[i].setting.name);
    return text + "</div>\n";
  }

  std::string input() const {
    Section section;
    for (std::size_t i = 0; i < kAxes; ++i) {
      Plot plot = empty_plot(i, i < 3 ? "m/s²" : "°/s",
                             i < 3 ? axis_name(i) : spoken<Id::cue_rate_of>(id_of(static_cast<Axis>(i))));
      plot.lines.push_back(
          {spoken<Id::cue_vehicle>(), "vehicle", column(results_.front(), [i](const CueSample& s) {
             const auto axis = static_cast<Eigen::Index>(i % 3);
             return i < 3 ? s.input.linear[axis] : s.input.rate[axis] / kDegree;
           })});
      section.add(plot);
    }
    return section.html();
  }

  std::string felt() const {
    return felt_section(false, kGravity,
                        [](const CueSample& s, bool vehicle) { return vehicle ? s.vehicle : s.cabin; });
  }
  std::string perceived() const {
    return felt_section(true, rest_perceived(), [](const CueSample& s, bool vehicle) {
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
    Plot tilt = empty_plot(3, "°/s", spoken<Id::cue_tilt_rate>());
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
      text += key_entry(line_style(leg), spoken<Id::leg_number>(leg + 1));
    text += "</div>\n<div class='plots'>\n";
    const double margin = machine_.limits.stroke_margin;
    for (const CueResult& result : results_) {
      Plot plot{spoken<Id::cue_legs_of>(result.setting.name),
                "mm",
                time_,
                {},
                {margin / kMillimetre, (machine_.geometry.stroke - margin) / kMillimetre},
                false,
                10.0};
      for (std::size_t leg = 0; leg < machine_.geometry.legs; ++leg)
        plot.lines.push_back(
            {spoken<Id::leg_number>(leg + 1), line_style(leg), column(result, [leg](const CueSample& s) {
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

  static std::string felt_title(std::size_t axis, bool perceived) {
    const Id name = id_of(static_cast<Axis>(axis));
    if (axis > 2) return perceived ? spoken<Id::cue_rate_perceived>(name) : spoken<Id::cue_rate_of>(name);
    if (axis < 2) return perceived ? spoken<Id::cue_force_perceived>(name) : spoken<Id::cue_force_of>(name);
    return perceived ? spoken<Id::cue_force_less_rest_perceived>(name)
                     : spoken<Id::cue_force_less_rest>(name);
  }

  /// Vehicle and every cabin; heave without what gravity always brings.
  template <class Value>
  std::string felt_section(bool perceived, double rest, Value value) const {
    Section section;
    for (std::size_t i = 0; i < kAxes; ++i) {
      const auto axis = static_cast<Eigen::Index>(i % 3);
      const auto of = [&](const CueSample& s, bool vehicle) {
        const cueing::Felt felt = value(s, vehicle);
        return i < 3 ? felt.force[axis] - (i == 2 ? rest : 0.0) : felt.rate[axis] / kDegree;
      };
      Plot plot = empty_plot(i, i < 3 ? "m/s²" : "°/s", felt_title(i, perceived));
      plot.lines.push_back({spoken<Id::cue_vehicle>(), "vehicle",
                            column(results_.front(), [&](const CueSample& s) { return of(s, true); })});
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
  return fmt::format("<h2>{}</h2>\n<p class='soft'>{}</p>\n{}", escaped(spoken<Id::cue_setting_of>(name)),
                     escaped(tilt_text(settings)), html_of(settings_table(machine, settings)));
}

}  // namespace

std::string cue_page(const Machine& machine, const std::string& file, const std::vector<CueResult>& results) {
  const Page page{machine, results};
  const std::string name = std::filesystem::path{file}.filename().string();
  std::string html = page_head(spoken<Id::cue_title>(name), in_english() ? "en" : "zh");
  html += fmt::format(
      "<h1>{}</h1>\n<p class='soft'>{}</p>\n", escaped(spoken<Id::cue_heading>(name, machine.name)),
      spoken<Id::cue_page_input>(results.front().setting.tuning.input == cueing::InputKind::acceleration
                                     ? Id::cue_page_acceleration
                                     : Id::cue_page_specific_force,
                                 results.front().setting.host_rate));
  html += section_heading(Id::cue_page_travel) + html_of(travel_table(machine, results));
  html += section_heading(Id::cue_page_felt) + html_of(felt_table(results)) + html_of(honest_table(results));
  html += "<p class='soft'>" + spoken<Id::cue_page_errors>() + "</p>\n";
  html += section_heading(Id::cue_page_input_heading) + page.input();
  html += section_heading(Id::cue_page_what_felt) + page.key(true) + page.felt();
  html += section_heading(Id::cue_page_perceived) + page.key(true) + page.perceived();
  html += section_heading(Id::cue_page_platform) + page.key(false) + page.platform();
  html += section_heading(Id::cue_page_legs) + page.legs();
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
  std::string html = page_head(spoken<Id::cue_page_response>(machine.name), in_english() ? "en" : "zh");
  html += fmt::format("<h1>{}</h1>\n<p class='soft'>{}</p>\n<div class='key'>",
                      escaped(spoken<Id::cue_page_response_heading>(machine.name)),
                      spoken<Id::cue_page_response_about>(responses.front().setting.host_rate));
  for (std::size_t i = 0; i < responses.size(); ++i)
    html += key_entry(line_style(i), responses[i].setting.name);
  html += "</div>\n";
  std::vector<double> omega;
  for (std::size_t k = 0; k < kCueFrequencies; ++k) omega.push_back(response_frequency(k));
  for (std::size_t t = 0; t < kCueTests; ++t) {
    if (!responses.front().points[t][0].measured) continue;
    const CueTest& test = response_tests()[t];
    Plot gain{fmt::format("{}  {} → {}", test.number, messages::to_text(id_of(test.input)),
                          messages::to_text(id_of(test.output))),
              std::string{test.unit},
              omega,
              {},
              {},
              true,
              0.01};
    gain.from_zero = true;
    Plot phase{spoken<Id::cue_page_phase>(), "°", omega, {}, {}, true, 10.0};
    for (std::size_t i = 0; i < responses.size(); ++i) {
      std::vector<double> gains;
      for (const CuePoint& point : responses[i].points[t]) gains.push_back(point.gain);
      gain.lines.push_back({responses[i].setting.name, line_style(i), gains});
      phase.lines.push_back({responses[i].setting.name, line_style(i), unwrapped(responses[i].points[t])});
    }
    html += "<div class='plots pairs'>\n" + svg_of(gain) + svg_of(phase) + "</div>\n";
  }
  if (!bands.empty()) {
    const std::vector<messages::Message> outside = outside_of(responses, bands);
    html += section_heading(Id::cue_page_bands) + "<p>" +
            spoken<Id::cue_page_outside>(outside.size(), bands.size() * responses.size()) + "</p>\n<ul>\n";
    for (const messages::Message& line : outside)
      html += fmt::format("<li>{}</li>\n", escaped(messages::to_text(line)));
    html += "</ul>\n";
  }
  for (const CueResponse& response : responses) {
    html += fmt::format(
        "<h2>{}</h2>\n{}<h2>{}</h2>\n{}", escaped(spoken<Id::cue_page_gain_of>(response.setting.name)),
        html_of(gain_table(response)), escaped(spoken<Id::cue_page_phase_of>(response.setting.name)),
        html_of(phase_table(response)));
  }
  return html + "</main></body></html>\n";
}

}  // namespace hexad::cli
