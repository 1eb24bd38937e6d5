#pragma once
// The answers of /api/calibrate/…: the groups of a control board, read, checked, written with read-back, kept
// and brought back. They reach no platform but through a board, as any tool on the network does. All of it
// waits for boards and disks: for a thread of its own.

#include <span>
#include <string>
#include <string_view>

#include "os/log.hpp"
#include "web/http.hpp"

namespace hexad::inline calibration::tool {

struct RequestContext {
  std::string state;  ///< the configured folder of what survives
  Log* log = nullptr;
  std::string peer{};  ///< who asks
};

struct Route {
  std::string_view path;
  std::size_t most_body;
  web::Response (*answer)(const std::string& body, const RequestContext& around);
  bool board = false;  ///< asks one, which may take seconds: in a line of its own
};
/// All are POST; only /write sends anything a board keeps.
std::span<const Route> routes();

// One source a group of routes.
web::Response answer_read(const std::string& body, const RequestContext& around);
web::Response answer_check(const std::string& body, const RequestContext& around);
web::Response answer_write(const std::string& body, const RequestContext& around);
web::Response answer_history(const std::string& body, const RequestContext& around);
web::Response answer_import(const std::string& body, const RequestContext& around);
web::Response answer_export(const std::string& body, const RequestContext& around);

}  // namespace hexad::inline calibration::tool
