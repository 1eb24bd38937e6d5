// Any body of a POST that asks for a calculation (the first byte chooses the route): an answer in JSON, or
// a refusal in JSON with words. And the files those routes take: projects, a board's groups, base64.

#include <nlohmann/json.hpp>

#include "calibration/tool/files.hpp"
#include "calibration/tool/request.hpp"
#include "fuzz/check.hpp"
#include "verification/answers.hpp"
#include "verification/project_file.hpp"

namespace {

using namespace hexad;
using namespace hexad::fuzz;
namespace tool = calibration::tool;

/// Those that calculate for seconds are left out: what they read is read by the others' readers.
std::vector<verification::Route> quick_routes() {
  std::vector<verification::Route> quick;
  for (const verification::Route& route : verification::routes())
    if (!route.slow && route.path != "/api/verify/xlsx") quick.push_back(route);
  return quick;
}

void check(const web::Response& response) {
  require(
      response.status == 200 || response.status == 400 || response.status == 404 || response.status == 413,
      "an answer of another status");
  const auto told = nlohmann::json::parse(response.content(), nullptr, false);
  require(response.type != "application/json" || told.is_object(), "an answer that is no JSON");
  if (response.status != 200)
    require(told.is_object() && told.contains("error") && told["error"].is_string(), "refused without words");
}

void groups(std::string_view text) {
  for (const tool::Format format : {tool::Format::csv, tool::Format::toml, tool::Format::binary}) {
    const auto read = tool::parse_groups(format, text, "any", tool::any_groups());
    if (!read) {
      require(!read.error().empty(), "refused without a reason");
      for (const tool::FileProblem& problem : read.error()) {
        require(!problem.words.empty(), "refused without words");
        require(static_cast<std::size_t>(problem.line) <= lines_in(text), "a line that is not there");
      }
      continue;
    }
    const auto again =
        tool::parse_groups(tool::Format::toml, tool::to_toml(*read), "any", tool::any_groups());
    require(again.has_value() && *again == *read, "printed and read they are other groups");
  }
}

void project(std::string_view text) {
  const auto read = verification::read_project(text, "any.toml");
  if (!read) {
    require(!read.error().empty(), "refused without a reason");
    for (const CsvRemark& remark : read.error())
      require(remark.line <= lines_in(text) && !remark.in_words().empty(), "refused without a place");
    return;
  }
  const std::string written = verification::write_project(*read);
  const auto again = verification::read_project(written, "any.toml");
  require(again.has_value(), "what it writes it does not read");
  require(verification::write_project(*again) == written, "written and read it is another project");
}

void base64(std::string_view text) {
  const auto bytes = tool::parse_base64(text);
  require(!bytes || bytes->size() <= 3 * text.size() / 4, "more bytes than letters");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<verification::Route> routes = quick_routes();
  if (size == 0) return 0;
  const std::string_view text = text_of(data + 1, size - 1);
  const std::size_t chosen = data[0] % (routes.size() + 4);
  if (chosen < routes.size()) {
    check(routes[chosen].answer(std::string{text}));
  } else if (chosen == routes.size()) {
    groups(text);
  } else if (chosen == routes.size() + 1) {
    project(text);
  } else if (chosen == routes.size() + 2) {
    base64(text);
  } else {
    const auto request = tool::parse_request(
        std::string{text},
        {"board", "frames", "before", "groups", "format", "name", "text", "base64", "id", "confirmed"});
    require(request.has_value() || static_cast<bool>(request.error()), "refused without words");
  }
  return 0;
}
