#pragma once
// What a platform lives by at start: its file, and the calibration that was stored for it. A stored set that
// is damaged, or was made with another platform file, is not used and nothing may move until somebody decides
// (csfi decision 4).

#include <filesystem>
#include <optional>

#include "calibration/calibration.hpp"
#include "os/log.hpp"
#include "store/file_store.hpp"

namespace hexad::inline calibration {

/// In the platform's folder.
inline constexpr std::string_view kCalibrationKey = "csfi";

struct StoredCalibration {
  Factory factory;
  CalibrationSet set;       ///< in use
  Machine machine;          ///< what it makes
  bool to_be_kept = false;  ///< somebody decided at start: this set is the one to be stored
};
/// Says in the log what it found. Changes nothing on the disk.
StoredCalibration load_calibration(const Config& config, const Machine& machine, store::FileStore& store,
                                   Log& log);
StoredCalibration load_calibration(const Config& config, const Machine& machine,
                                   const std::filesystem::path& folder, Log& log);

/// The set before the stored one, or that one itself. Nothing when there is none; why it cannot be
/// used.
enum class Generation : std::uint8_t { stored, previous };
Result<std::optional<CalibrationSet>, messages::Message> read_calibration(store::FileStore& store,
                                                                          Generation generation);
Result<std::optional<CalibrationSet>, messages::Message> read_calibration(const std::filesystem::path& folder,
                                                                          Generation generation);

}  // namespace hexad::inline calibration
