#include "recorder/fault_archive.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "messages/print.hpp"
#include "messages/say.hpp"
#include "store/state_folder.hpp"
#include "store/whole_file.hpp"

namespace hexad::inline recorder {
namespace {

constexpr std::string_view kFaultBegin = "fault-";
constexpr std::string_view kFaultEnd = ".json";

/// Platform time by the clock on the wall.
std::chrono::system_clock::time_point on_the_wall(const SteadyClock& clock, TimePoint time) {
  const auto ago = SteadyClock::Wall::now() - clock.wall_time_of(time);
  return std::chrono::system_clock::now() -
         std::chrono::duration_cast<std::chrono::system_clock::duration>(ago);
}

}  // namespace

FaultArchive::FaultArchive(Settings settings, Platform& platform, const SteadyClock& clock,
                           const ProtocolNames& names, Log& log)
    : settings_{std::move(settings)}, platform_{platform}, clock_{clock}, names_{names}, log_{log} {}

bool FaultArchive::work() {
  BlackBox& box = platform_.black_box();
  const Recording* const recording = box.take();
  if (recording == nullptr) return false;
  const auto time = on_the_wall(clock_, recording->cause.time);
  const auto machine = platform_.machines().at(recording->cause.revision);
  auto text = std::make_shared<const std::string>(
      to_json(*recording, {.platform = settings_.platform,
                           .version = settings_.version,
                           .rate_hz = 1.0 / to_seconds(platform_.period()),
                           .machine = *machine,
                           .names = names_,
                           .time = time,
                           .missed = box.missed()}));
  const std::string stem =
      fmt::format("{}{:%Y%m%d-%H%M%S}-{}", kFaultBegin,
                  fmt::gmtime(std::chrono::system_clock::to_time_t(time)), name_of(recording->cause));
  box.release();
  {
    const std::lock_guard lock{mutex_};
    newest_ = text;
  }
  if (!settings_.folder.empty()) write(stem, *text);
  return true;
}

web::SharedText FaultArchive::newest() const {
  const std::lock_guard lock{mutex_};
  return newest_;
}

void FaultArchive::write(const std::string& stem, std::string_view text) {
  const std::string folder = settings_.folder.string();
  if (const int failed = store::make_folder(settings_.folder); failed != 0)
    return log_.warn(
        messages::say<messages::Id::log_black_box_folder>(folder, messages::system_message(failed)));
  const std::string name = free_name(stem);
  if (const messages::Message problem = store::write_whole(folder, name, text))
    return log_.warn(messages::say<messages::Id::log_black_box_lost>(problem));
  log_.info(messages::say<messages::Id::log_black_box>(folder + "/" + name));
  drop_oldest(name);
}

/// Of two faults of one kind within a second the later one has a number.
std::string FaultArchive::free_name(const std::string& stem) const {
  std::string name = stem + std::string{kFaultEnd};
  std::error_code failed;
  for (int i = 2; std::filesystem::exists(settings_.folder / name, failed); ++i)
    name = fmt::format("{}-{}{}", stem, i, kFaultEnd);
  return name;
}

/// By the time in their names; what is not named like one is left alone, as is `newest`: clocks are set back.
void FaultArchive::drop_oldest(const std::string& newest) const {
  namespace fs = std::filesystem;
  std::vector<std::string> names;
  std::error_code failed;
  for (const fs::directory_entry& entry : fs::directory_iterator{settings_.folder, failed}) {
    const std::string name = entry.path().filename().string();
    if (name != newest && name.starts_with(kFaultBegin) && name.ends_with(kFaultEnd) &&
        entry.is_regular_file(failed))
      names.push_back(name);
  }
  if (names.size() < kMost) return;
  std::sort(names.begin(), names.end());
  names.resize(names.size() + 1 - kMost);
  for (const std::string& name : names) fs::remove(settings_.folder / name, failed);
}

}  // namespace hexad::inline recorder
