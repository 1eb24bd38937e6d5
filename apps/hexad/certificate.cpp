// `hexad certificate`: the certificate the console makes for itself, its fingerprint, a new one.

#include "hexad/certificate.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "config/build_machine.hpp"
#include "console_api/kept_certificate.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"
#include "messages/print.hpp"
#include "store/state_folder.hpp"

namespace hexad::cli {

int certificate(const CertificateOptions& options) {
  Sources sources{.platform = options.platform, .config = options.config};
  if (!options.state.empty()) sources.set.emplace_back("state=" + options.state, "--state " + options.state);
  const LoadedPlatform loaded = hexad::load_platform(sources);
  print_problems(loaded.problems);
  if (!loaded.machine) return kFailed;
  std::vector<std::string> names = loaded.config.console.names;
  names.insert(names.end(), options.names.begin(), options.names.end());
  const auto kept = keep_certificate(store::state_folder(loaded.config.state, loaded.machine->name),
                                     loaded.machine->name, names_of_this_machine(names), options.anew);
  if (!kept) {
    print_error(kept.error());
    return kFailed;
  }
  const std::string ends =
      fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::to_time_t(kept->about.ends)));
  if (options.json) {
    const nlohmann::ordered_json json{{"fingerprint", kept->about.fingerprint},
                                      {"certificate", kept->certificate},
                                      {"key", kept->key},
                                      {"until", ends},
                                      {"made", kept->made}};
    print(json.dump() + '\n');
    return kDone;
  }
  using messages::Id;
  constexpr std::size_t kWidth = 13;
  print(filled("SHA-256", kWidth) + kept->about.fingerprint + '\n');
  print(labelled(Id::label_certificate, kept->certificate, kWidth));
  print(labelled(Id::label_key, kept->key, kWidth) + labelled(Id::label_good_until, ends, kWidth));
  if (kept->made) print(spoken<Id::certificate_made>() + '\n');
  return kDone;
}

}  // namespace hexad::cli
