// Runs a fuzz target over every file of its corpus, without libFuzzer: any compiler, any sanitizer, every
// test run.

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
  if (argc != 2) {
    (void)std::fprintf(stderr, "usage: %s CORPUS_FOLDER\n", argv[0]);
    return 2;
  }
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator{argv[1]}) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file{entry.path(), std::ios::binary};
    const std::string content{std::istreambuf_iterator<char>{file}, {}};
    const std::vector<std::uint8_t> bytes(content.begin(), content.end());
    (void)LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    ++files;
  }
  std::printf("%d files\n", files);
  return files != 0 ? 0 : 1;
}
