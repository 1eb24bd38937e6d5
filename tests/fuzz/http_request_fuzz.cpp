// The headers of any request, a line each, before the guard: who is let in is told by rules written a second
// time here, who is not by a status and words. And what routes make of the rest: parts of files, packed
// files, names of uploads.

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "fuzz/check.hpp"
#include "operation/operator_order.hpp"
#include "web/big_file.hpp"
#include "web/guard.hpp"
#include "web/static_files.hpp"

namespace {

using namespace hexad;
using namespace hexad::fuzz;
using web::Credentials;
using web::Guard;
using web::Method;

constexpr const char* kLocal = "10.1.2.3";
constexpr const char* kName = "Proxy.example";
constexpr std::uint16_t kPort = 8080;
constexpr std::string_view kSecrets[]{"viewer-secret", "operator-secret", "engineer-secret"};

const Guard& guard_of(bool tokens, bool tls) {
  static const auto made = [](bool with, bool encrypted) {
    web::GuardSettings settings{.port = kPort, .names = {kName}, .tls = encrypted};
    if (with) {
      settings.viewer_token = kSecrets[0];
      settings.operator_token = kSecrets[1];
      settings.token = kSecrets[2];
    }
    return Guard{settings};
  };
  static const Guard all[]{made(false, false), made(true, false), made(false, true), made(true, true)};
  return all[(tokens ? 1 : 0) + (tls ? 2 : 0)];
}

bool may_be_called(std::string_view host) {
  const std::string given = lower(host);
  const std::string name = lower(kName);
  if (given == name || given == name + ":443") return true;
  if (!given.ends_with(":8080")) return false;
  const std::string own = given.substr(0, given.size() - 5);
  if (own == "localhost" || own == "[::1]" || own == name || own == kLocal) return true;
  return own.starts_with("127.") && own.size() <= 15 &&
         own.find_first_not_of("0123456789.") == std::string::npos &&
         std::count(own.begin(), own.end(), '.') == 3;
}

std::string without(std::string text, std::string_view ending) {
  if (text.ends_with(ending)) text.resize(text.size() - ending.size());
  return text;
}

bool is_own_page(std::string_view origin, std::string_view host, bool tls) {
  const std::string page = lower(origin);
  const std::string own = lower(host);
  const bool named = own.substr(0, own.rfind(':')) == lower(kName);
  if (named && without(page, ":443") == "https://" + without(own, ":443")) return true;
  return page == (tls ? "https://" : "http://") + own && own.ends_with(":8080");
}

/// 0, 1, 2: watch, operate, engineer; -1: of nobody.
int rank_of(std::string_view secret) {
  for (int i = 2; i >= 0; --i)
    if (secret == kSecrets[i]) return i;
  return -1;
}

std::string trimmed(std::string_view text) {
  const std::size_t from = std::min(text.find_first_not_of(" \t"), text.size());
  text.remove_prefix(from);
  return std::string{text.substr(0, text.find_last_not_of(" \t") + 1)};
}

int rank_of(const Credentials& who) {
  if (who.authorization && who.authorization->size() > 7 &&
      lower(who.authorization->substr(0, 7)) == "bearer ")
    return rank_of(std::string_view{*who.authorization}.substr(7));
  std::string_view rest = who.subprotocols ? std::string_view{*who.subprotocols} : std::string_view{};
  while (!rest.empty()) {
    const std::string one = trimmed(rest.substr(0, rest.find(',')));
    rest = rest.find(',') == std::string_view::npos ? std::string_view{} : rest.substr(rest.find(',') + 1);
    if (one.starts_with("token.")) return rank_of(std::string_view{one}.substr(6));
  }
  return -1;
}

void check_guard(const Credentials& who, Method method, bool tokens, bool tls, bool open) {
  const Guard& guard = guard_of(tokens, tls);
  const auto refusal = guard.refuse(method, who, open ? web::Needs::nothing : web::Needs::token);
  const int rank = rank_of(who);
  require(static_cast<int>(guard.role_of(who)) == (tokens ? std::max(rank, 0) : 2), "another role");
  if (refusal) {
    const int status = refusal->response.status;
    require(status == 401 || status == 403 || status == 415, "refused with another status");
    const auto told = nlohmann::json::parse(refusal->response.body, nullptr, false);
    require(told.is_object() && told.contains("error") && told["error"].is_string() &&
                !told["error"].get_ref<const std::string&>().empty(),
            "refused without words");
    require(!refusal->wrong_token || (status == 401 && tokens && rank < 0), "a right token is wrong");
    return;
  }
  require(who.host && may_be_called(*who.host), "called by a name that is not its own");
  require(!who.origin || is_own_page(*who.origin, *who.host, tls), "a page of another site");
  require(open || !tokens || rank >= 0, "let in without a token");
  if (method != Method::post) return;
  const std::string type = who.content_type.value_or("");
  require(trimmed(lower(type.substr(0, type.find(';')))) == "application/json" ||
              lower(type.substr(0, type.find(';'))) == "application/json",
          "a form is taken for an order");
}

void check_part(std::string_view range, std::uint64_t size) {
  const auto part = web::part_of(range, size);
  if (!part) return;
  require(part->count > 0 && part->first < size && part->count <= size - part->first, "a part outside");
}

void check_files(std::string_view path, std::string_view accepted) {
  static const web::StaticFiles files = [] {
    web::StaticFiles made;
    for (const char* name :
         {"/index.html", "/assets/a.js", "/assets/a.js.br", "/assets/a.js.gz", "/b.css.gz"})
      made.add(name, "text");
    return made;
  }();
  const web::Response* const found = files.find(path, accepted);
  if (found == nullptr) return;
  require(path.starts_with('/') && path.find("..") == std::string_view::npos, "a path that leads out");
  for (const auto& [name, value] : found->headers)
    if (name == "content-encoding:" && !path.ends_with(".br") && !path.ends_with(".gz"))
      require(accepted.find(value) != std::string_view::npos, "packed for who cannot unpack it");
}

void check_name(std::string_view name) {
  if (!is_file_name(name)) return;
  require(!name.empty() && name.size() <= 64 && name[0] != '.', "a hidden, empty or endless name");
  for (const char letter : name)
    require(std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '.' || letter == '_' ||
                letter == '-',
            "a letter of no name");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string_view rest = text_of(data + 1, size - 1);
  const auto line = [&]() -> std::optional<std::string> {
    if (rest.empty()) return std::nullopt;
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string text{rest.substr(0, end)};
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return text.empty() ? std::nullopt : std::optional{std::move(text)};
  };
  Credentials who;
  who.host = line();
  who.origin = line();
  who.authorization = line();
  who.content_type = line();
  who.subprotocols = line();
  who.local_address = kLocal;
  const Method method = (data[0] & 1) != 0 ? Method::post : Method::get;
  check_guard(who, method, (data[0] & 2) != 0, (data[0] & 4) != 0, (data[0] & 8) != 0);
  check_part(line().value_or(""), data[0] >> 4);
  const std::string path = line().value_or("");
  check_files(path, line().value_or(""));
  check_name(path);
  return 0;
}
