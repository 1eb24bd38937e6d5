// `hexad convert`: a parameter set between the board tool's CSV (config_<project>.csv) and a platform file,
// exact both ways: the CSV's numbers are float32, written as the shortest text that gives the same float32
// again.

#include <fmt/format.h>

#include <cmath>

#include "config/build_machine.hpp"
#include "config/config_csv.hpp"
#include "hexad/commands.hpp"
#include "hexad/config_csv.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"
#include "messages/say.hpp"

namespace hexad::cli {

namespace {

constexpr std::string_view kHeightComment = "# height = ";

/// A float32 as TOML likes it: with a point.
std::string toml_number(float value) {
  const std::string text = shortest(value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

/// What a text may stand between quotes as.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) result += c;
  }
  return result + '"';
}

std::string joints(const char* key, const std::array<std::array<float, 3>, kMaxLegs>& points,
                   std::size_t legs) {
  std::string text = fmt::format("{} = [\n", key);
  for (std::size_t i = 0; i < legs; ++i)
    text += fmt::format("  [{}, {}, {}],\n", toml_number(points[i][0]), toml_number(points[i][1]),
                        toml_number(points[i][2]));
  return text + "]\n";
}

/// Legs up to the last one that has a joint.
std::size_t leg_count(const ConfigCsv& csv) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    for (std::size_t k = 0; k < 3; ++k)
      if (csv.base[i][k] != 0.0F || csv.platform[i][k] != 0.0F) count = i + 1;
  }
  return count;
}

std::string toml_of(const ConfigCsv& csv, const std::string& name) {
  std::string text = fmt::format("name = {}\n", quoted(name));
  text += fmt::format("{}{}  (the CSV's; the height here follows from the joints)\n\n[geometry]\n",
                      kHeightComment, shortest(csv.height));
  const std::size_t legs = leg_count(csv);
  text += joints("base", csv.base, legs) + joints("platform", csv.platform, legs);
  text +=
      fmt::format("leg_length = {}\nstroke = {}\n\n", toml_number(csv.leg_length), toml_number(csv.stroke));
  text +=
      fmt::format("[drive]\nscrew_lead = {}\nbelt_ratio = {}\nmotor_rpm = {}\nservo_model = {}\n\n",
                  toml_number(csv.lead), toml_number(csv.ratio), toml_number(csv.rpm), shortest(csv.servo));
  text += fmt::format("[rotary]\ngear_ratio = {}\nbig_teeth = {}\nsmall_teeth = {}\nmotor_rpm = {}\n",
                      toml_number(csv.gear), toml_number(csv.big_teeth), toml_number(csv.small_teeth),
                      toml_number(csv.rotary_rpm));
  return text;
}

float single(double value, double unit) { return static_cast<float>(value / unit); }

/// The height that came with a CSV, else that of the retracted platform.
float height_of(const std::string& text, const std::optional<Machine>& machine) {
  const std::size_t at = text.find(kHeightComment);
  if (at != std::string::npos && (at == 0 || text[at - 1] == '\n')) {
    const std::size_t begin = at + kHeightComment.size();
    if (const auto value = parse_single(text.substr(begin, text.find_first_of(" \n", begin) - begin)))
      return *value;
  }
  return machine ? single(machine->heights.bottom.position.z(), kMillimetre) : 0.0F;
}

std::optional<ConfigCsv> csv_of_toml(const std::string& path, const std::string& text) {
  const LoadedPlatform loaded = hexad::load_platform({.platform = path});
  print_problems(loaded.problems);
  if (!loaded.machine) return std::nullopt;
  auto csv = hexad::csv_of(loaded.config, *loaded.machine);
  if (!csv) {
    print_error(messages::say<messages::Id::at_file>(path, csv.error()));
    return std::nullopt;
  }
  csv->height = height_of(text, loaded.machine);
  return *csv;
}

bool is_toml(const std::string& path) { return path.ends_with(".toml"); }

}  // namespace

int convert(const ConvertOptions& options) {
  if (!(is_config_csv(options.from) && is_toml(options.to)) &&
      !(is_toml(options.from) && is_config_csv(options.to))) {
    print_error(messages::Id::convert_ways);
    return kUsage;
  }
  const auto text = read_text(options.from);
  if (!text) return kFailed;
  if (is_toml(options.from)) {
    const auto csv = csv_of_toml(options.from, *text);
    if (!csv) return kFailed;
    print_hint(messages::Id::convert_csv_has);
    return write_csv(options.to, hexad::write_config_csv(*csv)) ? kDone : kFailed;
  }
  const auto csv = hexad::read_config_csv(*text);
  if (!csv) {
    for (const CsvRemark& problem : csv.error()) print_error(as_told(options.from + problem.in_words()));
    return kFailed;
  }
  for (const CsvRemark& mark : csv->marks) print_warning(as_told(options.from + mark.in_words()));
  return write_csv(options.to, toml_of(*csv, cli::project_of(options.from))) ? kDone : kFailed;
}

}  // namespace hexad::cli
