#pragma once
// The certificate the program makes for itself, the same after a restart: in the platform's folder, its key
// for its owner's eyes only.

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "web/certificate.hpp"

namespace hexad::inline console_api {

struct KeptCertificate {
  std::string certificate{};  ///< file
  std::string key{};          ///< file
  web::Certificate about{};
  bool made = false;  ///< just now
};
/// That of `folder`, or a new one for these names, which is kept there. `anew`: a new one in any case.
Result<KeptCertificate, messages::Message> keep_certificate(const std::filesystem::path& folder,
                                                            const std::string& platform,
                                                            const std::vector<std::string>& names,
                                                            bool anew = false);

/// By which clients may call this machine: loopback, its addresses, its host name, and those given.
std::vector<std::string> names_of_this_machine(const std::vector<std::string>& given);

}  // namespace hexad::inline console_api
