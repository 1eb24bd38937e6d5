#pragma once
// The files of a page, read whole when the program starts: a request is looked up by its exact path and can
// lead nowhere else. Links are left out, and so is what begins with a dot. A file that lies there packed as
// well (x.js.br, x.js.gz, made with the page) is sent so to whoever takes it.

#include <map>
#include <string>
#include <string_view>

#include "web/http.hpp"

namespace hexad::web {

class StaticFiles {
 public:
  static constexpr std::size_t kMostFiles = 1000;
  static constexpr std::size_t kMostBytes = 64U << 20;

  /// What is beneath `folder`; "index.html" is also "/". Empty when there is no such folder or it is too
  /// large.
  static StaticFiles load(const std::string& folder);

  bool empty() const noexcept { return files_.empty(); }
  std::size_t size() const noexcept { return files_.size(); }
  /// A file by its path ("/assets/x.js").
  void add(const std::string& path, std::string text);
  /// `accepted`: the request's Accept-Encoding.
  const Response* find(std::string_view path, std::string_view accepted = {}) const;

 private:
  std::map<std::string, Response, std::less<>> files_;
};

std::string_view type_of_file(std::string_view name) noexcept;

}  // namespace hexad::web
