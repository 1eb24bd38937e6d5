#pragma once
// Motion files by name: those the configuration lists or that came with the program, and those that were
// uploaded, which are kept in the state folder. Two of one name there are not. Everything here reads or
// writes the disk: for workers.

#include <optional>
#include <string>
#include <vector>

#include "engine/preparation/motion_files.hpp"
#include "engine/preparation/preparation_queue.hpp"
#include "messages/message.hpp"

namespace hexad::inline console_api {

inline constexpr std::size_t kMostUpload = 4U << 20;  ///< bytes of a file
inline constexpr std::size_t kMostUploaded = 500;     ///< files

class FileRepository final : public NamedFiles {
 public:
  /// `uploaded`: made when there is something to keep. `videos`: one a film, beside the motion files of
  /// either folder; empty = the one that is called as the film is, if there is one.
  FileRepository(const MotionFiles& listed, SmoothedFiles& smoothed, std::string uploaded,
                 std::vector<std::string> videos);

  struct Entry {
    std::string name;
    std::string kind;   ///< timed, path, formula, script, playback, film
    std::string title;  ///< its first comment; else empty
    std::size_t size = 0;
    bool uploaded = false;
  };
  std::vector<Entry> list() const;
  /// GET /api/files
  std::string list_text() const;

  struct Video {
    std::string name;  ///< empty: the film has none
    std::string path;  ///< empty: there is no such file
  };
  std::vector<Video> videos() const;  ///< one a film
  /// Whoever knows it may see the videos.
  const std::string& video_key() const noexcept { return video_key_; }

  Result<motion::files::MotionText, motion::Rejection> read(const std::string& name) const override;
  bool is_shipped(const std::string& name) const;
  /// Whether it may be filtered, from its next start on. What went wrong, in words.
  messages::Message smooth(const std::string& name, bool smoothed) const;
  /// What went wrong.
  messages::Message keep(const std::string& name, std::string_view text) const;
  /// Only of what was uploaded; what stands in the way.
  messages::Message remove(const std::string& name) const;
  messages::Message rename(const std::string& name, const std::string& to) const;

 private:
  std::string path_of_video(const std::string& name) const;
  std::optional<FileOrder> listed_as(const std::string& name) const;
  void add_entries(const std::string& folder, bool uploaded, std::vector<Entry>& entries) const;

  const MotionFiles& listed_;
  SmoothedFiles& smoothed_;
  std::string uploaded_;
  std::vector<std::string> videos_;
  std::string video_key_;
};

/// One a motion could be in: letters, digits, dot, dash, underscore, ending in .txt or .csv.
bool is_motion_name(const std::string& name);

/// As its content says; `format` (mdof, motus, darren, formula, waypoints) may narrow it. What does not fit
/// is said.
Result<motion::files::MotionText, messages::Message> text_of_upload(const std::string& name, std::string text,
                                                                    const std::string& format);

}  // namespace hexad::inline console_api
