#include "console_api/kept_certificate.hpp"

#include <algorithm>
#include <cstring>

#include "messages/print.hpp"
#include "messages/say.hpp"
#include "os/files.hpp"
#include "os/surroundings.hpp"
#include "store/state_folder.hpp"

namespace hexad::inline console_api {

std::vector<std::string> names_of_this_machine(const std::vector<std::string>& given) {
  std::vector<std::string> names{"localhost", "127.0.0.1"};
  const auto add = [&names](const std::string& name) {
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const std::string& name : own_names()) add(name);
  for (const std::string& name : given) add(name);
  return names;
}

Result<KeptCertificate, messages::Message> keep_certificate(const std::filesystem::path& folder,
                                                            const std::string& platform,
                                                            const std::vector<std::string>& names,
                                                            bool anew) {
  KeptCertificate kept{.certificate = (folder / "console-certificate.pem").string(),
                       .key = (folder / "console-key.pem").string()};
  if (!anew && files::is_private(kept.key)) {
    auto about = web::look_at_certificate(kept.certificate, kept.key);
    if (about) {
      kept.about = std::move(*about);
      return kept;
    }
  }
  const auto made = web::make_certificate("hexad " + platform, names);
  if (!made) return Failure{made.error()};
  int failed = store::make_folder(folder);
  if (failed == 0) failed = files::replace(kept.key, made->key, files::Readers::owner);
  if (failed == 0) failed = files::replace(kept.certificate, made->certificate, files::Readers::everybody);
  if (failed != 0)
    return Failure{
        messages::say<messages::Id::certificate_not_kept>(folder.string(), messages::system_message(failed))};
  auto about = web::look_at_certificate(kept.certificate, kept.key);
  if (!about) return Failure{about.error()};
  kept.about = std::move(*about);
  kept.made = true;
  return kept;
}

}  // namespace hexad::inline console_api
