#include "hexad/config_csv.hpp"

#include "hexad/output.hpp"

namespace hexad::cli {

bool is_config_csv(const std::string& path) { return path.ends_with(".csv"); }

std::string project_of(const std::string& path) {
  std::string name = path.substr(path.find_last_of('/') + 1);
  name = name.substr(0, name.find_last_of('.'));
  return name.starts_with("config_") ? name.substr(7) : name;
}

std::optional<runtime::verify::CheckedSet> open_config_csv(const std::string& path) {
  const auto text = read_text(path);
  if (!text) return std::nullopt;
  const auto csv = runtime::verify::read_config_csv(*text);
  if (!csv) {
    for (const runtime::verify::CsvRemark& problem : csv.error()) print_error(path + problem.in_words());
    return std::nullopt;
  }
  for (const runtime::verify::CsvRemark& mark : csv->marks) print_warning(path + mark.in_words());
  runtime::verify::CheckedSet checked = runtime::verify::check_set(runtime::verify::set_of(*csv));
  if (checked.machine) checked.machine->name = project_of(path);
  return checked;
}

}  // namespace hexad::cli
