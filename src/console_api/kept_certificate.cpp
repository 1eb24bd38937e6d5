#include "console_api/kept_certificate.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "messages/say.hpp"
#include "net/file_descriptor.hpp"
#include "store/state_folder.hpp"

namespace hexad::inline console_api {
namespace {

/// In the place of what had that name, which others may have open. 0 or errno.
int write_file(const std::filesystem::path& path, const std::string& text, mode_t mode) {
  const std::filesystem::path aside = path.string() + ".new";
  ::unlink(aside.c_str());
  const net::FileDescriptor file{
      ::open(aside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)};
  if (!file) return errno;
  if (::write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) return EIO;
  if (::fsync(file.get()) != 0) return errno;
  return ::rename(aside.c_str(), path.c_str()) == 0 ? 0 : errno;
}

/// A key that others could have read is no secret.
bool is_private(const std::filesystem::path& path) {
  struct stat about {};
  return ::lstat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode) && (about.st_mode & 077) == 0;
}

}  // namespace

std::vector<std::string> names_of_this_machine(const std::vector<std::string>& given) {
  std::vector<std::string> names{"localhost", "127.0.0.1"};
  const auto add = [&names](const std::string& name) {
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  ifaddrs* list = nullptr;
  if (::getifaddrs(&list) == 0) {
    for (const ifaddrs* one = list; one != nullptr; one = one->ifa_next) {
      if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
      sockaddr_in address{};
      std::memcpy(&address, one->ifa_addr, sizeof address);
      std::array<char, INET_ADDRSTRLEN> text{};
      if (::inet_ntop(AF_INET, &address.sin_addr, text.data(), text.size()) != nullptr) add(text.data());
    }
    ::freeifaddrs(list);
  }
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) == 0) add(host.data());
  for (const std::string& name : given) add(name);
  return names;
}

Result<KeptCertificate, messages::Message> keep_certificate(const std::filesystem::path& folder,
                                                            const std::string& platform,
                                                            const std::vector<std::string>& names,
                                                            bool anew) {
  KeptCertificate kept{.certificate = folder / "console-certificate.pem", .key = folder / "console-key.pem"};
  if (!anew && is_private(kept.key)) {
    auto about = web::look_at_certificate(kept.certificate, kept.key);
    if (about) {
      kept.about = std::move(*about);
      return kept;
    }
  }
  const web::SelfSigned made = web::make_certificate("hexad " + platform, names);
  int failed = store::make_folder(folder);
  if (failed == 0) failed = write_file(kept.key, made.key, 0600);
  if (failed == 0) failed = write_file(kept.certificate, made.certificate, 0644);
  if (failed != 0)
    return Failure{messages::say<messages::Id::certificate_not_kept>(folder.string(), std::strerror(failed))};
  auto about = web::look_at_certificate(kept.certificate, kept.key);
  if (!about) return Failure{about.error()};
  kept.about = std::move(*about);
  kept.made = true;
  return kept;
}

}  // namespace hexad::inline console_api
