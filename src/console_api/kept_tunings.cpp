#include "console_api/kept_tunings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cueing/presets.hpp"
#include "cueing/tuning.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "store/state_folder.hpp"
#include "store/whole_file.hpp"
#include "text/compact.hpp"
#include "text/outside_json.hpp"

namespace hexad::inline console_api {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using messages::Id;
using messages::Message;
using messages::say;

constexpr std::string_view kEnding = ".json";

/// Keys and values as an order has them.
Json keys_of(const CueTuning& tuning) {
  Json json{{"preset", cueing::name_of(tuning.preset)},
            {"engine", cueing::name_of(tuning.engine)},
            {"input", cueing::name_of(tuning.input)}};
  for (const cueing::TuningNumber& number : cueing::tuning_numbers())
    if (const auto& given = number.of(tuning))
      json[std::string{number.key}] = rounded(*given / number.range->scale, 1e9);
  return json;
}

Result<CueOrder, Message> parse_tuning(std::string_view text) {
  const nlohmann::json document = outside_json(text);
  if (!document.is_object()) return Failure{Message{Id::tuning_no_table}};
  std::vector<OrderWord> words;
  for (const auto& [key, value] : document.items()) {
    if (!value.is_string() && !value.is_number()) return Failure{Message{Id::tuning_no_table}};
    if (const Message problem = add_words(key, value, words)) return Failure{problem};
  }
  CueOrder order;
  if (const Message problem = read_cueing(words, order)) return Failure{problem};
  if (!order.preset || !order.engine || !order.input) return Failure{Message{Id::tuning_no_table}};
  return order;
}

}  // namespace

KeptTunings::KeptTunings(const std::string& state, std::string_view platform)
    : folder_{store::state_folder(state, platform) / "tunings"} {}

KeptTunings::List KeptTunings::list() const {
  List list;
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator file{folder_, error}, end; !error && file != end; file.increment(error)) {
    const std::string name = file->path().filename().string();
    if (name.ends_with(kEnding)) names.push_back(name.substr(0, name.size() - kEnding.size()));
  }
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) {
    if (!is_tuning_name(name)) continue;
    if (const auto order = read(name)) {
      list.names.push_back(name);
      list.tunings.push_back(*order);
    } else {
      list.damaged.push_back(order.error());
    }
  }
  return list;
}

/// There is no such tuning; those there are.
Message KeptTunings::none(const std::string& name) const {
  const List all = list();
  return all.names.empty() ? say<Id::no_tuning_yet>(name)
                           : say<Id::no_such_tuning>(name, fmt::format("{}", fmt::join(all.names, ", ")));
}

Result<CueOrder, Message> KeptTunings::read(const std::string& name) const {
  if (!is_tuning_name(name)) return Failure{Message{Id::tuning_bad_name}};
  const std::string file = name + std::string{kEnding};
  const auto text = store::read_whole((folder_ / file).string());
  if (!text) return Failure{say<Id::file_cannot_be_read>(file, text.error())};
  if (!*text) return Failure{none(name)};
  auto order = parse_tuning(**text);
  if (!order) return Failure{say<Id::tuning_damaged>(file, order.error())};
  return order;
}

Message KeptTunings::keep(const std::string& name, const CueTuning& tuning) const {
  if (!is_tuning_name(name)) return Id::tuning_bad_name;
  if (const int failed = store::make_folder(folder_); failed != 0)
    return say<Id::tuning_not_kept>(say<Id::at_file>(folder_.string(), messages::system_message(failed)));
  const std::string file = name + std::string{kEnding};
  std::error_code error;
  const auto count = std::distance(fs::directory_iterator{folder_, error}, fs::directory_iterator{});
  if (count >= static_cast<std::ptrdiff_t>(kMost) && !fs::exists(folder_ / file, error))
    return say<Id::tunings_full>(count);
  const Message problem = store::write_whole(folder_.string(), file, keys_of(tuning).dump(2) + '\n');
  return problem ? say<Id::tuning_not_kept>(problem) : Message{};
}

Message KeptTunings::remove(const std::string& name) const {
  if (!is_tuning_name(name)) return Id::tuning_bad_name;
  std::error_code error;
  const bool gone = fs::remove(folder_ / (name + std::string{kEnding}), error);
  if (error) return say<Id::tuning_not_kept>(messages::system_message(error.value()));
  return gone ? Message{} : none(name);
}

std::string words_of(const CueTuning& tuning) {
  std::string text;
  const Json keys = keys_of(tuning);
  for (const auto& [key, value] : keys.items())
    text +=
        fmt::format("{}{}={}", text.empty() ? "" : " ", key,
                    value.is_string() ? value.get<std::string>() : fmt::format("{:g}", value.get<double>()));
  return text;
}

Result<CueOrder, Message> tuning_of(const KeptTunings& kept, const std::string& name, const CueTuning& now) {
  if (name != kTuningInForce) return kept.read(name);
  CueOrder order{now.preset, now.engine, now.input, now};
  return order;
}

std::string tunings_text(const KeptTunings& kept, const CueTuning& now) {
  const KeptTunings::List all = kept.list();
  Json json{{"folder", kept.folder().string()}, {"tunings", Json::array()}, {"damaged", Json::array()}};
  for (std::size_t i = 0; i < all.names.size(); ++i) {
    const CueTuning tuning = all.tunings[i].over(now);
    Json one{{"name", all.names[i]}};
    one["numbers"] = Json::object();
    const Json keys = keys_of(tuning);
    for (const auto& [key, value] : keys.items()) (value.is_string() ? one : one["numbers"])[key] = value;
    one["words"] = words_of(tuning);
    one["in_force"] = tuning == now;
    json["tunings"].push_back(std::move(one));
  }
  for (const Message& problem : all.damaged)
    json["damaged"].push_back(
        {{"text", messages::english(problem)}, {"message", messages::to_json(problem)}});
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Message tunings_line(const KeptTunings& kept) {
  const KeptTunings::List all = kept.list();
  std::string line;
  for (std::size_t i = 0; i < all.names.size(); ++i)
    line +=
        fmt::format("{}{} ({})", line.empty() ? "" : ", ", all.names[i], words_of(all.tunings[i].over({})));
  if (!all.damaged.empty()) return say<Id::tunings_with_damaged>(line.empty() ? "-" : line, all.damaged[0]);
  return line.empty() ? Message{Id::no_tunings} : say<Id::tunings_listed>(line);
}

}  // namespace hexad::inline console_api
