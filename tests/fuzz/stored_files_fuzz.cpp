// Any bytes as a file of the state folder (the first byte chooses which): alarms, counters of legs, tunings
// of the cueing, files that are smoothed, the host heard last, a value of the store, a board's calibration.
// Somebody may have edited it, or the disk changed it: the program starts, what it takes is finite and within
// its ranges, and what it then writes it reads the same.

#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "calibration/stored_calibration.hpp"
#include "config/build_machine.hpp"
#include "console_api/kept_tunings.hpp"
#include "cueing/tuning.hpp"
#include "engine/preparation/smoothed_files.hpp"
#include "engine/sessions/remembered_host.hpp"
#include "fuzz/check.hpp"
#include "messages/print.hpp"
#include "recorder/alarm_book.hpp"
#include "recorder/maintenance.hpp"
#include "store/state_folder.hpp"

namespace {

using namespace hexad;
using namespace hexad::fuzz;
namespace fs = std::filesystem;

class Silent final : public Log {
 public:
  void write(Level, std::string_view) override { ++lines; }
  int lines = 0;
};

/// A folder of this process, gone with it.
class Folder {
 public:
  Folder() : path_{fs::temp_directory_path() / ("hexad-fuzz-" + std::to_string(::getpid()))} {
    fs::create_directories(path_);
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const fs::path& path() const { return path_; }
  /// Empty but for this one file.
  void holds(const fs::path& file, std::string_view text) const {
    for (const fs::directory_entry& entry : fs::directory_iterator{path_}) fs::remove_all(entry);
    fs::create_directories((path_ / file).parent_path());
    std::ofstream{path_ / file, std::ios::binary} << text;
  }
  std::string text_of(const fs::path& file) const {
    std::ifstream stream{path_ / file, std::ios::binary};
    return {std::istreambuf_iterator<char>{stream}, {}};
  }

 private:
  fs::path path_;
};

const Folder& folder() {
  static const Folder made;
  return made;
}

const LoadedPlatform& platform() {
  static const LoadedPlatform loaded = load_platform({});
  return loaded;
}

void alarms(std::string_view text) {
  folder().holds("alarms.json", text);
  Silent log;
  AlarmBook book{folder().path(), log};
  const std::deque<Alarm> read = book.alarms();
  require(read.size() <= AlarmBook::kMost, "more alarms than are kept");
  require(!read.empty() || log.lines <= 1, "one file, two complaints");
  for (const Alarm& alarm : read) {
    require(std::isfinite(alarm.first) && std::isfinite(alarm.last), "an alarm at no time");
    require(alarm.count > 0, "an alarm that never came");
  }
  const std::string told = alarms_text(book);
  require(nlohmann::json::accept(told), "what the console gets is no JSON");
  book.heard(LogLine{.level = Level::error, .text = "one more"});
  for (const Alarm& alarm : read) require(alarm.number < book.alarms().front().number, "two of one number");
  book.work(true);
  Silent again;
  const AlarmBook later{folder().path(), again};
  require(again.lines == 0, "what was written cannot be read");
  require(alarms_text(later) == alarms_text(book), "written and read they are other alarms");
}

void counters(std::string_view text) {
  folder().holds("maintenance.json", text);
  Silent log;
  Outbox outbox;
  Maintenance legs{folder().path(), kMaxLegs, outbox, log};
  for (const Maintenance::Leg& leg : legs.legs()) {
    require(std::isfinite(leg.use.travel) && leg.use.travel >= 0.0, "a way that is none");
    require(std::isfinite(leg.use.moving) && leg.use.moving >= 0.0, "hours that are none");
    require(std::isfinite(leg.since), "set to zero at no time");
  }
  require(nlohmann::json::accept(maintenance_text(legs, kMaxLegs)), "what the console gets is no JSON");
  legs.reset(0);
  legs.work(TimePoint{}, true);
  Silent again;
  const Maintenance later{folder().path(), kMaxLegs, outbox, again};
  require(again.lines == 0, "what was written cannot be read");
  require(maintenance_text(later, kMaxLegs) == maintenance_text(legs, kMaxLegs), "other counters");
}

void tuning(std::string_view text) {
  const KeptTunings kept{folder().path().string(), "fuzzed"};
  folder().holds(fs::relative(kept.folder(), folder().path()) / "any.json", text);
  const auto order = kept.read("any");
  require(kept.list().names.size() + kept.list().damaged.size() == 1, "not in the list");
  require(nlohmann::json::accept(tunings_text(kept, {})), "what the console gets is no JSON");
  if (!order) return require(!messages::english(order.error()).empty(), "refused without words");
  const CueTuning read = order->over({});
  require(cueing::is_valid(read), "a tuning out of its ranges");
  require(!kept.keep("again", read), "it cannot be kept");
  const auto again = kept.read("again");
  require(again.has_value() && words_of(again->over({})) == words_of(read), "another tuning");
}

void smoothed(std::string_view text) {
  folder().holds("motion-smoothed", text);
  SmoothedFiles files{{"configured.csv"}, folder().path()};
  require(!files.choose("one.csv", true) && !files.choose("configured.csv", false), "it cannot be kept");
  const SmoothedFiles later{{"configured.csv"}, folder().path()};
  require(later.has("one.csv") && !later.has("configured.csv"), "another choice");
}

void last_host(std::string_view text) {
  folder().holds("motus-host", text);
  const auto host = RememberedHost{folder().path()}.last_time(platform().config);
  require(!host || net::kLoopbackOnly.contains(host->ip), "a host that may not be heard");
}

void stored_value(std::string_view text) {
  folder().holds("value", text);
  store::FileStore store{folder().path().string()};
  const auto read = store.read("value");
  if (!read) return;
  require(read->has_value(), "a file that is not there");
  require(store.write("value", **read).has_value() && folder().text_of("value") == text, "another file");
}

void calibration_set(std::string_view text) {
  folder().holds("lock", "");
  store::FileStore store{folder().path().string()};
  const auto bytes = std::as_bytes(std::span{text});
  require(store.write(kCalibrationKey, bytes).has_value(), "it cannot be kept");
  Silent log;
  const StoredCalibration used = load_calibration(platform().config, *platform().machine, store, log);
  const auto set = set_from(bytes);
  if (used.machine.trusted && set) {
    const auto again = set_from(to_bytes(*set));
    require(again.has_value() && *again == *set, "written and read it is another set");
    require(calibrated(used.factory, used.set).has_value(), "trusted, and no machine");
  }
  require(set.has_value() || !used.machine.trusted, "trusted although it is no set");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  constexpr std::array kReaders{alarms, counters, tuning, smoothed, last_host, stored_value, calibration_set};
  kReaders[data[0] % kReaders.size()](text_of(data + 1, size - 1));
  return 0;
}
