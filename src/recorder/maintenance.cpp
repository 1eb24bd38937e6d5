#include "recorder/maintenance.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "messages/print.hpp"
#include "messages/say.hpp"
#include "recorder/kept_file.hpp"
#include "store/state_folder.hpp"
#include "store/whole_file.hpp"

namespace hexad::inline recorder {
namespace {

using CounterJson = nlohmann::ordered_json;
using messages::Id;
using messages::say;

constexpr const char* kCounterFile = "maintenance.json";
constexpr double kHour = 3600.0;

double seconds_since_1970() {
  return std::round(
      std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count());
}

CounterJson json_of_legs(const std::array<Maintenance::Leg, kMaxLegs>& legs, std::size_t count) {
  CounterJson list = CounterJson::array();
  for (std::size_t i = 0; i < count; ++i)
    list.push_back({{"travel_m", std::round(legs[i].use.travel * 1e3) / 1e3},
                    {"starts", legs[i].use.starts},
                    {"hours", std::round(legs[i].use.moving / kHour * 1e5) / 1e5},
                    {"since", legs[i].since}});
  return {{"legs", list}};
}

}  // namespace

Maintenance::Maintenance(std::filesystem::path folder, std::size_t legs, Outbox& outbox, Log& log)
    : folder_{std::move(folder)}, count_{legs}, outbox_{outbox}, log_{log} {
  for (Leg& leg : before_) leg.since = seconds_since_1970();
  if (!folder_.empty()) read();
}

void Maintenance::read() {
  const auto take = [&](const CounterJson& json) {
    std::array<Leg, kMaxLegs> kept = before_;
    for (std::size_t i = 0; i < kMaxLegs && i < json.at("legs").size(); ++i) {
      const CounterJson& one = json["legs"][i];
      kept[i] = {{kept_amount(one.at("travel_m")), kept_count(one.at("starts")),
                  kept_amount(one.at("hours")) * kHour},
                 kept_amount(one.at("since"))};
    }
    before_ = kept;
  };
  read_kept(folder_ / kCounterFile, take, [&](const messages::Message& why, const std::string& aside) {
    log_.warn(say<Id::log_counters_unreadable>(aside, why));
  });
}

std::array<Maintenance::Leg, kMaxLegs> Maintenance::legs() const {
  const std::lock_guard lock{mutex_};
  std::array<Leg, kMaxLegs> all = before_;
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    all[i].use.travel += present_[i].travel;
    all[i].use.starts += present_[i].starts;
    all[i].use.moving += present_[i].moving;
  }
  return all;
}

void Maintenance::reset(std::optional<std::size_t> leg) {
  const std::lock_guard lock{mutex_};
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    if (leg && *leg != i) continue;
    before_[i].use = {-present_[i].travel, 0 - present_[i].starts, -present_[i].moving};
    before_[i].since = seconds_since_1970();
  }
  changed_ = true;
}

void Maintenance::work(TimePoint now, bool end) {
  const LegUses& newest = outbox_.leg_uses();
  {
    const std::lock_guard lock{mutex_};
    present_ = newest;
    if (due_ == TimePoint{}) due_ = now + kEvery;
    const auto moved = [](const LegUse& a, const LegUse& b) { return a.moving != b.moving; };
    const bool news =
        changed_ || !std::equal(present_.begin(), present_.end(), written_.begin(), std::not_fn(moved));
    if (!news || !(end || changed_ || now >= due_)) return;
    changed_ = false;
    written_ = present_;
  }
  due_ = now + kEvery;
  write();
}

void Maintenance::write() {
  if (folder_.empty()) return;
  messages::Message problem;
  if (const int failed = store::make_folder(folder_); failed != 0) problem = messages::system_message(failed);
  if (!problem)
    problem = store::write_whole(folder_.string(), kCounterFile, json_of_legs(legs(), count_).dump(1) + '\n');
  if (problem && !std::exchange(told_, true)) log_.warn(say<Id::log_counters_not_kept>(problem));
}

std::string maintenance_text(const Maintenance& maintenance, std::size_t legs) {
  return json_of_legs(maintenance.legs(), legs).dump();
}

}  // namespace hexad::inline recorder
