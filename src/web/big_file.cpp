#include "web/big_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>

#include "messages/say.hpp"
#include "os/files.hpp"
#include "web/http.hpp"
#include "web/static_files.hpp"

namespace hexad::web {
namespace {

std::optional<std::uint64_t> whole_number(std::string_view text) noexcept {
  std::uint64_t value = 0;
  const auto [stop, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

Result<std::shared_ptr<const BigFile>, int> BigFile::open(const std::string& path) {
  std::uint64_t size = 0;
  const int descriptor = files::open_regular(path, size);
  if (descriptor < 0) return Failure{errno};
  return std::shared_ptr<const BigFile>{new BigFile{descriptor, size}};
}

BigFile::~BigFile() { files::close(descriptor_); }

bool BigFile::read(std::uint64_t offset, std::span<unsigned char> into) const noexcept {
  for (std::size_t done = 0; done < into.size();) {
    const std::ptrdiff_t count =
        files::read_at(descriptor_, offset + done, std::as_writable_bytes(into.subspan(done)));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

Result<Part, RangeError> part_of(std::string_view range, std::uint64_t size) noexcept {
  constexpr std::string_view kUnit = "bytes=";
  if (!range.starts_with(kUnit)) return Failure{RangeError::not_a_range};
  range.remove_prefix(kUnit.size());
  const std::size_t dash = range.find('-');
  if (dash == std::string_view::npos) return Failure{RangeError::not_a_range};
  const std::string_view from = range.substr(0, dash);
  const std::string_view to = range.substr(dash + 1);
  const std::optional<std::uint64_t> last = to.empty() ? std::nullopt : whole_number(to);
  if (!to.empty() && !last) return Failure{RangeError::not_a_range};
  if (from.empty()) {  // the last so many
    if (!last) return Failure{RangeError::not_a_range};
    const std::uint64_t count = std::min(*last, size);
    if (count == 0) return Failure{RangeError::beyond_the_end};
    return Part{size - count, count};
  }
  const std::optional<std::uint64_t> first = whole_number(from);
  if (!first || (last && *last < *first)) return Failure{RangeError::not_a_range};
  if (*first >= size) return Failure{RangeError::beyond_the_end};
  const std::uint64_t end = last ? std::min(*last, size - 1) : size - 1;
  return Part{*first, end - *first + 1};
}

Response answer_with(std::shared_ptr<const BigFile> file, std::string_view name,
                     const std::optional<std::string>& range) {
  const std::uint64_t size = file->size();
  Response response{.type = std::string{type_of_file(name)}, .cache = "private, max-age=600"};
  response.headers.emplace_back("accept-ranges:", "bytes");
  Part part{0, size};
  if (range) {
    const Result<Part, RangeError> asked = part_of(*range, size);
    if (asked) {
      part = *asked;
      response.status = 206;
      response.headers.emplace_back(
          "content-range:", fmt::format("bytes {}-{}/{}", part.first, part.first + part.count - 1, size));
    } else if (asked.error() == RangeError::beyond_the_end) {
      response = error(416, messages::say<messages::Id::http_file_size>(size));
      response.headers.emplace_back("content-range:", fmt::format("bytes */{}", size));
      return response;
    }
  }
  response.file = std::move(file);
  response.first = part.first;
  response.count = part.count;
  return response;
}

}  // namespace hexad::web
