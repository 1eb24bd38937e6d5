#pragma once
// A file that is too large to be held: sent piece by piece from the disk, or the part of it that a client
// asks for (a video is played from where one jumps to).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace hexad::web {

class BigFile {
 public:
  /// A regular file, not over a symbolic link; else the error of the system.
  static Result<std::shared_ptr<const BigFile>, int> open(const std::string& path);
  ~BigFile();
  BigFile(const BigFile&) = delete;
  BigFile& operator=(const BigFile&) = delete;

  std::uint64_t size() const noexcept { return size_; }
  /// False when so much cannot be read, because the file has become shorter.
  bool read(std::uint64_t offset, std::span<unsigned char> into) const noexcept;

 private:
  BigFile(int descriptor, std::uint64_t size) noexcept : descriptor_{descriptor}, size_{size} {}
  int descriptor_;
  std::uint64_t size_;
};

struct Part {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};
enum class RangeError { not_a_range, beyond_the_end };
/// A Range header of one part: "bytes=100-199", "bytes=100-", "bytes=-50". Who asks for several gets the
/// whole.
Result<Part, RangeError> part_of(std::string_view range, std::uint64_t size) noexcept;

struct Response;
/// What a client asks for by its Range header: all of it (200), a part (206), or what is not there (416).
Response answer_with(std::shared_ptr<const BigFile> file, std::string_view name,
                     const std::optional<std::string>& range);

}  // namespace hexad::web
