#pragma once
// What `hexad host motus` sees of the platform, for people and programs.

#include <array>
#include <string>

#include "host/motus_client.hpp"

namespace hexad::cli {

std::string text_of(const host::MotusClient::Status& status, const host::MotusPose& pose);
std::string json_of(const host::MotusClient::Status& status, const host::MotusPose& pose);
std::string json_of(const host::MotusCounters& counters, double seconds);

bool is_near(const host::MotusPose& a, const host::MotusPose& b, double mm, double degrees);

/// The status has no word for standing: a pose that does not change stands.
class Stillness {
 public:
  void note(const host::MotusPose& pose);  ///< of a new status
  bool stands() const;
  bool moved() const noexcept { return changes_ > 1; }  ///< since the first note

 private:
  int changes_ = 0;
  host::MotusPose pose_;
  host::Clock::time_point since_{};
  host::Clock::time_point noted_{};
};

}  // namespace hexad::cli
