#pragma once
// The host heard last, across a restart (motus decision 17): hosts exist that say nothing until they have
// seen a status. The network thread notes it, a thread that may wait for the disk keeps it.

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>

#include "config/config.hpp"
#include "engine/sessions/host_report.hpp"
#include "messages/message.hpp"

namespace hexad::inline engine {

class RememberedHost {
 public:
  explicit RememberedHost(std::filesystem::path folder) : folder_{std::move(folder)} {}

  /// The one of the last time, if the configuration lets it be heard and it is none of the program's own
  /// ports.
  std::optional<net::Address> last_time(const Config& config) const;

  /// Network thread: the newest of this protocol whose frames were understood.
  void note(const HostsReport& report, ProtocolId protocol) noexcept;
  bool is_new() const noexcept { return newest_.load(std::memory_order_relaxed) != kept_.load(); }
  /// Worker. What went wrong.
  messages::Message keep();

 private:
  std::filesystem::path folder_;
  std::atomic<std::uint64_t> newest_{0};  ///< address and port
  std::atomic<std::uint64_t> kept_{0};
};

}  // namespace hexad::inline engine
