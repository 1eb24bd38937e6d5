#pragma once
// Tunings of the cueing that are kept by name, a file each in the state folder: preset, engine, input and the
// numbers given, in the words of `hexad ctl cueing`. Where motion is felt and what it turns about are the
// platform's, and stay as they are. Everything here reads or writes the disk: for tasks and tools.

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "messages/message.hpp"
#include "operation/operator_order.hpp"

namespace hexad::inline console_api {

class KeptTunings {
 public:
  static constexpr std::size_t kMost = 100;

  /// Of a platform: state folder, name.
  KeptTunings(const std::string& state, std::string_view platform);

  struct List {
    std::vector<std::string> names{};          ///< of those that can be used
    std::vector<CueOrder> tunings{};           ///< in that order
    std::vector<messages::Message> damaged{};  ///< of the others, what is wrong
  };
  List list() const;
  Result<CueOrder, messages::Message> read(const std::string& name) const;
  /// What went wrong; replaces what had that name.
  messages::Message keep(const std::string& name, const CueTuning& tuning) const;
  messages::Message remove(const std::string& name) const;

  const std::filesystem::path& folder() const noexcept { return folder_; }

 private:
  messages::Message none(const std::string& name) const;

  std::filesystem::path folder_;
};

/// "preset=car engine=classical input=acceleration tilt_rate=2": as it would be typed.
std::string words_of(const CueTuning& tuning);

/// What an order does, and what is said of it; `now` is the tuning in force.
Result<CueOrder, messages::Message> tuning_of(const KeptTunings& kept, const std::string& name,
                                              const CueTuning& now);

/// GET /api/cueing/tunings
std::string tunings_text(const KeptTunings& kept, const CueTuning& now);
/// `hexad ctl tunings`, in a line.
messages::Message tunings_line(const KeptTunings& kept);

}  // namespace hexad::inline console_api
