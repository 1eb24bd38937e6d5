#include "engine/preparation/motion_files.hpp"

#include "config/presets.hpp"
#include "store/motion_folder.hpp"
#include "wire/number.hpp"
#include "wire/tokenizer.hpp"

namespace hexad::inline engine {
namespace {

motion::Rejection rejection(motion::Problem problem, std::string file, std::string text) {
  motion::Rejection rejection;
  rejection.problem = problem;
  rejection.file = std::move(file);
  rejection.text = std::move(text);
  return rejection;
}

constexpr std::string_view kSeparators = " \t,;\r";

}  // namespace

motion::files::Format format_of_mdof_file(std::string_view text) {
  using motion::files::Format;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view row = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    wire::Tokenizer words{row, kSeparators};
    std::size_t numbers = 0;
    bool all = true;
    while (const auto word = words.next()) {
      if (numbers == 0 && word->starts_with('#')) break;
      all = all && wire::parse_number(*word).has_value();
      ++numbers;
    }
    if (numbers == 0) continue;
    if (all && numbers == 7) return Format::positions;
    if (all && numbers == 6) return Format::waypoints;
    return Format::formula;
  }
  return Format::positions;
}

MotionFiles::MotionFiles(const Config& config, const SmoothedFiles& smoothed)
    : folder_{!config.motion_folder.empty() ? config.motion_folder : shipped_motion_folder().value_or("")},
      mdof_{config.mdof.files},
      motus_{config.motus.scripts},
      darren_{config.darren.files},
      films_{config.lingjing.films},
      smoothed_{smoothed},
      mdof_order_{config.mdof.link.rotation_order},
      motus_order_{config.motus.link.rotation_order},
      darren_order_{config.darren.link.rotation_order} {}

const std::vector<std::string>& MotionFiles::names(FileOrder::List list) const noexcept {
  switch (list) {
    case FileOrder::List::mdof:
      return mdof_;
    case FileOrder::List::motus:
      return motus_;
    case FileOrder::List::darren:
      return darren_;
    case FileOrder::List::film:
      break;
  }
  return films_;
}

Result<motion::files::MotionText, motion::Rejection> MotionFiles::read(const FileOrder& order) const {
  using motion::files::Format;
  const std::vector<std::string>& list = names(order.list);
  if (order.number == 0 || order.number > list.size())
    return Failure{rejection(motion::Problem::no_such_file, std::to_string(order.number), "not listed")};
  const std::string& name = list[order.number - 1U];
  if (folder_.empty())
    return Failure{rejection(motion::Problem::no_such_file, name, "there is no motion folder")};
  const auto folder = store::MotionFolder::open(folder_);
  if (!folder)
    return Failure{rejection(motion::Problem::unreadable, folder_, store::in_words(folder.error()))};
  auto text = folder->read(name, motion::files::kMostBytes);
  if (!text) return Failure{rejection(motion::Problem::unreadable, name, store::in_words(text.error()))};

  motion::files::MotionText file;
  file.name = name;
  file.smooth = smoothed_.has(name);
  switch (order.list) {
    case FileOrder::List::mdof:
      file.format = format_of_mdof_file(*text);
      file.rotation_order = mdof_order_;
      break;
    case FileOrder::List::motus:
      file.format = Format::script;
      file.rotation_order = motus_order_;
      file.ramp_if_moving = true;
      break;
    case FileOrder::List::darren:
      file.rotation_order = darren_order_;
      file.ramp_if_moving = true;
      break;
    case FileOrder::List::film:
      file.ramp_if_moving = true;
      break;
  }
  file.text = std::move(*text);
  return file;
}

}  // namespace hexad::inline engine
