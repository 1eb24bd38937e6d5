#include "console_api/settings.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "config/build_machine.hpp"
#include "config/document.hpp"
#include "config/edit.hpp"
#include "config/presets.hpp"
#include "config/print.hpp"
#include "config/schema.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "store/crc32c.hpp"
#include "store/state_folder.hpp"
#include "store/whole_file.hpp"
#include "text/outside_json.hpp"

namespace hexad::inline console_api {
namespace {

using SettingsJson = nlohmann::ordered_json;
using messages::Id;
using messages::say;
namespace fs = std::filesystem;

bool is_secret(std::string_view key) { return key.ends_with("token"); }

/// A file as it is shown: nobody reads a token off a screen. Also where it cannot be read as TOML, and in
/// comments.
std::string without_secrets(const std::string& text) {
  static const std::regex kSecret{
      R"re((token["']?[ \t]*=[ \t]*)("""[\s\S]*?"""|'''[\s\S]*?'''|"[^"\n]+"?|'[^'\n]+'?))re"};
  return std::regex_replace(text, kSecret, "$1\"…\"");
}

/// Can be changed while the program runs, elsewhere: for the cueing its own page, for time the simulator's
/// panel.
bool is_live(std::string_view key) {
  const bool place = key == "cueing.eye_point" || key == "cueing.rotation_point";
  return (key.starts_with("cueing.") && !place) || key == "loop.speed";
}

const char* type_of(const Setting& setting) {
  struct Names {
    const char* operator()(const Slot<std::string>&) const { return "text"; }
    const char* operator()(const Slot<bool>&) const { return "flag"; }
    const char* operator()(const Slot<double>&) const { return "number"; }
    const char* operator()(const Slot<std::optional<double>>&) const { return "number"; }
    const char* operator()(const Slot<Vec3>&) const { return "point"; }
    const char* operator()(const Slot<Rates>&) const { return "rates"; }
    const char* operator()(const Slot<std::vector<Vec3>>&) const { return "points"; }
    const char* operator()(const Slot<std::vector<double>>&) const { return "numbers"; }
    const char* operator()(const Slot<std::vector<std::string>>&) const { return "texts"; }
    const char* operator()(const WholeSlot&) const { return "whole"; }
  };
  return setting.choices.empty() ? std::visit(Names{}, setting.slot) : "choice";
}

SettingsJson text_or_nothing(const std::string& text) {
  return text.empty() ? SettingsJson{} : SettingsJson(text);
}

SettingsJson problems_json(const Problems& problems) {
  constexpr std::array kKinds{"error", "warning", "note"};
  SettingsJson list = SettingsJson::array();
  for (const config::Problem& problem : problems)
    list.push_back({{"kind", kKinds[static_cast<std::size_t>(problem.kind)]},
                    {"key", text_or_nothing(problem.key)},
                    {"file", problem.file},
                    {"line", problem.line},
                    {"text", messages::english(problem.what)},
                    {"message", messages::to_json(problem.what)}});
  return list;
}

std::string revision_of(std::string_view text) {
  return fmt::format("{:08x}-{}", store::crc32c(std::as_bytes(std::span{text})), text.size());
}

web::Response json_response(const SettingsJson& json) {
  return {.body = json.dump(-1, ' ', false, SettingsJson::error_handler_t::replace) + '\n'};
}

/// The one before stays beside it; the oldest of many go.
messages::Message back_up(const fs::path& file) {
  std::error_code problem;
  if (!fs::exists(file, problem)) return {};
  const std::string begin = file.filename().string() + ".";
  const std::string time =
      fmt::format("{}{:%Y%m%d-%H%M%S}", begin,
                  fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
  std::string name = time + ".bak";
  for (int more = 1; more < 100 && fs::exists(file.parent_path() / name, problem); ++more)
    name = fmt::format("{}-{:02}.bak", time, more);  // saved twice within a second
  fs::copy_file(file, file.parent_path() / name, problem);
  if (problem)
    return say<Id::at_file>((file.parent_path() / name).string(), messages::system_message(problem.value()));
  std::vector<std::string> all;
  for (const fs::directory_entry& entry : fs::directory_iterator{file.parent_path(), problem}) {
    const std::string one = entry.path().filename().string();
    if (one.starts_with(begin) && one.ends_with(".bak")) all.push_back(one);
  }
  std::sort(all.begin(), all.end());
  for (std::size_t i = 0; i + Settings::kMostBackups < all.size(); ++i)
    fs::remove(file.parent_path() / all[i], problem);
  return {};
}

}  // namespace

Settings::Settings(Sources sources, std::string state)
    : sources_{std::move(sources)}, used_{load(sources_)}, named_{!sources_.config.empty()} {
  std::error_code ignored;
  file_ = named_ ? fs::weakly_canonical(sources_.config, ignored)
                 : store::state_folder(state, used_.config.name) / "settings.toml";
}

/// Of the file; where there is none yet, how one begins.
std::string Settings::text() const {
  std::ifstream file{file_, std::ios::binary};
  if (!file) {
    const std::string platform =
        sources_.platform.empty() ? std::string{kDefaultPlatform} : sources_.platform;
    return named_ ? std::string{} : fmt::format("platform = \"{}\"\n", platform);
  }
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

web::Response Settings::all() const {
  const std::string now = text();
  Problems unreadable;
  const Document document = parse_document(now, file_.string(), unreadable);
  Sources of_file{.platform = sources_.platform, .config = file_.string(), .config_text = now};
  const Loaded disk = load(of_file);
  SettingsJson json{{"file", file_.string()},
                    {"exists", fs::exists(file_)},
                    {"named", named_},
                    {"platform", used_.config.name},
                    {"revision", revision_of(now)},
                    {"text", without_secrets(now)},
                    {"problems", problems_json(disk.problems)},
                    {"settings", SettingsJson::array()}};
  for (const Setting& setting : schema()) {
    const std::string key{setting.key};
    const bool secret = is_secret(key);
    const Place place = used_.place_of({setting.key});
    const auto shown = [&](std::string value) { return secret && !value.empty() ? "\"…\"" : value; };
    SettingsJson one{{"key", key},
                     {"type", type_of(setting)},
                     {"unit", setting.unit},
                     {"help", setting.help},
                     {"expected", messages::english(setting.expected())},
                     {"choices", SettingsJson::array()},
                     {"range", nullptr},
                     {"also", setting.bounds.also},
                     {"secret", secret},
                     {"live", is_live(key)},
                     {"fresh", shown(value_text(setting, Config{}))},
                     {"used", shown(value_text(setting, used_.config))},
                     {"file", nullptr},
                     {"option", place.file.starts_with("--") ? SettingsJson(place.file) : SettingsJson{}},
                     {"place", in_words(place)}};
    for (const std::string_view choice : setting.choices) one["choices"].push_back(choice);
    if (setting.bounds.low != setting.bounds.high) one["range"] = {setting.bounds.low, setting.bounds.high};
    if (document.has(key)) one["file"] = shown(value_text(setting, disk.config));
    json["settings"].push_back(std::move(one));
  }
  return json_response(json);
}

// ----------------------------------------------------------------------------------------------- changes

struct Settings::Checked {
  std::optional<web::Response> wrong{};  ///< what was sent cannot be read
  std::string before{};                  ///< the file
  std::string after{};
  std::string revision{};  ///< that was sent
  Problems problems{};
  std::size_t changes = 0;
};

Settings::Checked Settings::checked(const std::string& body) const {
  const SettingsJson json = outside_ordered_json(body);
  const auto wanted = json.is_object() ? json.find("changes") : json.end();
  if (wanted == json.end() || !wanted->is_object())
    return {.wrong = web::error(400, say<Id::query_such_as>(
                                         "changes", R"({"limits.jog_speed": "40.0", "console.tls": null})"))};
  Checked result{.before = text(), .revision = json.value("revision", "")};
  result.after = result.before;
  for (const auto& [key, value] : wanted->items()) {
    if (find_setting(key) == nullptr || !(value.is_string() || value.is_null()))
      return {.wrong = web::error(400, say<Id::settings_no_change>(key))};
    std::optional<std::string> given;
    if (value.is_string()) given = value.get<std::string>();
    const std::size_t before = result.problems.size();
    if (given) {
      // As --set would: a word that is no TOML is no way into the file.
      const Document one = parse_assignment(key + "=" + *given, "", result.problems);
      const Entry* const entry = one.find(key);
      const bool bare = entry != nullptr && std::holds_alternative<std::string>(entry->value.what) &&
                        !given->starts_with('"') && !given->starts_with('\'');
      if (bare || (entry == nullptr && result.problems.size() == before))
        result.problems.push_back({config::Problem::Kind::error, "", 0, 0, key,
                                   say<Id::config_must_be>(find_setting(key)->expected())});
    }
    if (result.problems.size() != before) continue;
    const std::optional<std::string> next = edited(result.after, key, given);
    if (!next) {
      result.problems.push_back(
          {config::Problem::Kind::error, file_.string(), 0, 0, key, Id::config_fixed_in_file});
      continue;
    }
    if (*next != result.after) ++result.changes;
    result.after = *next;
  }
  if (has_error(result.problems)) return result;
  const LoadedPlatform loaded =
      load_platform({.platform = sources_.platform, .config = file_.string(), .config_text = result.after});
  result.problems.insert(result.problems.end(), loaded.problems.begin(), loaded.problems.end());
  return result;
}

web::Response Settings::check(const std::string& body) const {
  Checked result = checked(body);
  if (result.wrong) return *result.wrong;
  return json_response({{"ok", !has_error(result.problems)},
                        {"changes", result.changes},
                        {"problems", problems_json(result.problems)},
                        {"revision", revision_of(result.before)},
                        {"before", without_secrets(result.before)},
                        {"after", without_secrets(result.after)}});
}

web::Response Settings::save(const std::string& body,
                             const std::function<void(const std::string&)>& saved) const {
  Checked result = checked(body);
  if (result.wrong) return *result.wrong;
  if (result.revision != revision_of(result.before)) return web::error(409, Id::settings_changed_meanwhile);
  const auto errors =
      std::count_if(result.problems.begin(), result.problems.end(),
                    [](const config::Problem& one) { return one.kind == config::Problem::Kind::error; });
  if (errors > 0) return web::error(422, say<Id::settings_have_errors>(errors));
  if (result.changes == 0) return web::error(422, Id::settings_nothing);
  const fs::path folder = file_.parent_path();
  messages::Message problem;
  if (!named_)
    if (const int failed = store::make_folder(folder); failed != 0)
      problem = messages::system_message(failed);
  std::error_code ignored;
  const fs::perms mode =
      fs::exists(file_, ignored) ? fs::status(file_, ignored).permissions() : fs::perms::none;
  if (!problem) problem = back_up(file_);
  if (!problem) problem = store::write_whole(folder.string(), file_.filename().string(), result.after);
  if (problem) return web::error(500, say<Id::settings_not_written>(problem));
  if (mode != fs::perms::none) fs::permissions(file_, mode, ignored);
  saved(file_.string());
  return all();
}

}  // namespace hexad::inline console_api
