// Acceptance bands of the frequency response, as a file of the user's (docs/cueing.md says why none comes
// along).

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <utility>

#include "analysis/cue_frequency.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "motion/files/lines.hpp"
#include "text/table_reader.hpp"

namespace hexad::analysis {
namespace {

using messages::Id;
using messages::say;

constexpr std::string_view kHeading = "test,rad_s,gain_min,gain_max,phase_min,phase_max";
constexpr double kSameFrequency = 0.01;  // relative
constexpr std::size_t kMostBandBytes = 1U << 20U;

Result<CueBand, messages::Message> band_of(const std::vector<TableField>& fields) {
  if (fields.size() != 6) return Failure{say<Id::manoeuvre_count>(fields.size(), 6, kHeading)};
  CueBand band;
  std::string names;
  bool known = false;
  for (std::size_t i = 0; i < kCueTests; ++i) {
    names += (i == 0 ? "" : " ") + std::string{response_tests()[i].name};
    if (response_tests()[i].name != fields[0].text) continue;
    band.test = i;
    known = true;
  }
  if (!known) return Failure{say<Id::bands_test>(fields[0].text, names)};
  const auto omega = motion::files::parse_number(fields[1].text);
  if (!omega) return Failure{say<Id::manoeuvre_no_number>("rad_s", fields[1].text)};
  known = false;
  for (std::size_t k = 0; k < kCueFrequencies; ++k) {
    if (!(std::abs(*omega / response_frequency(k) - 1.0) < kSameFrequency)) continue;
    band.frequency = k;
    known = true;
  }
  if (!known) return Failure{say<Id::bands_frequency>(*omega)};
  constexpr double kNone = std::numeric_limits<double>::infinity();
  band.gain_max = band.phase_max = kNone;
  band.gain_min = band.phase_min = -kNone;
  const std::array<double*, 4> bounds{&band.gain_min, &band.gain_max, &band.phase_min, &band.phase_max};
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    if (fields[2 + i].text.empty()) continue;
    const auto number = motion::files::parse_number(fields[2 + i].text);
    if (!number) return Failure{say<Id::typed_no_number>(fields[2 + i].text)};
    *bounds[i] = *number;
  }
  return band;
}

}  // namespace

Result<std::vector<CueBand>, messages::Message> read_bands(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  if (!file) return Failure{say<Id::file_cannot_be_read>(path, messages::system_message(errno))};
  std::string text(kMostBandBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > kMostBandBytes) return Failure{say<Id::file_too_large>(path, kMostBandBytes >> 20U)};
  std::vector<CueBand> bands;
  bool heading = false;
  LineReader lines{text};
  while (const auto line = lines.next()) {
    if (line->starts_with('#') || trimmed(*line).empty()) continue;
    const std::vector<TableField> fields = hexad::fields_of(*line);
    if (!std::exchange(heading, true)) {
      std::string names;
      for (const TableField& field : fields) names += (names.empty() ? "" : ",") + std::string{field.text};
      if (names != kHeading)
        return Failure{say<Id::at_file_line>(path, lines.number(), say<Id::bands_heading>(kHeading))};
      continue;
    }
    const auto band = band_of(fields);
    if (!band) return Failure{say<Id::at_file_line>(path, lines.number(), band.error())};
    bands.push_back(*band);
  }
  if (bands.empty()) return Failure{say<Id::at_file>(path, say<Id::bands_none>(kHeading))};
  return bands;
}

}  // namespace hexad::analysis
