#pragma once
// The settings for who edits them: all there are by the schema, what is in use, what the configuration file
// on the disk says, what would be wrong with a change; and the file changed. What is saved counts from the
// next start. For the tasks' threads: reads and writes files.

#include <filesystem>
#include <functional>
#include <string>

#include "config/load.hpp"
#include "web/http.hpp"

namespace hexad::inline console_api {

class Settings {
 public:
  /// `sources`: what the program was started with; `state`: as configured.
  Settings(Sources sources, std::string state);

  /// GET /api/config
  web::Response all() const;
  /// Of {"changes": {"limits.leg": "[400.0, 5000.0, 60000.0]", "console.tls": null}}: TOML, null = taken out.
  web::Response check(const std::string& body) const;
  /// Of the same with "revision"; `saved` is called with the file's name.
  web::Response save(const std::string& body, const std::function<void(const std::string&)>& saved) const;

  static constexpr std::size_t kMostBackups = 20;

 private:
  struct Checked;
  std::string text() const;
  Checked checked(const std::string& body) const;

  Sources sources_;
  Loaded used_;
  std::filesystem::path file_;
  bool named_;  ///< by --config: what is saved counts when the program is started again as it was
};

}  // namespace hexad::inline console_api
