#pragma once
// Who reads the black box: makes each recording a document, keeps the newest for who asks, and writes it to
// the folder `faults` of the platform's state, where the newest 20 stay. A disk that does not take it costs a
// line in the log.
//
// work() is the worker thread's; newest() is anybody's but the real-time thread's.

#include <filesystem>
#include <mutex>

#include "base/clock.hpp"
#include "engine/platform.hpp"
#include "os/log.hpp"
#include "recorder/recording_text.hpp"
#include "web/http.hpp"

namespace hexad::inline recorder {

class FaultArchive {
 public:
  static constexpr std::size_t kMost = 20;  ///< files

  struct Settings {
    std::string platform;
    std::string version;
    std::filesystem::path folder;  ///< empty = nothing is written
  };
  /// All of it outlives the archive.
  FaultArchive(Settings settings, Platform& platform, const SteadyClock& clock, const ProtocolNames& names,
               Log& log);

  /// Whether there was something to read.
  bool work();
  /// Nothing: there has been no fault since the start.
  web::SharedText newest() const;

 private:
  void write(const std::string& stem, std::string_view text);
  std::string free_name(const std::string& stem) const;
  void drop_oldest(const std::string& newest) const;

  Settings settings_;
  Platform& platform_;
  const SteadyClock& clock_;
  const ProtocolNames& names_;
  Log& log_;
  mutable std::mutex mutex_;
  web::SharedText newest_;
};

}  // namespace hexad::inline recorder
