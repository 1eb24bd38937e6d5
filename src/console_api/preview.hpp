#pragma once
// A motion as it would run, before anything moves: curves, extrema, and what stands in its way. The answers
// of /api/preview, /api/preflight and /api/files. All of it takes its time: for the tasks’ threads.

#include <memory>

#include "console_api/file_repository.hpp"
#include "os/log.hpp"
#include "web/http.hpp"

namespace hexad::inline console_api {

/// What a motion is looked at with.
struct PreviewContext {
  std::shared_ptr<const Machine> machine;
  Pose start{};          ///< where a path begins
  double period = 1e-3;  ///< of the control loop, s
};

/// What a low pass does to a motion.
inline constexpr double kLongestSmoothed = 120.0;  ///< s of a track for which a filter is looked for unasked
struct Filtering {
  bool chosen = false;       ///< this file may be filtered
  bool applied = false;      ///< `lost` was taken from it; else that would make it pass
  motion::Smoothing lost{};  ///< nothing: no filter is needed, or none helps
  bool untried = false;      ///< it takes too long to find out unasked
};
/// {"passes","duration_s","violation","largest_scale","smooth","smoothed","extrema","t","pose","legs"}
std::string preflight_text(const Prepared& program, const Machine& machine, double period,
                           const Filtering& filtering);

/// Of {"kind":"formula", …}
web::Response preview(const std::string& body, const PreviewContext& context);
web::Response preflight_file(const FileRepository& repository, const std::string& name,
                             const PreviewContext& context);
/// Of {"name","smoothed"}: whether it is played filtered from now on; its preflight then.
web::Response smooth_file(const FileRepository& repository, const std::string& body, const std::string& who,
                          const PreviewContext& context, Log& log);
/// Of {"name"}, {"name","to"}: only what was uploaded. The list as it is then.
enum class FileChange : std::uint8_t { remove, rename };
web::Response change_files(const FileRepository& repository, const std::string& body, FileChange change);
/// Of {"name","text","format"}: kept only when it can be read.
web::Response upload(const FileRepository& repository, const std::string& body,
                     const PreviewContext& context);

}  // namespace hexad::inline console_api
