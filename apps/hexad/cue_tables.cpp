#include "hexad/cue_tables.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hexad/output.hpp"
#include "hexad/page.hpp"
#include "model/messages.hpp"

namespace hexad::cli {
namespace {

using messages::Id;

std::string share_text(double value, double whole) {
  return whole > 0.0 ? fixed(100.0 * value / whole, 0) + " %" : "-";
}

std::string percent(double value, double still) {
  return still > 1e-9 ? fixed(100.0 * value / still, 0) : "-";
}

std::string against_text(const analysis::Against& against, double unit, std::size_t first_axis) {
  const std::string value = fixed(against.value / unit, 2);
  if (value == "0.00") return value;
  return spoken<Id::cue_against>(value, id_of(static_cast<Axis>(first_axis + against.axis)),
                                 fixed(against.time, 1));
}

CueTable point_table(const CueResponse& response, int digits, double CuePoint::*value) {
  CueTable table{{"rad/s"}, {}};
  for (const CueTest& test : response_tests())
    table.headings.push_back(fmt::format("{}\n{}", test.number, test.name));
  for (std::size_t k = 0; k < kCueFrequencies; ++k) {
    std::vector<std::string> row{fixed(response_frequency(k), 3)};
    for (std::size_t test = 0; test < kCueTests; ++test) {
      const CuePoint& point = response.points[test][k];
      const bool moved = point.measured && point.gain > 1e-6;
      row.push_back(moved ? fixed(point.*value, digits) + (point.governed ? "!" : "") : "-");
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// From where on it is followed directly, and the corner of the rest.
std::string corner_text(const cueing::Translation& t) {
  const std::string corner = fixed(t.high_pass, 3);
  return t.direct.travel > 0.0 ? fmt::format("{} / {}", fixed(t.direct.corner, 3), corner) : corner;
}

}  // namespace

std::string axis_name(std::size_t axis) { return messages::to_text(id_of(static_cast<Axis>(axis))); }

CueTable settings_table(const Machine& machine, const cueing::Settings& settings) {
  CueTable table{headings(Id::head_cue_settings), {}};
  for (std::size_t i = 0; i < kAxes; ++i) {
    if (i < 3) {
      const cueing::Translation& t = settings.translation[i];
      if (!(t.gain > 0.0)) {
        table.rows.push_back({axis_name(i), "-", "-", "-", "-", "-", "-", "-"});
        continue;
      }
      const cueing::AxisBounds most = cueing::bounds_of(settings, i);
      table.rows.push_back({axis_name(i), fixed(t.gain, 2), fixed(most.input, 2), corner_text(t),
                            t.extra_pole > 0.0 ? fixed(t.extra_pole, 3) : "-",
                            fixed(most.travel / kMillimetre, 1), share_text(most.travel, machine.reach[i]),
                            fixed(most.speed / kMillimetre, 1)});
    } else {
      const cueing::Rotation& r = settings.rotation[i - 3];
      if (!(r.gain > 0.0)) {
        table.rows.push_back({axis_name(i), "-", "-", "-", "-", "-", "-", "-"});
        continue;
      }
      const cueing::AxisBounds most = cueing::bounds_of(settings, i);
      table.rows.push_back({axis_name(i), fixed(r.gain, 2), fixed(most.input / kDegree, 2),
                            fixed(r.high_pass, 3), "-", fixed(most.travel / kDegree, 2),
                            share_text(most.travel, machine.reach[i]), fixed(most.speed / kDegree, 2)});
    }
  }
  return table;
}

std::string tilt_text(const cueing::Settings& settings) {
  std::string text =
      labelled(Id::label_tilt, !(settings.tilt.gain > 0.0)
                                   ? messages::Message{Id::cue_no_tilt}
                                   : messages::say<Id::cue_tilt>(fixed(settings.tilt.gain, 2),
                                                                 fixed(settings.tilt.low_pass, 3),
                                                                 fixed(settings.tilt.most / kDegree, 2),
                                                                 fixed(settings.tilt.rate / kDegree, 2)));
  text.pop_back();
  return text;
}

CueTable travel_table(const Machine& machine, const std::vector<CueResult>& results) {
  CueTable table{headings(Id::head_setting), {}};
  for (std::size_t i = 0; i < kAxes; ++i) {
    table.headings.push_back(fmt::format("{}\n{}", axis_name(i), i < 3 ? "mm" : "°"));
    table.headings.push_back(spoken<Id::head_of_reach>());
  }
  for (const CueResult& result : results) {
    for (const bool alone : {false, true}) {
      const AxisValues& travel = alone ? result.engine_travel : result.travel;
      std::vector<std::string> row{alone ? spoken<Id::cue_engine_alone>(result.setting.name)
                                         : result.setting.name};
      for (std::size_t i = 0; i < kAxes; ++i) {
        row.push_back(fixed(travel[i] / (i < 3 ? kMillimetre : kDegree), i < 3 ? 1 : 2));
        row.push_back(share_text(travel[i], machine.reach[i]));
      }
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

CueTable felt_table(const std::vector<CueResult>& results) {
  CueTable table{headings(Id::head_felt), {}};
  for (const CueResult& r : results) {
    table.rows.push_back({r.setting.name, fixed(r.tilt_rate / kDegree, 3), fixed(r.force_error, 3),
                          percent(r.force_error, r.force_still), fixed(r.rate_error / kDegree, 3),
                          percent(r.rate_error, r.rate_still), against_text(r.force_against, 1.0, 0),
                          against_text(r.rate_against, kDegree, 3), std::to_string(r.governed_ticks),
                          fixed(r.at_limits, 3), fixed(100.0 * r.stroke_used, 0)});
  }
  return table;
}

CueTable honest_table(const std::vector<CueResult>& results) {
  CueTable table{headings(Id::head_honest), {}};
  for (const CueResult& r : results) {
    const auto share = analysis::share_reached(r);
    table.rows.push_back({r.setting.name, r.possible ? percent(r.possible->error, r.possible->still) : "-",
                          share ? fixed(100.0 * *share, 0) : "-", fixed(r.fast_error, 3),
                          percent(r.fast_error, r.fast_still), fixed(r.false_rotation, 2),
                          fixed(r.false_rate / kDegree, 2),
                          r.onset_delay ? fixed(1000.0 * *r.onset_delay, 0) : "-",
                          r.tilt_hole ? fixed(*r.tilt_hole, 2) : "-"});
  }
  return table;
}

CueTable gain_table(const CueResponse& response) { return point_table(response, 4, &CuePoint::gain); }
CueTable phase_table(const CueResponse& response) { return point_table(response, 1, &CuePoint::phase); }

std::string text_of(const CueTable& table) {
  Table text{table.headings};
  for (const std::vector<std::string>& row : table.rows) text.add(row);
  return text.text();
}

std::string html_of(const CueTable& table) { return html_table(table.headings, table.rows); }

std::vector<messages::Message> outside_of(const std::vector<CueResponse>& responses,
                                          const std::vector<CueBand>& bands) {
  std::vector<messages::Message> lines;
  for (const CueResponse& response : responses) {
    for (const CueBand& band : bands) {
      const CuePoint& point = response.points[band.test][band.frequency];
      if (!point.measured || band.holds(point)) continue;
      const CueTest& test = response_tests()[band.test];
      lines.push_back(messages::say<Id::cue_outside_at>(response.setting.name, test.number, test.name,
                                                        fixed(response_frequency(band.frequency), 3),
                                                        fixed(point.gain, 4), fixed(point.phase, 1)));
    }
  }
  return lines;
}

}  // namespace hexad::cli
