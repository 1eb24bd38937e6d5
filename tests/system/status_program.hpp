#pragma once
// `hexad status` and `hexad ctl` as processes that are run to their end.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "daemon_process.hpp"

namespace hexad::system_test {

struct Said {
  int code = -1;  ///< exit code; 128 + signal when it was killed
  std::string out;
  std::string err;
};

/// `hexad WORDS…`
Said run_program(const std::vector<std::string>& words);

/// An operator at the command line of another terminal.
class OperatorAt {
 public:
  explicit OperatorAt(const DaemonProcess& program) : to_{program.console()} {}

  Said ctl(std::vector<std::string> words) const;
  nlohmann::json status() const;
  /// Asks until `key` of the status is `value`; false when that does not come.
  bool status_becomes(const std::string& key, const nlohmann::json& value) const;
  const std::string& to() const { return to_; }

 private:
  std::string to_;
};

}  // namespace hexad::system_test
