#include "console_api/manoeuvres.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cueing/presets.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "store/motion_folder.hpp"
#include "store/state_folder.hpp"
#include "store/whole_file.hpp"
#include "text/outside_json.hpp"

namespace hexad::inline console_api {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using messages::Id;
using messages::Message;
using messages::say;

constexpr std::size_t kMostDescribed = 400;

/// What a comment at the beginning says, on one line.
std::string described(std::string_view text) {
  if (!text.starts_with('#') || text.starts_with("# input:")) return {};
  text = text.substr(1, text.find_first_of("\r\n") - 1);
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return std::string{text.substr(0, kMostDescribed)};
}

std::optional<std::string> text_in(const std::string& folder, const std::string& name) {
  if (folder.empty()) return std::nullopt;
  const auto opened = store::MotionFolder::open(folder);
  if (!opened) return std::nullopt;
  auto text = opened->read(name, Manoeuvres::kMostBytes);
  return text ? std::optional{std::move(*text)} : std::nullopt;
}

std::string text_at(const nlohmann::json& document, const char* key) {
  const bool there = document.is_object() && document.contains(key) && document[key].is_string();
  return there ? document[key].get<std::string>() : std::string{};
}

}  // namespace

Manoeuvres::Manoeuvres(std::optional<std::string> shipped, std::string uploaded)
    : shipped_{shipped.value_or("")}, uploaded_{std::move(uploaded)} {}

std::vector<Manoeuvres::Entry> Manoeuvres::list() const {
  std::vector<Entry> entries;
  for (const bool uploaded : {false, true}) {
    const std::string& folder = uploaded ? uploaded_ : shipped_;
    std::vector<std::string> names;
    std::error_code error;
    if (folder.empty()) continue;
    for (fs::directory_iterator file{folder, error}, end; !error && file != end; file.increment(error))
      if (is_manoeuvre_name(file->path().filename().string()))
        names.push_back(file->path().filename().string());
    std::sort(names.begin(), names.end());
    for (const std::string& name : names)
      if (auto text = text_in(folder, name); text && entries.size() < 2 * kMost)
        entries.push_back({name, std::move(*text), uploaded});
  }
  return entries;
}

std::string Manoeuvres::list_text() const {
  Json json{{"folder", uploaded_}, {"manoeuvres", Json::array()}};
  for (const Entry& entry : list())
    json["manoeuvres"].push_back({{"name", entry.name},
                                  {"title", described(entry.text)},
                                  {"size", entry.text.size()},
                                  {"from", entry.uploaded ? "uploaded" : "shipped"}});
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool Manoeuvres::is_shipped(const std::string& name) const { return text_in(shipped_, name).has_value(); }

Result<analysis::Manoeuvre, Message> Manoeuvres::read(const std::string& name) const {
  if (!is_manoeuvre_name(name)) return Failure{Message{Id::manoeuvre_bad_name}};
  for (const std::string& folder : {shipped_, uploaded_})
    if (const auto text = text_in(folder, name)) return analysis::parse_manoeuvre(*text, name);
  std::vector<std::string> names;
  for (const Entry& entry : list()) names.push_back(entry.name);
  return Failure{say<Id::no_such_manoeuvre>(name, fmt::format("{}", fmt::join(names, ", ")))};
}

Result<std::shared_ptr<const VehicleScript>, Message> Manoeuvres::script(const std::string& name) const {
  auto read = this->read(name);
  if (!read) return Failure{read.error()};
  auto script = std::make_shared<VehicleScript>();
  script->duration = read->end() - read->begin();
  script->input = read->says();
  script->at = [manoeuvre = std::make_shared<const analysis::Manoeuvre>(std::move(*read))](double time) {
    return manoeuvre->at(manoeuvre->begin() + time);
  };
  return std::shared_ptr<const VehicleScript>{std::move(script)};
}

Message Manoeuvres::keep(const std::string& name, std::string_view text) const {
  if (const int failed = store::make_folder(uploaded_); failed != 0)
    return say<Id::upload_not_kept>(say<Id::at_file>(uploaded_, messages::system_message(failed)));
  std::error_code error;
  const auto count = std::distance(fs::directory_iterator{uploaded_, error}, fs::directory_iterator{});
  if (count >= static_cast<std::ptrdiff_t>(kMost) && !fs::exists(fs::path{uploaded_} / name, error))
    return say<Id::upload_full>(count, uploaded_);
  const Message problem = store::write_whole(uploaded_, name, text);
  return problem ? say<Id::upload_not_kept>(problem) : Message{};
}

web::Response Manoeuvres::upload(const std::string& body) const {
  const nlohmann::json document = outside_json(body);
  const std::string name = text_at(document, "name");
  const std::string text = text_at(document, "text");
  if (!is_manoeuvre_name(name)) return web::error(400, Id::manoeuvre_bad_name);
  if (text.empty()) return web::error(400, Id::upload_empty);
  if (text.size() > kMostBytes) return web::error(413, say<Id::upload_too_large>(text.size(), kMostBytes));
  if (is_shipped(name)) return web::error(400, say<Id::upload_shipped>(name));
  if (const auto read = analysis::parse_manoeuvre(text, name); !read) return web::error(400, read.error());
  if (const Message problem = keep(name, text)) return web::error(500, problem);
  return {.body = list_text() + '\n'};
}

web::Response Manoeuvres::remove(const std::string& body) const {
  const std::string name = text_at(outside_json(body), "name");
  if (is_shipped(name)) return web::error(400, say<Id::file_is_shipped>(name));
  std::error_code error;
  const bool gone = is_manoeuvre_name(name) && fs::remove(fs::path{uploaded_} / name, error);
  if (error) return web::error(500, say<Id::upload_not_kept>(messages::system_message(error.value())));
  if (!gone) return web::error(400, say<Id::no_such_upload>(name));
  return {.body = list_text() + '\n'};
}

}  // namespace hexad::inline console_api
