#pragma once
// A motion as it would run, before anything moves: curves, extrema, and what stands in its way. The answers
// of /api/preview, /api/preflight and /api/files. All of it takes its time: for the tasks’ threads.

#include <memory>

#include "console_api/file_repository.hpp"
#include "web/http.hpp"

namespace hexad::inline console_api {

/// What a motion is looked at with.
struct PreviewContext {
  std::shared_ptr<const Machine> machine;
  Pose start{};          ///< where a path begins
  double period = 1e-3;  ///< of the control loop, s
};

/// {"passes","duration_s","violation","largest_scale","smoothed","extrema","t","pose","legs"}; `smoothing` is
/// what was applied to it, or would make it pass.
std::string preflight_text(const Prepared& program, const Machine& machine, double period,
                           const motion::Smoothing& smoothing, bool applied);

/// Of {"kind":"formula", …}
web::Response preview(const std::string& body, const PreviewContext& context);
web::Response preflight_file(const FileRepository& repository, const std::string& name,
                             const PreviewContext& context);
/// Of {"name"}, {"name","to"}: only what was uploaded. The list as it is then.
enum class FileChange : std::uint8_t { remove, rename };
web::Response change_files(const FileRepository& repository, const std::string& body, FileChange change);
/// Of {"name","text","format"}: kept only when it can be read.
web::Response upload(const FileRepository& repository, const std::string& body,
                     const PreviewContext& context);

}  // namespace hexad::inline console_api
