#pragma once
// `hexad certificate`

#include <string>
#include <vector>

namespace hexad::cli {

struct CertificateOptions {
  std::string platform;
  std::string config;
  std::string state;
  std::vector<std::string> names;  ///< besides those of this machine
  bool anew = false;
  bool json = false;
};
int certificate(const CertificateOptions& options);

}  // namespace hexad::cli
