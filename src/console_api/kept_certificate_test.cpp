#include "console_api/kept_certificate.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hexad::inline console_api {
namespace {

namespace fs = std::filesystem;

struct CertificateFolder {
  fs::path path = fs::temp_directory_path() / ("hexad-certificate-" + std::to_string(::getpid()));
  CertificateFolder() { fs::remove_all(path); }
  ~CertificateFolder() { fs::remove_all(path); }
  KeptCertificate keep(bool anew = false) const {
    auto kept = keep_certificate(path, "standard-400", {"localhost", "127.0.0.1"}, anew);
    EXPECT_TRUE(kept.has_value());
    return kept ? *kept : KeptCertificate{};
  }
};

TEST(KeptCertificate, IsTheSameAfterARestartAndAnotherWhenAskedFor) {
  const CertificateFolder folder;
  const KeptCertificate first = folder.keep();
  EXPECT_TRUE(first.made);
  const KeptCertificate again = folder.keep();
  EXPECT_FALSE(again.made);
  EXPECT_EQ(again.about.fingerprint, first.about.fingerprint)
      << "whoever compared it knows the machine again";
  EXPECT_NE(folder.keep(true).about.fingerprint, first.about.fingerprint);
}

TEST(KeptCertificate, TheKeyIsItsOwnersAlone) {
  const CertificateFolder folder;
  const KeptCertificate kept = folder.keep();
  struct stat about {};
  ASSERT_EQ(::stat(kept.key.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777u, 0600u);
}

TEST(KeptCertificate, AKeyThatOthersCouldHaveReadIsMadeAnew) {
  const CertificateFolder folder;
  const KeptCertificate first = folder.keep();
  fs::permissions(first.key, fs::perms::group_read, fs::perm_options::add);
  const KeptCertificate again = folder.keep();
  EXPECT_TRUE(again.made);
  EXPECT_NE(again.about.fingerprint, first.about.fingerprint);
}

}  // namespace
}  // namespace hexad::inline console_api
