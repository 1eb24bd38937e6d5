// Acceptance bands of the frequency response, as a file of the user's (docs/cueing.md says why none comes along).

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>

#include "analysis/cue_frequency.hpp"
#include "motion/files/lines.hpp"

namespace hexad::analysis {
namespace {

constexpr std::string_view kHeading = "test,rad_s,gain_min,gain_max,phase_min,phase_max";
constexpr double kSameFrequency = 0.01;  // relative
constexpr std::size_t kMostBandBytes = 1U << 20U;

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char letter : line) {
    if (letter == ',') {
      fields.emplace_back();
    } else if (letter != ' ' && letter != '\t' && letter != '\r') {
      fields.back() += letter;
    }
  }
  return fields;
}

Result<CueBand, std::string> band_of(const std::vector<std::string>& fields) {
  if (fields.size() != 6) return Failure{fmt::format("{} values instead of 6 ({})", fields.size(), kHeading)};
  CueBand band;
  std::string names;
  bool known = false;
  for (std::size_t i = 0; i < kCueTests; ++i) {
    names += fmt::format(" {}", response_tests()[i].name);
    if (response_tests()[i].name != fields[0]) continue;
    band.test = i;
    known = true;
  }
  if (!known) return Failure{fmt::format("test \"{}\": one of{}", fields[0], names)};
  const auto omega = motion::files::parse_number(fields[1]);
  if (!omega) return Failure{fmt::format("rad_s: \"{}\" is not a number", fields[1])};
  known = false;
  for (std::size_t k = 0; k < kCueFrequencies; ++k) {
    if (!(std::abs(*omega / response_frequency(k) - 1.0) < kSameFrequency)) continue;
    band.frequency = k;
    known = true;
  }
  if (!known) return Failure{fmt::format("rad_s: {} is none of the twelve frequencies 10^(k/5-1)", *omega)};
  constexpr double kNone = std::numeric_limits<double>::infinity();
  band.gain_max = band.phase_max = kNone;
  band.gain_min = band.phase_min = -kNone;
  const std::array<double*, 4> bounds{&band.gain_min, &band.gain_max, &band.phase_min, &band.phase_max};
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    if (fields[2 + i].empty()) continue;
    const auto number = motion::files::parse_number(fields[2 + i]);
    if (!number) return Failure{fmt::format("\"{}\" is not a number", fields[2 + i])};
    *bounds[i] = *number;
  }
  return band;
}

}  // namespace

Result<std::vector<CueBand>, std::string> read_bands(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  if (!file) return Failure{fmt::format("{} cannot be read: {}", path, std::strerror(errno))};
  std::vector<CueBand> bands;
  std::string line;
  bool heading = false;
  std::size_t bytes = 0;
  for (int number = 1; std::getline(file, line); ++number) {
    bytes += line.size();
    if (bytes > kMostBandBytes) return Failure{fmt::format("{} is larger than 1 MB", path)};
    const std::vector<std::string> fields = split(line);
    if (line.starts_with('#') || (fields.size() == 1 && fields[0].empty())) continue;
    if (!heading) {
      if (fmt::format("{}", fmt::join(fields, ",")) != kHeading)
        return Failure{fmt::format("{} line {}: the heading is {}", path, number, kHeading)};
      heading = true;
      continue;
    }
    const auto band = band_of(fields);
    if (!band) return Failure{fmt::format("{} line {}: {}", path, number, band.error())};
    bands.push_back(*band);
  }
  if (bands.empty()) return Failure{fmt::format("{}: no bands in it; the heading is {}", path, kHeading)};
  return bands;
}

}  // namespace hexad::analysis
