#include "config/assign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "messages/say.hpp"

namespace hexad::inline config {
namespace {

using messages::Id;
using messages::say;

/// What one entry is read with: the setting's rules, and where complaints go.
class Assigner {
 public:
  Assigner(const Setting& setting, const Entry& entry, const std::string& file, Problems& problems)
      : setting_{setting}, entry_{entry}, file_{file}, problems_{problems} {}

  void into(Config& config) {
    config_ = &config;
    std::visit([this](const auto& slot) { read(slot); }, setting_.slot);
  }

 private:
  void refuse(const Value& value, messages::Message why) {
    problems_.push_back({Problem::Kind::error, file_, value.line, value.column, entry_.key, std::move(why)});
  }
  void refuse_type(const Value& value, Id is_not) {
    refuse(value, say<Id::config_wrong_kind>(value.in_words(), is_not, setting_.expected()));
  }

  std::optional<double> number(const Value& value, double share = 1.0) {
    double number = 0.0;
    if (const auto* whole = std::get_if<std::int64_t>(&value.what)) {
      number = static_cast<double>(*whole);
    } else if (const auto* real = std::get_if<double>(&value.what)) {
      number = *real;
    } else {
      refuse_type(value, Id::a_number);
      return std::nullopt;
    }
    if (!std::isfinite(number)) {
      refuse_type(value, Id::a_finite_number);
      return std::nullopt;
    }
    if (!setting_.bounds.allow(number / share)) {
      const messages::Message range = share == 1.0
                                          ? setting_.expected()
                                          : say<Id::as_told>(fmt::format("{}…{}", setting_.bounds.low * share,
                                                                         setting_.bounds.high * share));
      refuse(value, say<Id::config_out_of_range>(value.in_words(), range));
      return std::nullopt;
    }
    return number * setting_.scale();
  }

  /// Exactly `count` numbers; every bad one is named.
  std::optional<std::vector<double>> numbers(const Value& value, std::size_t count) {
    const auto* items = std::get_if<ValueList>(&value.what);
    if (items == nullptr || items->size() != count) {
      if (items == nullptr)
        refuse_type(value, Id::a_list);
      else
        refuse(value, say<Id::config_numbers>(value.in_words(), items->size(), count, setting_.expected()));
      return std::nullopt;
    }
    std::vector<double> result;
    for (const Value& item : *items)
      if (const auto one = number(item)) result.push_back(*one);
    if (result.size() != count) return std::nullopt;
    return result;
  }

  std::optional<Vec3> point(const Value& value) {
    const auto three = numbers(value, 3);
    if (!three) return std::nullopt;
    return Vec3{(*three)[0], (*three)[1], (*three)[2]};
  }

  /// `name=400` on the command line is a number to TOML; where a text is meant, the typed letters are it.
  std::optional<std::string> text(const Value& value) {
    std::string result;
    if (const auto* given = std::get_if<std::string>(&value.what)) {
      result = *given;
    } else if (!value.raw.empty() && !std::holds_alternative<ValueList>(value.what)) {
      result = value.raw;
    } else {
      refuse_type(value, Id::a_text);
      return std::nullopt;
    }
    if (setting_.valid != nullptr && !setting_.valid(result)) {
      refuse(value, say<Id::config_is_not>(value.in_words(), setting_.expected()));
      return std::nullopt;
    }
    return result;
  }

  void read(Slot<std::string> slot) {
    if (auto given = text(entry_.value)) slot(*config_) = std::move(*given);
  }

  void read(Slot<bool> slot) {
    if (const auto* flag = std::get_if<bool>(&entry_.value.what)) {
      slot(*config_) = *flag;
    } else {
      refuse_type(entry_.value, Id::a_switch);
    }
  }

  void read(Slot<double> slot) {
    if (const auto given = number(entry_.value)) slot(*config_) = *given;
  }
  void read(Slot<std::optional<double>> slot) {
    if (const auto given = number(entry_.value)) slot(*config_) = *given;
  }
  void read(Slot<Vec3> slot) {
    if (const auto given = point(entry_.value)) slot(*config_) = *given;
  }

  // The bounds are the velocity's; acceleration and jerk may be a hundred times larger each.
  void read(Slot<Rates> slot) {
    const auto* items = std::get_if<ValueList>(&entry_.value.what);
    if (items == nullptr || items->size() != 3)
      return refuse(entry_.value, say<Id::config_is_not>(entry_.value.in_words(), setting_.expected()));
    const auto velocity = number((*items)[0]);
    const auto acceleration = number((*items)[1], 100.0);
    const auto jerk = number((*items)[2], 10000.0);
    if (velocity && acceleration && jerk) slot(*config_) = {*velocity, *acceleration, *jerk};
  }

  void read(Slot<std::vector<Vec3>> slot) {
    const auto* rows = std::get_if<ValueList>(&entry_.value.what);
    if (rows == nullptr) return refuse_type(entry_.value, Id::a_list);
    if (rows->empty() || rows->size() > kMaxLegs)
      return refuse(entry_.value, say<Id::config_rows>(entry_.value.in_words(), rows->size(), kMaxLegs));
    std::vector<Vec3> joints;
    for (const Value& row : *rows)
      if (const auto joint = point(row)) joints.push_back(*joint);
    if (joints.size() == rows->size()) slot(*config_) = std::move(joints);
  }

  void read(Slot<std::vector<double>> slot) {
    const auto* items = std::get_if<ValueList>(&entry_.value.what);
    if (items == nullptr) {
      if (const auto one = number(entry_.value)) slot(*config_) = {*one};
      return;
    }
    if (items->empty() || items->size() > kMaxLegs)
      return refuse(entry_.value, say<Id::config_one_or_each>(entry_.value.in_words(), items->size()));
    if (auto given = numbers(entry_.value, items->size())) slot(*config_) = std::move(*given);
  }

  void read(Slot<std::vector<std::string>> slot) {
    std::vector<std::string> result;
    const auto* items = std::get_if<ValueList>(&entry_.value.what);
    if (items == nullptr) {  // one text stands for a list of one
      if (auto one = text(entry_.value)) slot(*config_) = {std::move(*one)};
      return;
    }
    for (const Value& item : *items)
      if (auto one = text(item)) result.push_back(std::move(*one));
    if (result.size() == items->size()) slot(*config_) = std::move(result);
  }

  void read(const WholeSlot& slot) {
    const Value& value = entry_.value;
    if (!setting_.choices.empty()) {
      // `dialect = 2020` is a number to TOML, and one of the names here.
      const auto* text = std::get_if<std::string>(&value.what);
      const auto* whole = std::get_if<std::int64_t>(&value.what);
      const std::string given = text != nullptr ? *text : whole != nullptr ? std::to_string(*whole) : "";
      const auto found = std::find(setting_.choices.begin(), setting_.choices.end(), given);
      if (found == setting_.choices.end())
        return refuse(value, say<Id::config_no_choice>(value.in_words(), setting_.expected()));
      return slot.set(*config_, found - setting_.choices.begin());
    }
    const auto given = number(value);
    if (!given) return;
    if (*given != std::floor(*given)) return refuse_type(value, Id::a_whole_number);
    slot.set(*config_, static_cast<std::int64_t>(*given));
  }

  const Setting& setting_;
  const Entry& entry_;
  const std::string& file_;
  Problems& problems_;
  Config* config_ = nullptr;
};

}  // namespace

void assign(const Setting& setting, const Entry& entry, const std::string& file, Config& config,
            Problems& problems) {
  Assigner{setting, entry, file, problems}.into(config);
}

}  // namespace hexad::inline config
