#include "calibration/stored_calibration.hpp"

#include <fmt/format.h>

#include "messages/say.hpp"

namespace hexad::inline calibration {
namespace {

using messages::Id;

using Stored = CsfiSettings::Stored;

/// Why the set that was found cannot simply be used; nothing = it can.
messages::Message doubt_about(const Result<std::optional<CalibrationSet>, messages::Message>& found,
                              const Factory& factory) {
  if (!found) return found.error();
  if (!found->has_value()) return {};
  if ((*found)->platform != factory.set.platform)
    return messages::say<Id::stored_other_platform>(factory.machine.name);
  const auto made = calibrated(factory, **found);
  return made ? messages::Message{} : messages::say<Id::stored_no_machine>(made.error());
}

/// What somebody decided at start; nothing when that cannot be done either.
std::optional<CalibrationSet> decided(Stored stored, const Factory& factory, store::FileStore& store,
                                      Log& log) {
  if (stored == Stored::factory) return factory.set;
  const bool previous = stored == Stored::previous;
  auto found = read_calibration(store, previous ? Generation::previous : Generation::stored);
  const std::string_view which = previous ? "previous" : "use";
  messages::Message problem = found ? Id::stored_none : found.error();
  if (found && found->has_value()) {
    CalibrationSet set = **found;
    set.platform = factory.set.platform;
    const auto made = calibrated(factory, set);
    if (made) return set;
    problem = made.error();
  }
  log.error(messages::say<Id::log_stored_unusable>(which, problem));
  return std::nullopt;
}

void say(const CalibrationSet& set, const CalibratedMachine& made, Log& log) {
  std::string groups;
  for (std::size_t i = 0; i < set.written.size(); ++i)
    if (set.written[i]) groups += fmt::format("{}{}", groups.empty() ? "" : ", ", i + 1);
  if (!groups.empty()) log.info(messages::say<Id::log_stored_in_use>(groups, made.rule));
  for (const Id remark : made.remarks) log.warn(messages::say<Id::log_calibration_remark>(remark));
}

}  // namespace

Result<std::optional<CalibrationSet>, messages::Message> read_calibration(const std::filesystem::path& folder,
                                                                          Generation generation) {
  store::FileStore store{folder.string()};
  return read_calibration(store, generation);
}

Result<std::optional<CalibrationSet>, messages::Message> read_calibration(store::FileStore& store,
                                                                          Generation generation) {
  const auto bytes =
      generation == Generation::stored ? store.read(kCalibrationKey) : store.read_previous(kCalibrationKey);
  if (!bytes) return Failure{bytes.error()};
  if (!bytes->has_value()) return std::optional<CalibrationSet>{};
  auto set = set_from(**bytes);
  if (!set)
    return Failure{
        messages::say<Id::at_file>(fmt::format("{}/{}", store.folder(), kCalibrationKey), set.error())};
  return std::optional{*std::move(set)};
}

StoredCalibration load_calibration(const Config& config, const Machine& machine,
                                   const std::filesystem::path& folder, Log& log) {
  store::FileStore store{folder.string()};
  return load_calibration(config, machine, store, log);
}

StoredCalibration load_calibration(const Config& config, const Machine& machine, store::FileStore& store,
                                   Log& log) {
  Factory factory = factory_of(config, machine);
  StoredCalibration result{factory, factory.set, machine};
  const auto found = read_calibration(store, Generation::stored);
  const messages::Message doubt = doubt_about(found, factory);
  bool trusted = !doubt;
  if (trusted && found->has_value()) result.set = **found;
  if (!trusted) {
    log.error(messages::say<Id::log_stored_doubtful>(store.folder(), doubt));
    if (config.csfi.stored != Stored::ask) {
      if (auto set = decided(config.csfi.stored, factory, store, log)) {
        log.warn(Id::log_stored_decided);
        result.set = *set;
        result.to_be_kept = trusted = true;
      }
    }
    if (!trusted) log.error(Id::log_stored_ways_out);
  }
  auto made = calibrated(factory, result.set);
  if (!made) return result;  // a platform file that calibration cannot say: it stays as the file has it
  say(result.set, *made, log);
  result.machine = std::move(made->machine);
  result.machine.trusted = trusted;
  return result;
}

}  // namespace hexad::inline calibration
