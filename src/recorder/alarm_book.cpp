#include "recorder/alarm_book.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "recorder/kept_file.hpp"
#include "store/state_folder.hpp"
#include "store/whole_file.hpp"

namespace hexad::inline recorder {
namespace {

using AlarmJson = nlohmann::ordered_json;
using messages::Id;
using messages::say;

constexpr const char* kAlarmFile = "alarms.json";
constexpr auto kTryAgain = std::chrono::seconds{10};

double unix_seconds() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}
double milliseconds(double seconds) { return std::round(seconds * 1e3) / 1e3; }

AlarmJson json_of(const Alarm& alarm) {
  AlarmJson json{{"number", alarm.number},
                 {"first", milliseconds(alarm.first)},
                 {"last", milliseconds(alarm.last)},
                 {"count", alarm.count},
                 {"kind", alarm.kind},
                 {"level", to_string(alarm.level)},
                 {"text", alarm.text},
                 {"message", messages::to_json(alarm.what)},
                 {"acknowledged", nullptr}};
  if (alarm.acknowledged)
    json["acknowledged"] = {{"time", milliseconds(alarm.acknowledged->time)},
                            {"who", alarm.acknowledged->who},
                            {"role", alarm.acknowledged->role}};
  return json;
}

/// Throws when it is none.
Alarm alarm_of(const AlarmJson& json) {
  Alarm alarm{.number = kept_count(json.at("number")),
              .first = kept_amount(json.at("first")),
              .last = kept_amount(json.at("last")),
              .count = kept_count(json.at("count"), 1),
              .kind = json.at("kind").get<std::string>(),
              .level = json.at("level") == "error" ? Level::error : Level::warn,
              .what = messages::from_json(json.value("message", AlarmJson{})),
              .text = json.at("text").get<std::string>()};
  if (const AlarmJson& by = json.at("acknowledged"); by.is_object())
    alarm.acknowledged = {kept_amount(by.at("time")), by.at("who").get<std::string>(),
                          by.at("role").get<std::string>()};
  return alarm;
}

/// Nothing: it is no alarm.
const char* kind_of_alarm(const Event& event) {
  if (std::holds_alternative<FaultRaised>(event.news)) return "fault";
  if (std::holds_alternative<HostLost>(event.news)) return "host_lost";
  const auto* const transition = std::get_if<Transition>(&event.news);
  return transition != nullptr && transition->to == State::emergency ? "emergency" : nullptr;
}

}  // namespace

AlarmBook::AlarmBook(std::filesystem::path folder, Log& log) : folder_{std::move(folder)}, log_{log} {
  if (!folder_.empty()) read();
}

void AlarmBook::read() {
  const std::filesystem::path path = folder_ / kAlarmFile;
  const auto take = [&](const AlarmJson& json) {
    last_number_ = kept_count(json.at("last_number"));
    for (const AlarmJson& one : json.at("alarms")) alarms_.push_back(alarm_of(one));
    const bool newer = std::any_of(alarms_.begin(), alarms_.end(),
                                   [&](const Alarm& alarm) { return alarm.number > last_number_; });
    if (newer || alarms_.size() > kMost) throw NotAsWritten{};
  };
  read_kept(path, take, [&](const messages::Message& why, const std::string& aside) {
    alarms_.clear();
    last_number_ = 0;
    log_.warn(say<Id::log_alarms_unreadable>(path.string(), why, aside));
  });
}

void AlarmBook::heard(const Event& event, const ProtocolNames& names) {
  const char* const kind = kind_of_alarm(event);
  const std::optional<EventText> told = kind == nullptr ? std::nullopt : describe(event, names);
  if (!told) return;
  add({.kind = kind, .level = told->level, .what = told->message, .text = messages::english(told->message)});
}

void AlarmBook::heard(const LogLine& line) {
  if (line.level == Level::error && !line.event)
    add({.kind = "program", .level = Level::error, .what = line.message, .text = line.text});
}

void AlarmBook::add(Alarm alarm) {
  alarm.first = alarm.last = unix_seconds();
  const std::lock_guard lock{mutex_};
  ++changes_;
  const auto same = std::find_if(alarms_.begin(), alarms_.end(), [&](const Alarm& one) {
    return !one.acknowledged && one.kind == alarm.kind && one.text == alarm.text;
  });
  if (same != alarms_.end()) {
    same->last = alarm.last;
    ++same->count;
    std::rotate(alarms_.begin(), same, same + 1);
    return;
  }
  alarm.number = ++last_number_;
  alarms_.push_front(std::move(alarm));
  if (alarms_.size() <= kMost) return;
  // What somebody has seen goes first.
  const auto seen = std::find_if(alarms_.rbegin(), alarms_.rend(),
                                 [](const Alarm& one) { return one.acknowledged.has_value(); });
  alarms_.erase(seen == alarms_.rend() ? std::prev(alarms_.end()) : std::prev(seen.base()));
}

std::size_t AlarmBook::acknowledge(std::optional<std::uint64_t> number, const Alarm::Acknowledged& by) {
  const std::lock_guard lock{mutex_};
  std::size_t count = 0;
  for (Alarm& alarm : alarms_) {
    if (alarm.acknowledged || (number && alarm.number != *number)) continue;
    alarm.acknowledged = by;
    alarm.acknowledged->time = unix_seconds();
    ++count;
  }
  if (count > 0) ++changes_;
  return count;
}

std::deque<Alarm> AlarmBook::alarms() const {
  const std::lock_guard lock{mutex_};
  return alarms_;
}

std::uint64_t AlarmBook::changes() const {
  const std::lock_guard lock{mutex_};
  return changes_;
}

std::size_t AlarmBook::waiting() const {
  const std::lock_guard lock{mutex_};
  return static_cast<std::size_t>(
      std::count_if(alarms_.begin(), alarms_.end(), [](const Alarm& one) { return !one.acknowledged; }));
}

void AlarmBook::work(bool end) {
  AlarmJson json;
  std::uint64_t before = 0;
  {
    const std::lock_guard lock{mutex_};
    if (folder_.empty() || changes_ == written_) return;
    if (!end && std::chrono::steady_clock::now() < again_) return;
    before = std::exchange(written_, changes_);
    json = {{"last_number", last_number_}, {"alarms", AlarmJson::array()}};
    for (const Alarm& alarm : alarms_) json["alarms"].push_back(json_of(alarm));
  }
  messages::Message problem;
  if (const int failed = store::make_folder(folder_); failed != 0) problem = messages::system_message(failed);
  if (!problem)
    problem = store::write_whole(folder_.string(), kAlarmFile,
                                 json.dump(1, ' ', false, AlarmJson::error_handler_t::replace) + '\n');
  if (!problem) return;
  {
    const std::lock_guard lock{mutex_};
    written_ = before;
    again_ = std::chrono::steady_clock::now() + kTryAgain;
  }
  if (!std::exchange(told_, true)) log_.warn(say<Id::log_alarms_not_kept>(problem));
}

std::string alarms_text(const AlarmBook& book) {
  AlarmJson json{{"alarms", AlarmJson::array()}, {"waiting", 0}};
  std::size_t waiting = 0;
  for (const Alarm& alarm : book.alarms()) {
    json["alarms"].push_back(json_of(alarm));
    if (!alarm.acknowledged) ++waiting;
  }
  json["waiting"] = waiting;
  return json.dump(-1, ' ', false, AlarmJson::error_handler_t::replace);
}

}  // namespace hexad::inline recorder
