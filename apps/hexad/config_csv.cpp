#include "hexad/config_csv.hpp"

#include "hexad/output.hpp"

namespace hexad::cli {

bool is_config_csv(const std::string& path) { return path.ends_with(".csv"); }

std::string project_of(const std::string& path) {
  std::string name = path.substr(path.find_last_of('/') + 1);
  name = name.substr(0, name.find_last_of('.'));
  return name.starts_with("config_") ? name.substr(7) : name;
}

std::optional<verification::CheckedSet> open_config_csv(const std::string& path) {
  const auto text = read_text(path);
  if (!text) return std::nullopt;
  const auto csv = hexad::read_config_csv(*text);
  if (!csv) {
    for (const CsvRemark& problem : csv.error()) print_error(as_told(path + problem.in_words()));
    return std::nullopt;
  }
  for (const CsvRemark& mark : csv->marks) print_warning(as_told(path + mark.in_words()));
  verification::CheckedSet checked = verification::check_set(verification::set_of(*csv));
  if (checked.machine) checked.machine->name = cli::project_of(path);
  return checked;
}

}  // namespace hexad::cli
