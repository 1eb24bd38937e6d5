#include "web/static_files.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace hexad::web {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPolicy =
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self'; "
    "connect-src 'self'";

struct Type {
  std::string_view ending;
  std::string_view type;
};
constexpr std::array kTypes{Type{".html", "text/html; charset=utf-8"},
                            Type{".js", "text/javascript; charset=utf-8"},
                            Type{".mjs", "text/javascript; charset=utf-8"},
                            Type{".css", "text/css; charset=utf-8"},
                            Type{".json", "application/json"},
                            Type{".map", "application/json"},
                            Type{".svg", "image/svg+xml"},
                            Type{".png", "image/png"},
                            Type{".jpg", "image/jpeg"},
                            Type{".webp", "image/webp"},
                            Type{".ico", "image/x-icon"},
                            Type{".woff2", "font/woff2"},
                            Type{".woff", "font/woff"},
                            Type{".wasm", "application/wasm"},
                            Type{".txt", "text/plain; charset=utf-8"},
                            Type{".glb", "model/gltf-binary"},
                            Type{".mp4", "video/mp4"},
                            Type{".webm", "video/webm"}};

/// Names with a hash of what is in them never mean anything else.
bool is_hashed(std::string_view path) { return path.starts_with("/assets/"); }

struct Packing {
  std::string_view ending;
  std::string_view name;
};
constexpr std::array kPackings{Packing{".br", "br"}, Packing{".gz", "gzip"}};  // the smaller first

/// "gzip, br;q=0.5" names it, and not with q=0.
bool accepts(std::string_view accepted, std::string_view name) {
  while (!accepted.empty()) {
    const std::size_t end = std::min(accepted.find(','), accepted.size());
    std::string_view one = accepted.substr(0, end);
    accepted.remove_prefix(std::min(end + 1, accepted.size()));
    one.remove_prefix(std::min(one.find_first_not_of(" \t"), one.size()));
    if (!one.starts_with(name)) continue;
    const std::string_view rest = one.substr(name.size());
    if (rest.empty() || rest[0] == ' ') return true;
    if (rest[0] == ';') return rest.find_first_of("123456789", rest.find('=')) != std::string_view::npos;
  }
  return false;
}

/// None when it cannot be read.
std::optional<std::string> content_of(const fs::path& path) {
  std::ifstream file{path, std::ios::binary};
  std::ostringstream text;
  if (file.peek() == std::ifstream::traits_type::eof()) return file.bad() ? std::nullopt : std::optional{""};
  text << file.rdbuf();
  return file ? std::optional{text.str()} : std::nullopt;
}

}  // namespace

std::string_view type_of_file(std::string_view name) noexcept {
  for (const Type& type : kTypes)
    if (name.ends_with(type.ending)) return type.type;
  return "application/octet-stream";
}

void StaticFiles::add(const std::string& path, std::string text) {
  std::string_view plain = path;
  std::string_view packed;
  for (const Packing& packing : kPackings)
    if (path.ends_with(packing.ending)) {
      plain.remove_suffix(packing.ending.size());
      packed = packing.name;
    }
  Response response{.type = std::string{type_of_file(plain)},
                    .cache = is_hashed(path) ? "public, max-age=31536000, immutable" : "no-cache",
                    .shared = std::make_shared<const std::string>(std::move(text)),
                    .headers = {{"content-security-policy:", kPolicy},
                                {"x-frame-options:", "DENY"},
                                {"referrer-policy:", "no-referrer"},
                                {"vary:", "accept-encoding"}}};
  if (!packed.empty()) response.headers.emplace_back("content-encoding:", packed);
  if (path == "/index.html") files_["/"] = response;
  files_[path] = std::move(response);
}

const Response* StaticFiles::find(std::string_view path, std::string_view accepted) const {
  const auto found = files_.find(path);
  if (found == files_.end()) return nullptr;
  const std::string plain{path == "/" ? "/index.html" : path};
  for (const Packing& packing : kPackings) {
    if (!accepts(accepted, packing.name)) continue;
    const auto packed = files_.find(plain + std::string{packing.ending});
    if (packed != files_.end()) return &packed->second;
  }
  return &found->second;
}

StaticFiles StaticFiles::load(const std::string& folder) {
  StaticFiles files;
  std::size_t bytes = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator entry{folder, error}, end; !error && entry != end;
       entry.increment(error)) {
    const fs::file_status status = entry->symlink_status(error);
    if (entry->path().filename().string().starts_with('.')) {
      if (fs::is_directory(status)) entry.disable_recursion_pending();
      continue;
    }
    if (error || !fs::is_regular_file(status)) continue;
    bytes += static_cast<std::size_t>(entry->file_size(error));
    if (error || bytes > kMostBytes || files.size() >= kMostFiles) return {};
    if (std::optional<std::string> text = content_of(entry->path()))
      files.add('/' + fs::relative(entry->path(), folder, error).generic_string(), std::move(*text));
  }
  return files;
}

}  // namespace hexad::web
