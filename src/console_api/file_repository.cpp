#include "console_api/file_repository.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "messages/print.hpp"
#include "messages/say.hpp"
#include "operation/operator_order.hpp"
#include "store/motion_folder.hpp"
#include "store/state_folder.hpp"
#include "store/whole_file.hpp"
#include "web/guard.hpp"

namespace hexad::inline console_api {
namespace {

namespace fs = std::filesystem;
using motion::files::Format;
using motion::files::MotionText;

constexpr std::size_t kMostTitle = 80;

/// What a comment at the beginning says.
std::string title_of(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (!text.starts_with('#')) return {};
  text = text.substr(1, text.find_first_of("\r\n") - 1);
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return std::string{text.substr(0, kMostTitle)};
}

const char* kind_of(Format format) {
  switch (format) {
    case Format::waypoints:
      return "path";
    case Format::formula:
      return "formula";
    case Format::script:
      return "script";
    default:
      return "timed";
  }
}

MotionText guessed(const std::string& name, std::string text) {
  MotionText file;
  file.name = name;
  file.format = motion::files::guess_format(text);
  file.ramp_if_moving = file.format == Format::script;
  file.text = std::move(text);
  return file;
}

motion::Rejection unreadable(const std::string& name, std::string why) {
  motion::Rejection rejection;
  rejection.problem = motion::Problem::unreadable;
  rejection.file = name;
  rejection.text = std::move(why);
  return rejection;
}

}  // namespace

/// The rest of a folder (programs, notes) is not shown.
bool is_motion_name(const std::string& name) {
  return is_file_name(name) && (name.ends_with(".txt") || name.ends_with(".csv"));
}

FileRepository::FileRepository(const MotionFiles& listed, SmoothedFiles& smoothed, std::string uploaded,
                               std::vector<std::string> videos)
    : listed_{listed},
      smoothed_{smoothed},
      uploaded_{std::move(uploaded)},
      videos_{std::move(videos)},
      video_key_{web::make_token()} {}

/// Where it is, beside the motion files of either folder; empty = nowhere.
std::string FileRepository::path_of_video(const std::string& name) const {
  for (const std::string& folder : {listed_.folder(), uploaded_}) {
    const fs::path path = fs::path{folder} / name;
    std::error_code error;
    if (is_file_name(name) && fs::is_regular_file(path, error)) return path.string();
  }
  return {};
}

std::vector<FileRepository::Video> FileRepository::videos() const {
  std::vector<Video> found;
  const std::vector<std::string>& films = listed_.names(FileOrder::List::film);
  for (std::size_t i = 0; i < films.size(); ++i) {
    if (i < videos_.size() && !videos_[i].empty()) {
      found.push_back({videos_[i], path_of_video(videos_[i])});
      continue;
    }
    Video video;
    for (const char* ending : {".webm", ".mp4"}) {
      const std::string name = fs::path{films[i]}.stem().string() + ending;
      const std::string path = path_of_video(name);
      if (video.path.empty() && !path.empty()) video = {name, path};
    }
    found.push_back(std::move(video));
  }
  return found;
}

std::optional<FileOrder> FileRepository::listed_as(const std::string& name) const {
  using List = FileOrder::List;
  for (const List list : {List::mdof, List::motus, List::darren, List::film}) {
    const std::vector<std::string>& names = listed_.names(list);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return FileOrder{list, static_cast<std::uint16_t>(found - names.begin() + 1)};
  }
  return std::nullopt;
}

bool FileRepository::is_shipped(const std::string& name) const {
  const auto folder = store::MotionFolder::open(listed_.folder());
  return listed_as(name) || (folder && folder->read(name, motion::files::kMostBytes).has_value());
}

Result<MotionText, motion::Rejection> FileRepository::read(const std::string& name) const {
  if (!is_file_name(name)) return Failure{unreadable(name, "not a file name")};
  if (const std::optional<FileOrder> order = listed_as(name)) return listed_.read(*order);
  for (const std::string& path : {listed_.folder(), uploaded_}) {
    const auto folder = store::MotionFolder::open(path);
    if (!folder) continue;
    auto text = folder->read(name, motion::files::kMostBytes);
    if (text) {
      MotionText file = guessed(name, std::move(*text));
      file.smooth = smoothed_.has(name);
      return file;
    }
    if (text.error().why != store::MotionFolderError::Why::not_there)
      return Failure{unreadable(name, store::in_words(text.error()))};
  }
  motion::Rejection rejection;
  rejection.problem = motion::Problem::no_such_file;
  rejection.file = name;
  rejection.text = "not among the motion files";
  return Failure{rejection};
}

messages::Message FileRepository::smooth(const std::string& name, bool smoothed) const {
  return smoothed_.choose(name, smoothed);
}

messages::Message FileRepository::keep(const std::string& name, std::string_view text) const {
  if (const int failed = store::make_folder(uploaded_); failed != 0)
    return messages::say<messages::Id::upload_not_kept>(
        messages::say<messages::Id::at_file>(uploaded_, messages::system_message(failed)));
  std::error_code error;
  std::size_t kept = 0;
  for (fs::directory_iterator file{uploaded_, error}, end; !error && file != end; file.increment(error))
    ++kept;
  if (kept >= kMostUploaded && !fs::exists(fs::path{uploaded_} / name, error))
    return messages::say<messages::Id::upload_full>(kept, uploaded_);
  messages::Message problem = smoothed_.forget(name);
  if (!problem) problem = store::write_whole(uploaded_, name, text);
  return problem ? messages::say<messages::Id::upload_not_kept>(problem) : messages::Message{};
}

messages::Message FileRepository::remove(const std::string& name) const {
  if (is_shipped(name)) return messages::say<messages::Id::file_is_shipped>(name);
  std::error_code error;
  const bool gone = is_motion_name(name) && fs::remove(fs::path{uploaded_} / name, error);
  if (error) return messages::say<messages::Id::upload_not_kept>(messages::system_message(error.value()));
  return gone ? messages::Message{} : messages::say<messages::Id::no_such_upload>(name);
}

messages::Message FileRepository::rename(const std::string& name, const std::string& to) const {
  if (is_shipped(name)) return messages::say<messages::Id::file_is_shipped>(name);
  if (!is_motion_name(to)) return messages::Id::upload_bad_name;
  const fs::path from = fs::path{uploaded_} / name;
  std::error_code error;
  if (!is_motion_name(name) || !fs::is_regular_file(from, error))
    return messages::say<messages::Id::no_such_upload>(name);
  // A hard link fails where something of that name is already: nothing is ever written over.
  if (is_shipped(to) || fs::exists(fs::path{uploaded_} / to, error))
    return messages::say<messages::Id::file_name_taken>(to);
  fs::create_hard_link(from, fs::path{uploaded_} / to, error);
  if (!error) fs::remove(from, error);
  return error ? messages::say<messages::Id::upload_not_kept>(messages::system_message(error.value()))
               : messages::Message{};
}

void FileRepository::add_entries(const std::string& folder, bool uploaded,
                                 std::vector<Entry>& entries) const {
  const auto opened = store::MotionFolder::open(folder);
  if (!opened) return;
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator file{folder, error}, end; !error && file != end; file.increment(error))
    if (is_motion_name(file->path().filename().string())) names.push_back(file->path().filename().string());
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) {
    const auto text = opened->read(name, motion::files::kMostBytes);
    if (!text || entries.size() >= 2 * kMostUploaded) continue;
    std::string kind = kind_of(motion::files::guess_format(*text));
    if (const std::optional<FileOrder> order = listed_as(name); order && !uploaded) {
      if (order->list == FileOrder::List::film) kind = "film";
      if (order->list == FileOrder::List::darren) kind = "playback";
    }
    entries.push_back({name, std::move(kind), title_of(*text), text->size(), uploaded});
  }
}

std::vector<FileRepository::Entry> FileRepository::list() const {
  std::vector<Entry> entries;
  add_entries(listed_.folder(), false, entries);
  add_entries(uploaded_, true, entries);
  return entries;
}

std::string FileRepository::list_text() const {
  using Json = nlohmann::ordered_json;
  const std::vector<Entry> entries = list();
  Json json{{"folder", uploaded_}, {"files", Json::array()}, {"films", Json::array()}};
  for (const Entry& entry : entries)
    json["files"].push_back({{"name", entry.name},
                             {"kind", entry.kind},
                             {"size", entry.size},
                             {"title", entry.title},
                             {"from", entry.uploaded ? "uploaded" : "shipped"}});
  const std::vector<std::string>& films = listed_.names(FileOrder::List::film);
  const std::vector<Video> videos = this->videos();
  for (std::size_t i = 0; i < films.size(); ++i) {
    const auto entry =
        std::find_if(entries.begin(), entries.end(), [&](const Entry& one) { return one.name == films[i]; });
    const bool video = i < videos.size() && !videos[i].path.empty();
    json["films"].push_back(
        {{"number", i + 1},
         {"title", entry == entries.end() || entry->title.empty() ? films[i] : entry->title},
         {"name", films[i]},
         {"video",
          video ? Json(fmt::format("/videos/{}?key={}", videos[i].name, video_key_)) : Json(nullptr)}});
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<MotionText, messages::Message> text_of_upload(const std::string& name, std::string text,
                                                     const std::string& format) {
  MotionText file = guessed(name, std::move(text));
  const auto is = [&](std::initializer_list<Format> wanted) {
    return std::find(wanted.begin(), wanted.end(), file.format) != wanted.end();
  };
  struct Row {
    std::string_view name;
    bool fits;
    messages::Id what;
  };
  using messages::Id;
  const std::array rows{
      Row{"mdof", is({Format::positions, Format::waypoints, Format::formula}), Id::form_mdof},
      Row{"motus", is({Format::script}), Id::form_motus},
      Row{"darren", is({Format::positions, Format::script}), Id::form_darren},
      Row{"formula", is({Format::formula}), Id::form_formula},
      Row{"waypoints", is({Format::waypoints}), Id::form_waypoints}};
  if (format.empty()) return file;
  for (const Row& row : rows) {
    if (row.name != format) continue;
    if (row.fits) return file;
    return Failure{messages::say<Id::upload_other_format>(format, row.what)};
  }
  return Failure{messages::say<Id::upload_no_format>(format)};
}

}  // namespace hexad::inline console_api
