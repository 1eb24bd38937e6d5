#pragma once
// Runs the program and collects what it says.

#include <string>
#include <vector>

namespace hexad::cli_test {

struct Outcome {
  int code = -1;  ///< exit code; 128 + signal when it was killed
  std::string out;
  std::string err;
};

Outcome run(const std::vector<std::string>& arguments);

inline bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// A file in the test's own temporary folder, removed with the object.
class TextFile {
 public:
  TextFile(const std::string& name, const std::string& text);
  ~TextFile();
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string read_text(const std::string& path);

/// Rows of a CSV file in tests/data without its heading.
std::vector<std::vector<std::string>> read_table(const std::string& name);

}  // namespace hexad::cli_test
